import type { WeatherDay } from '@domain/calendar/weather-day.js';
import { daysFromTo } from '@domain/dates.js';
import type { CsvReservation } from '@domain/imports/csv-reservation.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { CATEGORIES } from '@domain/room/category.js';
import type { RoomMonth } from '@domain/room/room-month.js';
import { type BookingRecord, encodeBookingNight } from '@wire/booking-record.js';
import { encodeRoomMonth, type RoomRecord } from '@wire/room-record.js';
import { encodeWeatherDay, type WeatherRecord } from '@wire/weather-record.js';
import type { Days } from '../../../backend/time-travel/past-views.js';
import { categoryOf, nights } from '../../support/recount.js';
import type { Written } from './random-lives.js';

type State = Record<string, unknown>;

/** The changes of an event, implemented independently of the product. */
function changed(type: string, data: State, before: State): State {
  switch (type) {
    case 'ReservationCreated':
      return { ...data, status: 'active', checkinDate: null, checkoutDate: null, changedRoom: 0 };
    case 'ReservationAmended': {
      const isMove = 'roomNumber' in data && data.roomNumber !== before.roomNumber;
      return isMove ? { ...data, changedRoom: 1 } : data;
    }
    case 'ReservationCancelled':
    case 'ReservationReturnedToAutoFail':
      return { status: 'cancelled', baseBookingId: 0, groupEndDate: null };
    case 'ReservationReinstated':
      return { status: 'active' };
    case 'GuestCheckedIn':
      return { checkinDate: data.date };
    case 'GuestCheckedOut':
      return { checkoutDate: data.date };
    case 'CheckInReverted':
      return { checkinDate: null };
    case 'CheckOutReverted':
      return { checkoutDate: null };
    case 'CsvReservationImported':
      return { ...data, status: 'failed' };
    case 'AutoRegistrationFailed':
      return { status: 'failed' };
    case 'CsvReservationRegistered':
      return { status: 'registered' };
    case 'CsvReservationCancelled':
      return { status: 'cancelled' };
    case 'CsvReservationDismissed':
      return { status: 'dismissed' };
    case 'CsvReservationReopened':
      return { status: 'failed' };
    case 'WeatherSet':
    case 'HolidayToggled':
      return { weather: '', holidayFlag: 0, ...before, ...data };
    default:
      return data;
  }
}

/** The hotel after the first so many events, folded from the beginning. */
export class PastOracle {
  private readonly states = new Map<string, State>();
  private readonly rooms = new Map<string, RoomMonth>();

  constructor(events: readonly Written[]) {
    for (const [index, { category, key, type, data }] of events.entries()) {
      const before = this.states.get(`${category} ${key}`) ?? { id: index + 1, version: 0 };
      const after = { ...before, ...changed(type, data, before), version: Number(before.version) + 1 };
      this.states.set(`${category} ${key}`, after);
    }
    for (const room of this.all<RoomMonth>('room-month')) {
      this.rooms.set(`${room.roomNumber} ${room.month.slice(0, 7)}`, room);
    }
  }

  private all<Kind>(category: Written['category']): Kind[] {
    const own = [...this.states].filter(([name]) => name.startsWith(`${category} `));
    return own.map(([, state]) => state as Kind);
  }

  private roomOf(roomNumber: string, night: string): RoomMonth | undefined {
    return this.rooms.get(`${roomNumber} ${night.slice(0, 7)}`);
  }

  /** What GET /api/bookings should answer. */
  bookings(days: Days): BookingRecord[] {
    const records = this.all<Reservation>('reservation').flatMap((booking) =>
      nights({ start: booking.stayStart, end: booking.stayEnd })
        .filter((night) => night >= days.start && night <= days.end)
        .map((night) =>
          encodeBookingNight(
            booking,
            night as BookingRecord['date'],
            this.roomOf(booking.roomNumber, night)?.id ?? null,
          ),
        ),
    );
    const place = ({ stay_start, id, date }: BookingRecord) =>
      `${stay_start} ${String(id).padStart(9, '0')} ${date}`;
    return records.sort((a, b) => (place(a) < place(b) ? -1 : 1));
  }

  /** What GET /api/booking_type_diff should answer. */
  counts(days: Days): Record<string, Record<string, number>> {
    const zero = CATEGORIES.flatMap((category) => [
      [`actual_${category}`, 0],
      [`tema_${category}`, 0],
      [`total_${category}`, 0],
    ]);
    const counts = Object.fromEntries(
      daysFromTo(days.start, days.end).map((date) => [date, { total_rooms: 0, ...Object.fromEntries(zero) }]),
    );
    const count = (date: string, name: string): void => {
      const day: Record<string, number> | undefined = counts[date];
      if (day) day[name] = (day[name] ?? 0) + 1;
    };
    for (const { status, roomNumber, stayStart, stayEnd } of this.all<Reservation>('reservation')) {
      if (status === 'cancelled') continue;
      for (const night of nights({ start: stayStart, end: stayEnd })) {
        const room = this.roomOf(roomNumber, night);
        const category = room && categoryOf(room);
        if (category) count(night, `actual_${category}`);
      }
    }
    for (const { status, kind, stayStart, stayEnd, soldCategories } of this.all<CsvReservation>(
      'csv-reservation',
    )) {
      const isSold = kind !== 'キャンセル' && (status === 'failed' || status === 'registered');
      if (!isSold || !stayStart || !stayEnd || !soldCategories[0]) continue;
      for (const night of nights({ start: stayStart, end: stayEnd }))
        count(night, `tema_${soldCategories[0]}`);
    }
    for (const room of this.rooms.values()) {
      const category = categoryOf(room);
      for (const date of Object.keys(counts)) {
        if (!category || date.slice(0, 7) !== room.month.slice(0, 7)) continue;
        count(date, `total_${category}`);
        count(date, 'total_rooms');
      }
    }
    return counts;
  }

  /** What GET /api/rooms should answer, by id. */
  roomsOf(month: string): RoomRecord[] {
    return [...this.rooms.values()]
      .filter((room) => room.month === month)
      .map(encodeRoomMonth)
      .sort((a, b) => a.id - b.id);
  }

  /** What GET /api/weather should answer. */
  weather({ start, end }: Days): WeatherRecord[] {
    return this.all<WeatherDay>('day')
      .filter(({ date }) => date >= start && date <= end)
      .sort((a, b) => (a.date < b.date ? -1 : 1))
      .map(encodeWeatherDay);
  }
}
