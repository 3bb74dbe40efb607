import { isAtDesk } from '@domain/calendar/front-desk.js';
import { type Month, monthOf } from '@domain/dates.js';
import { type RoomDirectory, roomDirectory } from '@domain/room/room-directory.js';
import type { BookingRecord } from '@wire/booking-record.js';
import type { ChangeFrame } from '@wire/live.js';
import type { RoomRecord } from '@wire/room-record.js';
import { atom } from 'jotai';
import { fetchRooms } from '../../api/calendar-api.js';
import { fetchFrontDesk } from '../../api/front-desk-api.js';
import { readAtLeast } from '../../api/read-at-least.js';
import { roomNumberOf, withRooms } from '../calendar-snapshot.js';
import { todayAtom } from '../hotel.js';
import { logPlaceAtom } from '../log-place.js';
import { store } from '../store.js';
import { deskBooking } from './desk-booking.js';

/** Bookings by id with the log position that they are at least as new as, and the rooms of their first nights. */
type Desk = { asOf: number; records: ReadonlyMap<number, BookingRecord>; rooms: RoomDirectory };

/** What the front desk has to do with; null until it was read. */
const deskAtom = atom<Desk | null>(null);

/** The bookings at the desk as of today, in no order; null until they were read. */
export const deskBookingsAtom = atom((get) => {
  const [desk, today] = [get(deskAtom), get(todayAtom)];
  if (!desk || !today) return null;
  const bookings = [...desk.records.values()].map((record) => {
    const month = record.room_id === null ? undefined : desk.rooms.byId.get(record.room_id);
    const kind = month ? `${month.smokingStatus}${month.roomType}` : '';
    return deskBooking(record, { number: month?.roomNumber ?? '', kind });
  });
  return bookings.filter((booking) => isAtDesk(booking, today));
});

let loading = 0;
let heard: ChangeFrame[] = [];

function isWanted(record: BookingRecord): boolean {
  const today = store.get(todayAtom);
  return today === null || isAtDesk(deskBooking(record, { number: '', kind: '' }), today);
}

function withRecords(desk: Desk, newer: readonly BookingRecord[]): Desk {
  if (newer.length === 0) return desk;
  const records = new Map(desk.records);
  for (const record of newer) {
    if ((records.get(record.id)?.version ?? 0) > record.version) continue;
    if (isWanted(record)) records.set(record.id, record);
    else records.delete(record.id);
  }
  return { ...desk, records };
}

function withFrame(desk: Desk, frame: ChangeFrame): Desk {
  if (frame.to <= desk.asOf) return desk;
  const next = withRecords({ ...desk, rooms: withRooms(desk.rooms, frame.rooms) }, frame.bookings);
  return { ...next, asOf: frame.to };
}

function monthsMissing({ records, rooms }: Pick<Desk, 'records' | 'rooms'>): Month[] {
  const unplaced = [...records.values()].filter(
    (record) => record.room_id !== null && roomNumberOf(record, rooms) === undefined,
  );
  return [...new Set(unplaced.map((record) => monthOf(record.stay_start)))];
}

async function fetchMissingRooms(desk: Pick<Desk, 'records' | 'rooms'>): Promise<RoomRecord[]> {
  const answers = await Promise.all(monthsMissing(desk).map((month) => fetchRooms(month)));
  return answers.flatMap(({ data }) => data);
}

async function placeNewcomers(): Promise<void> {
  const desk = store.get(deskAtom);
  if (!desk || monthsMissing(desk).length === 0) return;
  try {
    const rooms = await fetchMissingRooms(desk);
    store.set(deskAtom, (now) => now && { ...now, rooms: withRooms(now.rooms, rooms) });
  } catch (error) {
    console.error('rooms', error);
  }
}

/** Takes over what a frame says of bookings and rooms; what is held already, or newer, stays (contract 6). */
export function takeDeskFrame(frame: ChangeFrame): void {
  if (loading > 0) heard.push(frame);
  store.set(deskAtom, (desk) => desk && withFrame(desk, frame));
  void placeNewcomers();
}

/** Shows what a write of this terminal answered, without waiting for its frame. */
export function takeDeskRecord(record: BookingRecord): void {
  store.set(deskAtom, (desk) => desk && withRecords(desk, [record]));
}

/** Whether the desk was read. */
export function isDeskRead(): boolean {
  return store.get(deskAtom) !== null;
}

/** Reads the desk; what changed meanwhile is applied on top. Answers its log position, null when it failed. */
export async function loadDesk(): Promise<number | null> {
  loading++;
  try {
    const reached = store.get(logPlaceAtom)?.position ?? 0;
    const { data, position } = await readAtLeast(reached, fetchFrontDesk);
    const records = new Map(data.map((record) => [record.id, record]));
    const known = store.get(deskAtom)?.rooms ?? roomDirectory([]);
    const missing = await fetchMissingRooms({ records, rooms: known });
    const desk = { asOf: position ?? 0, records, rooms: withRooms(known, missing) };
    store.set(deskAtom, heard.reduce(withFrame, desk));
    return position;
  } catch (error) {
    console.error('front-desk', error);
    return null;
  } finally {
    loading--;
    if (loading === 0) heard = [];
  }
}
