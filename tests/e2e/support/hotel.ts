import { addDays, type Day, hotelDay, monthOf, monthsFromTo, type Stay } from '@domain/dates.js';
import { compareRoomNumbers } from '@domain/room/room-order.js';
import type { BookingRecord } from '@wire/booking-record.js';
import type { BookingSave } from '@wire/booking-save.js';
import type { CountRecord } from '@wire/count-record.js';
import type { HotelRecord } from '@wire/hotel-record.js';
import type { RoomRecord } from '@wire/room-record.js';
import type { WeatherRecord } from '@wire/weather-record.js';
import { type ApiClient, apiClient } from '#tests/support/api-client.js';

/** A room that nobody has around a stay; `roomId` is its room-month of the first night. */
export type FreeRoom = { number: string; roomId: number };
type FreeRooms = [FreeRoom, FreeRoom, ...FreeRoom[]];

/** A running server as a client that is no browser sees it. */
export type Hotel = {
  url: string;
  api: ApiClient;
  /** The hotel's day as it is when it is asked for: a run may go on over midnight. */
  readonly today: Day;
  /** A stay for a test, far enough ahead that the sample hotel is mostly empty; rooms are its own by `freeRooms`. */
  nextStay(nights?: number): Stay;
  /** Such a stay, and the rooms that are free for it. */
  freeStay(nights?: number): Promise<[Stay, ...FreeRooms]>;
  /** Three nights before the sample hotel's first ones: guests of past nights can be checked in and out. */
  pastStay(): Stay;
  /** Non-smoking singles for anybody, free from 3 days before the stay to 3 days after it, in display order. */
  freeRooms(stay: Stay): Promise<FreeRooms>;
  /** Books as another client. */
  book(stay: Stay, room: FreeRoom, fields?: BookingSave): Promise<BookingRecord>;
  /** Changes a booking as another client. */
  amend(id: number, fields: BookingSave): Promise<BookingRecord>;
  cancel(id: number): Promise<void>;
  checkIn(id: number, date: Day): Promise<void>;
  checkOut(id: number, date: Day): Promise<void>;
  booking(id: number): Promise<BookingRecord>;
  bookings(first: Day, last: Day): Promise<BookingRecord[]>;
  rooms(first: Day, last: Day): Promise<RoomRecord[]>;
  /** The number of a booking's room, the same in every month; its `room_id` is that of one month. */
  roomOf(booking: BookingRecord): Promise<string | null>;
  counts(first: Day, last: Day): Promise<Record<string, CountRecord>>;
  weather(first: Day, last: Day): Promise<WeatherRecord[]>;
};

const FIRST_STAY_AHEAD = 150;
const DAYS_BETWEEN_STAYS = 6;
/** After so many stays the dates begin again, within the months that the sample hotel has; what is left there goes first. */
const DISTINCT_STAYS = 36;
const DAYS_TO_QUIET_PAST = 54;
const MARGIN = 3;

const isPlain = (room: RoomRecord): boolean =>
  room.room_type === 'シングル' &&
  room.smoking_status === '禁煙' &&
  room.priority === '' &&
  room.corporate === 0 &&
  room.reservable_status === '予約可能';

const rangeQuery = (first: Day, last: Day) => `start_date=${first}&end_date=${last}`;

/** Looks at a server that runs already, as a client that may do everything there. */
export async function hotelAt(url: string, api: ApiClient = apiClient(url)): Promise<Hotel> {
  const read = async <T>(path: string): Promise<T> => must(await api.get<T>(path));
  const { timezone, day_turns_at, position } = await read<HotelRecord>('/api/hotel');
  const todayNow = () => hotelDay(timezone, day_turns_at, new Date());
  let stays = 0;
  let tidied = 0;

  const bookings: Hotel['bookings'] = (first, last) => read(`/api/bookings?${rangeQuery(first, last)}`);
  const rooms: Hotel['rooms'] = async (first, last) => {
    const months = monthsFromTo(first, last).map((month) =>
      read<RoomRecord[]>(`/api/rooms?year_month=${month}`),
    );
    return (await Promise.all(months)).flat();
  };

  /** Once round, the first rooms in display order, which stand in sight, are made free again; the last tests' stay. */
  const cancelLeftovers = async (): Promise<void> => {
    const [first, last] = [FIRST_STAY_AHEAD, FIRST_STAY_AHEAD + DAYS_BETWEEN_STAYS * (DISTINCT_STAYS - 4)];
    const left = (await bookings(addDays(todayNow(), first), addDays(todayNow(), last))).filter(
      (night) => night.id > position && night.is_cancelled === 0 && night.checkin_date === null,
    );
    for (const id of new Set(left.map((night) => night.id)))
      must(await api.put(`/api/booking/${id}/cancel`, {}));
  };

  const nextStay: Hotel['nextStay'] = (nights = 2) => {
    const start = addDays(todayNow(), FIRST_STAY_AHEAD + DAYS_BETWEEN_STAYS * (stays++ % DISTINCT_STAYS));
    return { start, end: addDays(start, nights) };
  };

  const freeRooms: Hotel['freeRooms'] = async (stay) => {
    const [first, last] = [addDays(stay.start, -MARGIN), addDays(stay.end, MARGIN)];
    const rounds = Math.floor((stays - 1) / DISTINCT_STAYS);
    if (rounds > tidied) await cancelLeftovers();
    tidied = Math.max(tidied, rounds);
    const months = await rooms(first, last);
    const nights = (await bookings(first, last)).filter(({ is_cancelled }) => is_cancelled === 0);
    const taken = new Set(nights.map(({ room_id }) => room_id));
    const unfit = months.filter((room) => !isPlain(room) || taken.has(room.id));
    const unfitNumbers = new Set(unfit.map(({ room_number }) => room_number));
    const free = months
      .filter((room) => `${room.year}-${room.month}` === yearAndMonth(stay.start))
      .filter((room) => !unfitNumbers.has(room.room_number))
      .map((room) => ({ number: room.room_number, roomId: room.id }))
      .sort((a, b) => compareRoomNumbers(a.number, b.number));
    const [best, next, ...others] = free;
    if (!best || !next) throw new Error(`fewer than two rooms are free around ${stay.start}`);
    return [best, next, ...others];
  };

  return {
    url,
    api,
    get today() {
      return todayNow();
    },
    bookings,
    rooms,
    async roomOf({ room_id, stay_start, stay_end }) {
      const months = await rooms(stay_start, stay_end);
      return months.find(({ id }) => id === room_id)?.room_number ?? null;
    },
    nextStay,
    freeRooms,
    async freeStay(nights) {
      const stay = nextStay(nights);
      return [stay, ...(await freeRooms(stay))];
    },
    counts: (first, last) => read(`/api/booking_type_diff?${rangeQuery(first, last)}`),
    weather: (first, last) => read(`/api/weather?${rangeQuery(first, last)}`),
    booking: (id) => read(`/api/booking/${id}`),
    amend: async (id, fields) => must(await api.put<BookingRecord>(`/api/booking/${id}`, fields)),
    cancel: async (id) => void must(await api.put(`/api/booking/${id}/cancel`, {})),
    checkIn: async (id, date) => void must(await api.post(`/api/booking/${id}/check-in`, { date })),
    checkOut: async (id, date) => void must(await api.post(`/api/booking/${id}/check-out`, { date })),

    pastStay() {
      const start = addDays(todayNow(), -DAYS_TO_QUIET_PAST);
      return { start, end: addDays(start, 3) };
    },

    book: async (stay, room, fields = {}) =>
      must(
        await api.post<BookingRecord>('/api/booking', {
          guest_name_1: '試験 太郎',
          reserver_name: '試験 太郎',
          mens_count: 1,
          womens_count: 0,
          room_id: room.roomId,
          stay_start: stay.start,
          stay_end: stay.end,
          checkin_time: '15:00',
          total_fee: 8000,
          csv_notes: '0',
          ...fields,
        }),
      ),
  };
}

function yearAndMonth(date: Day): string {
  const [year, month] = monthOf(date).split('-');
  return `${Number(year)}-${Number(month)}`;
}

function must<T>({ status, body, text }: { status: number; body: T; text: string }): T {
  if (status >= 400) throw new Error(`the server answered ${status}: ${text}`);
  return body;
}
