import { type DeskStay, isAtDesk, isOlderUnpaid, oldestRecentDay } from '@domain/calendar/front-desk.js';
import { type Day, type Month, monthOf } from '@domain/dates.js';
import { roomDirectory } from '@domain/room/room-directory.js';
import type { BookingRecord } from '@wire/booking-record.js';
import type { ChangeFrame } from '@wire/live.js';
import type { PaymentRecord } from '@wire/master-records.js';
import { isUpTo, type OlderUnpaid, type UnpaidCursor } from '@wire/older-unpaid.js';
import type { RoomRecord } from '@wire/room-record.js';
import { atom } from 'jotai';
import { alertFailure } from '../shared/alert-failure.js';
import { fetchRooms } from '../shared/api/calendar-api.js';
import { failureText, get, isLineDown, parsedAs, readAtLeast } from '../shared/api/request.js';
import { roomNumberOf, withRooms } from '../shared/calendar-data/calendar-snapshot.js';
import { onErasure } from '../shared/erasure.js';
import { todayAtom } from '../shared/hotel.js';
import { cachedListAsOfAtom } from '../shared/live/connection.js';
import { followFrames } from '../shared/live/frame-listeners.js';
import { FrameBuffer } from '../shared/live/frame-log.js';
import { liveSession, logPositionAtom } from '../shared/live/live-session.js';
import { paymentsStateAtom } from '../shared/masters.js';
import { inEachStore, stopAll, store } from '../shared/store.js';
import { cacheDesk, cachedDesk } from './cached-desk.js';
import { type Desk, deskAtom, type Older } from './desk-atom.js';

/** The bookings that concern the front desk today, as first-night records. */
const fetchFrontDesk = () => parsedAs('booking', get<BookingRecord[]>('/api/front-desk'));

/** Reads who has owed for more than 30 days: a page after a cursor, or with a limit of 0 only how many there are. */
function fetchOlderUnpaid(before: UnpaidCursor | null, limit?: number) {
  return get<OlderUnpaid>('/api/front-desk/unpaid', {
    ...(before && { before }),
    ...(limit !== undefined && { limit: String(limit) }),
  });
}

/** Reason why the desk could not be read; null when it could, or is cached. */
export const deskFailureAtom = atom<string | null>(null);

function isListed(stay: DeskStay, today: Day, { shownTo }: Older): boolean {
  return isAtDesk(stay, today) || (isOlderUnpaid(stay, today) && isUpTo(shownTo, stay.stayEnd, stay.id));
}

/** The bookings at the desk as of today and the older unpaid ones that are shown, in no order; null until they were read. */
export const deskBookingsAtom = atom((get) => {
  const [desk, today] = [get(deskAtom), get(todayAtom)];
  if (!desk || !today) return null;
  const bookings = [...desk.records.values()].map((record) => {
    const month = record.room_id === null ? undefined : desk.rooms.byId.get(record.room_id);
    const kind = month ? `${month.smokingStatus}${month.roomType}` : '';
    return deskBooking(record, { number: month?.roomNumber ?? '', kind });
  });
  const listed = bookings.filter((booking) => isListed(booking, today, desk.older));
  return withInvoices(listed, get(paymentsStateAtom).value);
});

/** Number of older unpaid stays that are not shown. */
export const olderUnpaidAtom = atom((get) => get(deskAtom)?.older.more ?? 0);

let meanwhile: FrameBuffer;
inEachStore(() => {
  meanwhile = new FrameBuffer();
});

function isWanted(record: BookingRecord, { older }: Desk): boolean {
  const today = store.get(todayAtom);
  return today === null || isListed(deskBooking(record, { number: '', kind: '' }), today, older);
}

function withRecords(desk: Desk, newer: readonly BookingRecord[]): Desk {
  if (newer.length === 0) return desk;
  const records = new Map(desk.records);
  for (const record of newer) {
    if ((records.get(record.id)?.version ?? 0) > record.version) continue;
    if (isWanted(record, desk)) records.set(record.id, record);
    else records.delete(record.id);
  }
  return { ...desk, records };
}

function withFrame(desk: Desk, frame: ChangeFrame): Desk {
  if (frame.to <= desk.asOf) return desk;
  const next = withRecords({ ...desk, rooms: withRooms(desk.rooms, frame.rooms) }, frame.bookings);
  return { ...next, asOf: frame.to };
}

/** The months of bookings without a room, and that of the day, whose rooms have the newest order. */
function monthsMissing({ records, rooms, day }: Pick<Desk, 'records' | 'rooms' | 'day'>): Month[] {
  const unplaced = [...records.values()].filter(
    (record) => record.room_id !== null && roomNumberOf(record, rooms) === undefined,
  );
  const months = new Set(unplaced.map((record) => monthOf(record.stay_start)));
  const current = day && monthOf(day);
  if (current && ![...rooms.byId.values()].some(({ month }) => month === current)) months.add(current);
  return [...months];
}

async function fetchMissingRooms(desk: Parameters<typeof monthsMissing>[0]): Promise<RoomRecord[]> {
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

/** Returns true if an older unpaid stay may have come or gone where none is shown. */
function mayChangeCount(desk: Desk, { bookings }: ChangeFrame): boolean {
  const today = store.get(todayAtom);
  return bookings.some(
    ({ id, stay_end, checkin_date }) =>
      checkin_date !== null && (!desk.records.has(id) || today === null || stay_end < oldestRecentDay(today)),
  );
}

/** True if the older unpaid stays could not be counted when they changed. */
const countIsStaleAtom = atom(false);

/** Counts the older unpaid stays that are not shown, as of a log position or later. */
async function countOlder(position: number): Promise<void> {
  const shownTo = store.get(deskAtom)?.older.shownTo;
  if (shownTo === undefined) return;
  try {
    store.set(countIsStaleAtom, false);
    const answer = await readAtLeast(position, () => fetchOlderUnpaid(shownTo, 0));
    const countedAt = answer.position ?? position;
    store.set(deskAtom, (desk) => {
      if (desk?.older.shownTo !== shownTo || desk.older.countedAt > countedAt) return desk;
      return { ...desk, older: { shownTo, more: answer.data.more, countedAt } };
    });
  } catch (error) {
    store.set(countIsStaleAtom, true);
    console.error('front-desk', error);
  }
}

/** Counts again what could not be counted when it changed. */
async function recountOlder(): Promise<void> {
  if (store.get(countIsStaleAtom)) await countOlder(store.get(logPositionAtom)?.position ?? 0);
}

/** Shows one page more of the older unpaid stays; answers the id of its first. */
export async function showOlderUnpaid(): Promise<number | null> {
  const shownTo = store.get(deskAtom)?.older.shownTo;
  if (shownTo === undefined) return null;
  return meanwhile.during((received) => readOlderUnpaid(shownTo, received));
}

async function readOlderUnpaid(
  shownTo: UnpaidCursor | null,
  received: readonly ChangeFrame[],
): Promise<number | null> {
  try {
    const asOf = store.get(deskAtom)?.asOf ?? 0;
    const { data, position } = await readAtLeast(asOf, () => fetchOlderUnpaid(shownTo));
    const countedAt = position ?? asOf;
    const later = received.filter(({ to }) => to > countedAt);
    store.set(deskAtom, (desk) => {
      if (desk?.older.shownTo !== shownTo) return desk;
      const next = { ...desk, older: { shownTo: data.next, more: data.more, countedAt } };
      return [data, ...later].reduce((now, { bookings }) => withRecords(now, bookings), next);
    });
    if (later.length > 0) await countOlder(later.at(-1)?.to ?? countedAt);
    await placeNewcomers();
    return data.bookings[0]?.id ?? null;
  } catch (error) {
    void alertFailure(error);
    return null;
  }
}

/** Takes over what a frame says of bookings and rooms; what is held already, or newer, stays (contract 6). */
export function takeDeskFrame(frame: ChangeFrame): void {
  meanwhile.receive(frame);
  const before = store.get(deskAtom);
  store.set(deskAtom, (desk) => desk && withFrame(desk, frame));
  if (before && (store.get(countIsStaleAtom) || mayChangeCount(before, frame))) void countOlder(frame.to);
  void placeNewcomers();
}

/** Shows what a write of this terminal answered, without waiting for its frame. */
export function takeDeskRecord(record: BookingRecord): void {
  store.set(deskAtom, (desk) => desk && withRecords(desk, [record]));
}

/** True if the desk was read by this page. */
function isDeskRead(): boolean {
  return store.get(deskAtom) !== null && store.get(cachedListAsOfAtom) === null;
}

/** Reads the desk; what changed meanwhile is applied on top. Answers its log position, null when it failed. */
export function loadDesk(): Promise<number | null> {
  return meanwhile.during(readDesk);
}

/** Shows the desk as it is cached where none of today is shown; says why when it is not. */
async function showCachedDesk(error: unknown): Promise<void> {
  const today = store.get(todayAtom);
  const isOfToday = () => today !== null && store.get(deskAtom)?.day === today;
  if (isOfToday()) return;
  const cached = isLineDown(error) ? await cachedDesk(today) : null;
  if (isOfToday()) return;
  store.set(deskAtom, cached?.value ?? null);
  store.set(cachedListAsOfAtom, cached?.at ?? null);
  store.set(deskFailureAtom, cached ? null : failureText(error));
}

async function readDesk(received: readonly ChangeFrame[]): Promise<number | null> {
  const day = store.get(todayAtom);
  try {
    const reached = store.get(logPositionAtom)?.position ?? 0;
    const [{ data, position }, counted] = await Promise.all([
      readAtLeast(reached, fetchFrontDesk),
      readAtLeast(reached, () => fetchOlderUnpaid(null, 0)),
    ]);
    const records = new Map(data.map((record) => [record.id, record]));
    const known = store.get(deskAtom)?.rooms ?? roomDirectory([]);
    const missing = await fetchMissingRooms({ records, rooms: known, day });
    const older = {
      shownTo: counted.data.next,
      more: counted.data.more,
      countedAt: counted.position ?? 0,
    };
    const desk = { asOf: position ?? 0, day, records, rooms: withRooms(known, missing), older };
    const later = received.filter((frame) => frame.to > older.countedAt && mayChangeCount(desk, frame));
    store.set(cachedListAsOfAtom, null);
    store.set(deskFailureAtom, null);
    store.set(deskAtom, received.reduce<Desk>(withFrame, desk));
    const last = later.at(-1);
    if (last) void countOlder(last.to);
    return position;
  } catch (error) {
    console.error('front-desk', error);
    await showCachedDesk(error);
    return null;
  }
}

/** A cached desk is not followed on other screens. */
function leaveCachedDesk(): void {
  if (store.get(cachedListAsOfAtom) === null) return;
  store.set(cachedListAsOfAtom, null);
  store.set(deskAtom, null);
}

/** A booking as the front desk lists it: what decides about its place, its room's kind, and the record. */
export type DeskBooking = DeskStay & { roomKind: string; record: BookingRecord };

/** A first-night record in the domain's terms; the room is '' while it is not known. */
export function deskBooking(record: BookingRecord, room: { number: string; kind: string }): DeskBooking {
  return {
    id: record.id,
    status: record.is_cancelled === 1 ? 'cancelled' : 'active',
    roomNumber: room.number,
    roomKind: room.kind,
    stayStart: record.stay_start,
    stayEnd: record.stay_end,
    checkinTime: record.checkin_time,
    checkinDate: record.checkin_date,
    checkoutDate: record.checkout_date,
    paymentFlag: record.payment_flag,
    nextdayOutFlag: record.nextday_out_flag,
    ...(record.no_show === 1 && { isNoShow: true }),
    record,
  };
}

/** Marks the bookings that companies pay by invoice; null while it is not known which ways of payment are that. */
export function withInvoices(
  bookings: readonly DeskBooking[],
  payments: readonly PaymentRecord[] | null,
): DeskBooking[] | null {
  if (payments === null) return null;
  const invoices = payments.filter(({ is_invoice }) => is_invoice === 1);
  const ids = new Set(invoices.map(({ id }) => id));
  return bookings.map((booking) => {
    const { corporateID, payment_type } = booking.record;
    return corporateID > 0 && ids.has(payment_type ?? 0) ? { ...booking, isByInvoice: true } : booking;
  });
}

/** Reads the desk and keeps it current while it is shown; returns how to stop. */
export function followDesk(): () => void {
  const stops = [
    cacheDesk(),
    leaveCachedDesk,
    followFrames((frame) => {
      if (frame) takeDeskFrame(frame);
      else void loadDesk();
    }),
    store.sub(todayAtom, () => void loadDesk()),
    // Connected again: what could not be read before is read now.
    store.sub(logPositionAtom, () => {
      if (isDeskRead()) void recountOlder();
      else void loadDesk();
    }),
  ];
  void loadDesk().then((position) => liveSession.resumeFrom(position));
  return stopAll(stops);
}

onErasure((erased) => {
  if (erased) erased.bookings.forEach(takeDeskRecord);
  else if (isDeskRead()) void loadDesk();
});
