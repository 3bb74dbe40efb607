import { day } from '@domain/dates.js';
import { beforeEach, expect, test } from '@jest/globals';
import { calendarAtom } from '../../../frontend/state/calendar.js';
import { createCalendarSync } from '../../../frontend/state/calendar-sync.js';
import { store } from '../../../frontend/state/store.js';
import { serve } from '../support/fake-server.js';
import { aFrame, bookingRecord, nightRecords, RANGE, roomRecords } from '../support/records.js';

const STAY = { stayStart: day('2026-11-20'), stayEnd: day('2026-11-22') };
const shown = (roomNumber: string) =>
  (store.get(calendarAtom)?.byRoom.get(roomNumber) ?? []).map(({ id, version }) => `${id} v${version}`);

/** An answer that is held back until it is let go. */
function held(body: unknown) {
  let letGo = () => {};
  const waiting = new Promise<{ body: unknown; position: number }>((resolve) => {
    letGo = () => resolve({ body, position: 10 });
  });
  return { handler: () => waiting, letGo };
}

beforeEach(() => store.set(calendarAtom, null));

test('a frame that arrives while a load is under way is applied on top of the older answer', async () => {
  serve();
  const sync = createCalendarSync();
  await sync.show(RANGE);
  const old = held(nightRecords({ id: 7, version: 1, roomNumber: '1001', ...STAY }));
  serve({ 'GET /api/bookings': old.handler });
  const loading = sync.show(RANGE);
  const cancelled = bookingRecord({ id: 7, version: 2, roomNumber: '1001', status: 'cancelled', ...STAY });
  const created = bookingRecord({ id: 8, version: 1, roomNumber: '1002', ...STAY });
  expect(sync.receive(aFrame(10, 12, { bookings: [cancelled, created] }))).toBe(true);
  old.letGo();
  await loading;
  expect(shown('1001')).toEqual([]);
  expect(shown('1002')).toEqual(['8 v1']);
});

test('an answer newer than the frames is not undone by them', async () => {
  serve();
  const sync = createCalendarSync();
  await sync.show(RANGE);
  sync.receive(
    aFrame(10, 11, { bookings: [bookingRecord({ id: 7, version: 1, roomNumber: '1001', ...STAY })] }),
  );
  serve({ 'GET /api/bookings': () => ({ body: [], position: 11 }) });
  await sync.show(RANGE);
  expect(shown('1001')).toEqual([]);
});

test('of two ranges asked for, the later one stays', async () => {
  const weather = held([]);
  const sync = createCalendarSync();
  serve({ 'GET /api/weather': weather.handler });
  const first = sync.show(RANGE);
  serve();
  const later = { first: day('2026-12-01'), last: day('2026-12-10') };
  await sync.show(later);
  weather.letGo();
  await first;
  expect(store.get(calendarAtom)?.range).toEqual(later);
});

test('a frame after a gap is not applied, and the caller is told', async () => {
  serve();
  const sync = createCalendarSync();
  await sync.show(RANGE);
  const lost = bookingRecord({ id: 7, version: 1, roomNumber: '1001', ...STAY });
  expect(sync.receive(aFrame(11, 12, { bookings: [lost] }))).toBe(false);
  expect(sync.position()).toBe(10);
  expect(shown('1001')).toEqual([]);
});

test('a stay that began before the months shown is placed once their rooms are there, frames keeping their order', async () => {
  serve();
  const sync = createCalendarSync();
  await sync.show(RANGE);
  const october = held(
    roomRecords('1001')
      .map((room) => ({ ...room, id: 10_010_322, month: 10 }))
      .slice(0, 1),
  );
  serve({ 'GET /api/rooms': october.handler });
  const long = { id: 7, roomNumber: '1001', stayStart: day('2026-10-30'), stayEnd: day('2026-11-20') };
  sync.receive(aFrame(10, 11, { bookings: [bookingRecord({ ...long, version: 1 })] }));
  sync.receive(aFrame(11, 12, { bookings: [bookingRecord({ ...long, version: 2 })] }));
  sync.receive(
    aFrame(12, 13, { bookings: [bookingRecord({ id: 8, version: 1, roomNumber: '1002', ...STAY })] }),
  );
  october.letGo();
  await new Promise<void>((resolve) => {
    const stop = store.sub(calendarAtom, () => {
      if (shown('1002').length === 0) return;
      stop();
      resolve();
    });
  });
  expect(shown('1001')).toEqual(['7 v2']);
  expect(shown('1002')).toEqual(['8 v1']);
});
