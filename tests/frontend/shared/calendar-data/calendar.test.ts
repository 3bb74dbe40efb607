import { day } from '@domain/dates.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { describe, expect, test } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import { applyFrame, missingMonths } from '#frontend/shared/calendar-data/apply-frame.js';
import { calendarAtom } from '#frontend/shared/calendar-data/calendar.js';
import {
  bookingById,
  type CalendarSnapshot,
  NO_ROOM,
} from '#frontend/shared/calendar-data/calendar-snapshot.js';
import { createCalendarSync } from '#frontend/shared/calendar-data/calendar-sync.js';
import { shareParts } from '#frontend/shared/calendar-data/share-parts.js';
import { editingAtom } from '#frontend/shared/live/connection.js';
import { store } from '#frontend/shared/store.js';
import { deferred, serve } from '#tests/frontend/support/fake-server.js';
import {
  aFrame,
  bookingRecord,
  calendarOf,
  countRecord,
  countRecords,
  RANGE,
  roomRecords,
} from '#tests/frontend/support/records.js';
import { eventually } from '#tests/support/eventually.js';

const DECEMBER = { stayStart: day('2026-12-20'), stayEnd: day('2026-12-21') };

/** A booking over the end of a month, unless said otherwise. */
const details = (id: number, version: number, roomNumber: string, more: Partial<Reservation> = {}) => ({
  ...{ id, version, roomNumber, stayStart: day('2026-11-29'), stayEnd: day('2026-12-02') },
  ...more,
});
const booking = (...of: Parameters<typeof details>) => bookingRecord(details(...of));

const aSnapshot = (position = 10) =>
  calendarOf({ bookings: [booking(7, 2, '1001')], counts: countRecords(1) }, { position });

/** The calendar after a frame with these bookings, from one position to the next. */
const withFrame = (calendar: CalendarSnapshot, from: number, ...bookings: BookingRecord[]) =>
  applyFrame(calendar, aFrame(from, from + 1, { bookings }));

const idsIn = (snapshot: CalendarSnapshot | null, roomNumber: string) =>
  (snapshot?.byRoom.get(roomNumber) ?? []).map(({ id, version }) => `${id} v${version}`);

describe('the calendar after a frame', () => {
  test('a booking over a month end is held once, whichever month its night names', () => {
    expect(idsIn(aSnapshot(), '1001')).toEqual(['7 v2']);
  });

  test('takes a newer version and passes over an older one', () => {
    const newer = withFrame(aSnapshot(), 10, booking(7, 3, '1001'));
    expect(idsIn(newer, '1001')).toEqual(['7 v3']);
    expect(idsIn(withFrame(newer, 11, booking(7, 1, '1001')), '1001')).toEqual(['7 v3']);
  });

  test('is another one: the calendar before it keeps what it knew, however many frames come', () => {
    const before = aSnapshot();
    let now = before;
    for (let version = 3; version < 20; version++)
      now = withFrame(now, version + 7, booking(7, version, '1001'));
    for (let id = 1_000; id < 3_000; id++) now = withFrame(now, id, booking(id, 1, '1002'));
    expect([before, now].map((each) => each.known.get(7)?.version)).toEqual([2, 19]);
    expect([before, now].map((each) => each.known.values().length)).toEqual([1, 2_001]);
    expect(before.known.has(1_000)).toBe(false);
  });

  test('moves a booking to its new room and leaves the other rooms as they are', () => {
    const before = withFrame(aSnapshot(), 10, booking(8, 1, '1002'));
    const moved = withFrame(before, 11, booking(7, 3, '1001', DECEMBER));
    expect(moved.byRoom.get('1002')).toBe(before.byRoom.get('1002'));
    const last = withFrame(moved, 12, booking(7, 4, '1002', DECEMBER));
    expect([idsIn(last, '1001'), idsIn(last, '1002')]).toEqual([[], ['8 v1', '7 v4']]);
  });

  test('a cancelled booking is gone and does not come back', () => {
    const gone = withFrame(aSnapshot(), 10, booking(7, 3, '1001', { status: 'cancelled' }));
    expect(idsIn(gone, '1001')).toEqual([]);
    expect(idsIn(withFrame(gone, 11, booking(7, 2, '1001')), '1001')).toEqual([]);
  });

  test('counts are replaced for the days shown, unless what was read is as new', () => {
    const counts = { '2026-11-20': countRecord(5), '2027-03-01': countRecord(9) };
    const [newer, kept] = [10, 11].map((read) => applyFrame(aSnapshot(read), aFrame(10, 11, { counts })));
    expect(newer?.counts.get(day('2026-11-20'))?.normal_non_smoking.actual).toBe(5);
    expect(newer?.counts.has(day('2027-03-01'))).toBe(false);
    expect(kept?.counts.get(day('2026-11-20'))?.normal_non_smoking.actual).toBe(1);
  });

  test.each([
    ['2026-10-30', '2026-11-20', ['2026-10-01']],
    ['2026-10-01', '2026-10-09', []],
  ])('a stay from %s to %s needs rooms of %j that are not loaded', (start, end, months) => {
    const stay = booking(9, 1, '1001', { stayStart: day(start), stayEnd: day(end) });
    expect(missingMonths(aSnapshot(), [stay])).toEqual(months);
  });

  test('a booking without a room is kept apart; a further night of one, as older servers send it, adds nothing', () => {
    const placed = booking(8, 1, '1001');
    const roomless = { ...booking(9, 1, '1001'), room_id: null };
    const loaded = calendarOf({ bookings: [placed, { ...placed, date: placed.stay_end }, roomless] });
    expect([idsIn(loaded, '1001'), idsIn(loaded, NO_ROOM)]).toEqual([['8 v1'], ['9 v1']]);
    const lost = withFrame(loaded, 10, { ...booking(8, 2, '1001'), room_id: null });
    expect([idsIn(lost, '1001'), idsIn(lost, NO_ROOM)]).toEqual([[], ['9 v1', '8 v2']]);
    expect(bookingById(lost, 8)?.roomNumber).toBe(NO_ROOM);
  });
});

describe('frames and loads', () => {
  const shown = (roomNumber: string) => idsIn(store.get(calendarAtom), roomNumber);

  /** An answer that is held back until it is let go. */
  function held(body: unknown) {
    const { promise, resolve } = deferred<{ body: unknown; position: number }>();
    return { handler: () => promise, letGo: () => resolve({ body, position: 10 }) };
  }

  /** A calendar as of position 10, without bookings. */
  async function loaded() {
    serve();
    const sync = createCalendarSync();
    await sync.show(RANGE);
    const receive = (from: number, to: number, ...bookings: BookingRecord[]) =>
      sync.receive(aFrame(from, to, { bookings }));
    return { sync, receive };
  }

  test('a frame that arrives while a load is under way is applied on top of the older answer', async () => {
    const { sync, receive } = await loaded();
    const old = held([booking(7, 1, '1001')]);
    serve({ 'GET /api/bookings': old.handler });
    const loading = sync.show(RANGE);
    const cancelled = booking(7, 2, '1001', { status: 'cancelled' });
    expect(receive(10, 12, cancelled, booking(8, 1, '1002'))).toBe(true);
    old.letGo();
    await loading;
    expect([shown('1001'), shown('1002')]).toEqual([[], ['8 v1']]);
  });

  test('an answer newer than the frames is not undone by them', async () => {
    const { sync, receive } = await loaded();
    receive(10, 11, booking(7, 1, '1001'));
    serve({ 'GET /api/bookings': () => ({ body: [], position: 11 }) });
    await sync.show(RANGE);
    expect(shown('1001')).toEqual([]);
  });

  test('of two ranges asked for, the later one stays', async () => {
    const weather = held([]);
    const sync = createCalendarSync();
    const calls = serve({ 'GET /api/weather': weather.handler });
    const first = sync.show(RANGE);
    await eventually('the first range is asked for', () => calls.some(({ path }) => path === '/api/weather'));
    serve();
    const later = { first: day('2026-12-01'), last: day('2026-12-10') };
    await sync.show(later);
    weather.letGo();
    await first;
    expect(store.get(calendarAtom)?.range).toEqual(later);
  });

  test('the booking that is open in the form stays known when a range without it is shown', async () => {
    const { sync } = await loaded();
    store.set(editingAtom, 7);
    await sync.showRecord(booking(7, 1, '1001'));
    await sync.show({ first: day('2027-01-10'), last: day('2027-01-12') });
    const isKnown = () => store.get(calendarAtom)?.known.has(7);
    expect(isKnown()).toBe(true);
    store.set(editingAtom, null);
    await sync.show({ first: day('2027-01-11'), last: day('2027-01-12') });
    expect(isKnown()).toBe(false);
  });

  test('a frame after a gap is not applied, and the caller is told', async () => {
    const { sync, receive } = await loaded();
    expect(receive(11, 12, booking(7, 1, '1001'))).toBe(false);
    expect([sync.position(), shown('1001')]).toEqual([10, []]);
  });

  test('a stay that began before the months shown is placed once their rooms are there, frames keeping their order', async () => {
    const { receive } = await loaded();
    const [room] = roomRecords('1001');
    const october = held([{ ...room, id: 10_010_322, month: 10 }]);
    serve({ 'GET /api/rooms': october.handler });
    const long = { stayStart: day('2026-10-30'), stayEnd: day('2026-11-20') };
    receive(10, 11, booking(7, 1, '1001', long));
    receive(11, 12, booking(7, 2, '1001', long));
    receive(12, 13, booking(8, 1, '1002'));
    october.letGo();
    await new Promise<void>((resolve) => {
      const stop = store.sub(calendarAtom, () => {
        if (shown('1002').length === 0) return;
        stop();
        resolve();
      });
    });
    expect([shown('1001'), shown('1002')]).toEqual([['7 v2'], ['8 v1']]);
  });
});

describe('the calendar read anew at another moment', () => {
  const inRoom = (id: number, roomNumber: string, guestName1 = '客') =>
    booking(id, 1, roomNumber, { guestName1 });

  /** The calendar of these bookings and counts, read anew. */
  function read(bookings = [inRoom(7, '1001'), inRoom(8, '1002')], counts = countRecords(0)) {
    const weather = { id: 1, date: day('2026-11-20'), weather: '雨', holiday_flag: 0 } as const;
    return calendarOf({ bookings, counts, weather: [weather] as never }, { range: { ...RANGE } });
  }

  test('what is the same stays the same object, part by part', () => {
    const former = read();
    const next = shareParts(former, read());
    for (const part of ['range', 'days', 'rooms', 'counts', 'weather'] as const) {
      expect(next[part]).toBe(former[part]);
    }
    for (const room of ['1001', '1002']) expect(next.byRoom.get(room)).toBe(former.byRoom.get(room));
  });

  test('only the row of a booking that differs, and only the day whose count differs, is new', () => {
    const former = read();
    const bookings = [inRoom(7, '1001', '別の客'), inRoom(8, '1002')];
    const next = shareParts(former, read(bookings, { ...countRecords(0), '2026-11-20': countRecord(3) }));
    expect(next.byRoom.get('1001')?.[0]?.record.guest_name_1).toBe('別の客');
    expect(next.byRoom.get('1002')).toBe(former.byRoom.get('1002'));
    expect(next.counts.get(day('2026-11-20'))?.normal_non_smoking.actual).toBe(3);
    expect(next.counts.get(day('2026-11-21'))).toBe(former.counts.get(day('2026-11-21')));
  });

  test('a room that became another, or is new, is as it is now; the others are what they were', () => {
    const former = calendarOf({ rooms: roomRecords('1001', '1002') });
    const changed = roomRecords('1001', '1002', '1003').map((room) =>
      room.room_number === '1002' ? { ...room, room_label: '改装' } : room,
    );
    const next = shareParts(former, calendarOf({ rooms: changed }));
    const labels = [...next.rooms.byId.values()].map(
      ({ roomNumber, roomLabel }) => `${roomNumber} ${roomLabel}`,
    );
    expect(labels.filter((label) => /^1002 改装$|^1003 /.test(label))).toHaveLength(4);
  });

  test('a booking that left its room is not in its row any more', () => {
    const former = read();
    const next = shareParts(former, read([inRoom(7, '1002'), inRoom(8, '1002')]));
    expect([idsIn(next, '1001'), idsIn(next, '1002')]).toEqual([[], ['7 v1', '8 v1']]);
    expect(next.byRoom.get('1002')?.[1]).toBe(former.byRoom.get('1002')?.[0]);
  });
});
