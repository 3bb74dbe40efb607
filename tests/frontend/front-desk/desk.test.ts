import { day } from '@domain/dates.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { expect, test } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { encodeRoomMonth } from '@wire/room-record.js';
import { askedVerbAtom } from '#frontend/booking/asked-verb.atoms.js';
import { type DeskBooking, deskBookingsAtom, loadDesk, takeDeskFrame } from '#frontend/front-desk/desk.js';
import {
  followDays,
  invoicesAtom,
  moreInvoicesAtom,
  namedDayAtom,
  showMoreInvoices,
} from '#frontend/front-desk/desk-days.js';
import {
  deskCountsAtom,
  deskFilterAtom,
  deskRowsAtom,
  onlyLeftAtom,
  shownListAtom,
} from '#frontend/front-desk/desk-view.js';
import { doAtDesk, verbOfKey } from '#frontend/front-desk/row-keys.js';
import { messageAtom } from '#frontend/shared/dialogs.js';
import { loadHotel } from '#frontend/shared/hotel.js';
import { publishFrame } from '#frontend/shared/live/frame-listeners.js';
import { loadMasters } from '#frontend/shared/masters.js';
import { operationsAtom } from '#frontend/shared/operations.js';
import { store } from '#frontend/shared/store.js';
import { aRoomOf, month } from '#tests/support/builders.js';
import { serve, tick } from '../support/fake-server.js';
import { aFrame, bookingRecord } from '../support/records.js';

// The fake server's today is 2026-11-21.
const TODAY = day('2026-11-21');
const arrival = (id: number, details: Partial<Reservation> = {}) =>
  bookingRecord({ id, roomNumber: '1001', stayStart: TODAY, stayEnd: day('2026-11-22'), ...details });

async function show(...records: ReturnType<typeof arrival>[]) {
  const calls = serve({
    'GET /api/front-desk': () => ({ body: records, position: 10 }),
    'GET /api/front-desk/unpaid': () => ({
      body: { bookings: [], more: 0, next: '2026-10-22_0' },
      position: 10,
    }),
  });
  await Promise.all([loadHotel(), loadMasters(['payment'])]);
  expect(await loadDesk()).toBe(10);
  return calls;
}

const ids = () => (store.get(deskBookingsAtom) ?? []).map(({ id }) => id).sort();
const rows = () => store.get(deskRowsAtom).map(({ id }) => id);
const left = (list: string) => store.get(deskCountsAtom).find((count) => count.list === list);
function booking(id: number): DeskBooking {
  const found = store.get(deskBookingsAtom)?.find((one) => one.id === id);
  if (!found) throw new Error(`${id} is not at the desk`);
  return found;
}

/** Presses the key of a booking's row; done once that is over, or a question waits. */
async function press(letter: string, on: DeskBooking): Promise<void> {
  const modifiers = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false };
  const verb = verbOfKey({ key: letter.toLowerCase(), code: `Key${letter}`, ...modifiers }, on, TODAY);
  const asked = new Promise<void>((done) => {
    const stop = store.sub(askedVerbAtom, () => {
      if (store.get(askedVerbAtom) === null) return;
      stop();
      done();
    });
  });
  if (verb) await Promise.race([doAtDesk(verb, on), asked]);
}

/** Presses the key and the first of the choices that it asks about. */
async function pressAndChoose(letter: string, on: DeskBooking): Promise<void> {
  await press(letter, on);
  const asked = store.get(askedVerbAtom);
  await asked?.answer(asked.question.choices[0]?.answer ?? {});
}

/** The data around a booking, of its fields only those that questions are about. */
const around = (id: number) => ({
  [`GET /api/fetch-reservation-data/${id}`]: () => ({
    body: { id, in_house: null, party: [], imported_record_id: null },
  }),
});

test('what a frame brings comes and goes with the day; an older version changes nothing', async () => {
  await show(arrival(1, { version: 2 }), arrival(2));
  const later = { stayStart: day('2026-11-25'), stayEnd: day('2026-11-26') };
  const moved = arrival(2, { ...later, version: 2 });
  takeDeskFrame(aFrame(10, 11, { bookings: [arrival(3), arrival(4, later), moved] }));
  expect(ids()).toEqual([1, 3]);
  takeDeskFrame(aFrame(11, 12, { bookings: [arrival(1, { version: 1, guestName1: '古い名' })] }));
  expect(booking(1).record.guest_name_1).not.toBe('古い名');
  takeDeskFrame(aFrame(12, 13, { bookings: [arrival(3, { version: 2, status: 'cancelled' })] }));
  expect(ids()).toEqual([1]);
});

test('a frame that the answer holds already changes nothing; what happens while it is read is applied on top', async () => {
  await show(arrival(1));
  takeDeskFrame(aFrame(9, 10, { bookings: [arrival(1, { status: 'cancelled', version: 2 })] }));
  expect(ids()).toEqual([1]);
  const again = loadDesk();
  takeDeskFrame(aFrame(10, 11, { bookings: [arrival(2)] }));
  await again;
  expect(ids()).toEqual([1, 2]);
});

test("the lists go by the hotel's order of its rooms, which is that of today's month", async () => {
  const numbers = ['1001', '1002', '201'];
  const guests = numbers.map((roomNumber, at) =>
    arrival(at + 1, { roomNumber, stayStart: day('2026-10-31'), checkinDate: day('2026-10-31') }),
  );
  const inMonth = (at: string, places: readonly number[]) =>
    numbers.flatMap((roomNumber, index) =>
      aRoomOf(roomNumber, { position: places[index] ?? null }, [month(at)]).map(encodeRoomMonth),
    );
  const months: Record<string, object[]> = {
    '2026-10-01': inMonth('2026-10', [1, 2, 3]),
    '2026-11-01': inMonth('2026-11', [3, 1, 2]),
  };
  serve({
    'GET /api/front-desk': () => ({ body: guests, position: 10 }),
    'GET /api/front-desk/unpaid': () => ({
      body: { bookings: [], more: 0, next: '2026-10-22_0' },
      position: 10,
    }),
    'GET /api/rooms': ({ searchParams }) => ({
      body: months[searchParams.get('year_month') ?? ''] ?? [],
      position: 10,
    }),
  });
  await Promise.all([loadHotel(), loadMasters(['payment'])]);
  await loadDesk();
  store.set(shownListAtom, 'inHouse');
  expect(rows()).toEqual([2, 3, 1]);
  store.set(shownListAtom, 'unpaid');
  expect(rows()).toEqual([2, 3, 1]);
});

test('the room of a newcomer is read when its month was not', async () => {
  await show(arrival(1));
  expect(booking(1)).toMatchObject({ roomNumber: '1001', roomKind: '禁煙シングル' });
  const earlier = arrival(2, {
    roomNumber: '1002',
    stayStart: day('2026-10-31'),
    stayEnd: day('2026-11-21'),
  });
  const october = aRoomOf('1002', {}, [month('2026-10')]).map(encodeRoomMonth);
  const calls = serve({ 'GET /api/rooms': () => ({ body: october, position: 11 }) });
  takeDeskFrame(aFrame(10, 11, { bookings: [earlier] }));
  await tick();
  expect(booking(2).roomNumber).toBe('1002');
  expect(calls.filter(({ path }) => path === '/api/rooms')).toHaveLength(1);
});

test('what is done stands at the end, but a row stays where it is while one works on it', async () => {
  const done = { checkinDate: TODAY };
  await show(arrival(1, { ...done, checkinTime: '13:00' }), arrival(2), arrival(3, { checkinTime: '16:00' }));
  expect(rows()).toEqual([2, 3, 1]);
  expect(left('arrivals')).toEqual({ list: 'arrivals', all: 3, left: 2 });
  serve({
    ...around(2),
    'POST /api/booking/2/check-in': () => ({ body: arrival(2, { ...done, version: 2 }) }),
  });
  await pressAndChoose('I', booking(2));
  expect(rows()).toEqual([2, 3, 1]);
  expect(left('arrivals')).toEqual({ list: 'arrivals', all: 3, left: 1 });
  store.set(onlyLeftAtom, true);
  expect(rows()).toEqual([2, 3]);
  store.set(shownListAtom, 'arrivals');
  expect(rows()).toEqual([3]);
});

test('rows are found by room, name, kana of any width, phone and number', async () => {
  await show(
    arrival(1, { guestName1: '田中 一郎', guestName1Kana: 'タナカ イチロウ', tel: '090-0000-1234' }),
    arrival(3, { roomNumber: '1003', tel: '090-9999-1002' }),
    arrival(2, { bookingNumber: 'RY-77', roomNumber: '1002' }),
  );
  for (const [text, found] of [
    ['たなか', [1]],
    ['ﾀﾅｶｲ', [1]],
    ['0000-12', [1]],
    ['ry77', [2]],
    ['１００２', [2, 3]],
    ['1002', [2, 3]],
    ['どこにも', []],
  ] as const) {
    store.set(deskFilterAtom, text);
    expect([text, rows()]).toEqual([text, found]);
  }
});

test('three figures that are a room mean that room, not the end of a phone; others are found in phones too', async () => {
  const inHouse = {
    stayStart: day('2026-11-20'),
    stayEnd: day('2026-11-23'),
    checkinDate: day('2026-11-20'),
  };
  await show(
    arrival(1, { tel: '090-0000-3608', bookingNumber: 'W609608' }),
    arrival(2, { ...inHouse, roomNumber: '608' }),
  );
  takeDeskFrame(aFrame(10, 11, { rooms: aRoomOf('608', {}, [month('2026-11')]).map(encodeRoomMonth) }));
  for (const [list, text, found] of [
    ['arrivals', '608', []],
    ['arrivals', '６０８', []],
    ['arrivals', '3608', [1]],
    ['arrivals', '609', [1]],
    ['inHouse', '608', [2]],
  ] as const) {
    store.set(shownListAtom, list);
    store.set(deskFilterAtom, text);
    expect([list, text, rows()]).toEqual([list, text, found]);
  }
});

test('an act goes out once, for the version that is shown, and is noted to be taken back', async () => {
  await show(arrival(1, { version: 3, guestName1: '山田太郎' }));
  const calls = serve({
    ...around(1),
    'POST /api/booking/1/check-in': () => ({ body: arrival(1, { version: 4, checkinDate: TODAY }) }),
  });
  await Promise.all([pressAndChoose('I', booking(1)), pressAndChoose('I', booking(1))]);
  const [sent, ...more] = calls.filter(({ method }) => method === 'POST');
  expect(more).toEqual([]);
  expect(sent?.headers['If-Match']).toBe('"3"');
  expect(store.get(operationsAtom)).toMatchObject([
    {
      text: '1001 山田太郎 未払い ¥8,000 のままチェックイン',
      requestId: sent?.headers['Idempotency-Key'],
      ids: [1],
    },
  ]);
  expect(booking(1).checkinDate).toBe(TODAY);
});

test('a check-out with nothing owed and no night left asks nothing', async () => {
  const leaving = { stayStart: day('2026-11-20'), stayEnd: TODAY, checkinDate: day('2026-11-20') };
  await show(arrival(1, { ...leaving, paymentFlag: 1 }));
  const done = arrival(1, { ...leaving, paymentFlag: 1, checkoutDate: TODAY, version: 2 });
  const calls = serve({ 'POST /api/booking/1/check-out': () => ({ body: done }) });
  await press('O', booking(1));
  expect(store.get(askedVerbAtom)).toBeNull();
  expect(calls).toMatchObject([{ path: '/api/booking/1/check-out', body: {} }]);
  expect(rows()).toEqual([]);
});

test.each([
  ['an unpaid', { stayStart: day('2026-11-20'), stayEnd: TODAY }],
  ['an early', { paymentFlag: 1 as const }],
])('%s check-out is asked about', async (_, details) => {
  const stored = { checkinDate: day('2026-11-20'), stayStart: day('2026-11-20'), ...details, version: 3 };
  await show(arrival(1, stored));
  const calls = serve({});
  await press('O', booking(1));
  expect(calls).toEqual([]);
  expect(store.get(askedVerbAtom)?.question.title).toBe('チェックアウトの確認');
  store.get(askedVerbAtom)?.cancel();
});

test('a no-show leaves the arrivals for a list of its own, and comes back', async () => {
  await show(arrival(1));
  const calls = serve({
    'POST /api/booking/1/no-show': () => ({ body: { ...arrival(1), no_show: 1, version: 2 } }),
    'DELETE /api/booking/1/no-show': () => ({ body: arrival(1, { version: 3 }) }),
  });
  await press('X', booking(1));
  expect([left('arrivals')?.all, left('noShows')?.all]).toEqual([0, 1]);
  await press('X', booking(1));
  expect([left('arrivals')?.all, left('noShows')?.all]).toEqual([1, 0]);
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /api/cancellation_rules',
    'POST /api/booking/1/no-show',
    'DELETE /api/booking/1/no-show',
  ]);
  expect(store.get(operationsAtom)).toHaveLength(2);
});

const NO_INVOICES = { bookings: [], more: 0, next: '2026-11-01_1' };

test('another day has its own lists, read from the server; debts stay those of now', async () => {
  const owing = { stayStart: day('2026-11-20'), checkinDate: day('2026-11-20'), paymentFlag: 0 as const };
  await show(arrival(1), arrival(2, owing));
  const tomorrow = day('2026-11-22');
  const room = { room_number: '905', room_type: 'ツイン', smoking_status: '禁煙' };
  const body = [{ ...arrival(3, { stayStart: tomorrow, stayEnd: day('2026-11-23') }), ...room }];
  const calls = serve({
    'GET /api/front-desk': () => ({ body, position: 11 }),
    'GET /api/front-desk/room-changes': () => ({ body: [], position: 11 }),
    'GET /api/front-desk/invoices': () => ({ body: NO_INVOICES, position: 11 }),
  });
  const stop = followDays();
  store.set(namedDayAtom, tomorrow);
  await tick();
  await tick();
  expect(calls.find(({ path }) => path === '/api/front-desk')).toBeDefined();
  expect(rows()).toEqual([3]);
  expect(store.get(deskRowsAtom)[0]).toMatchObject({ roomNumber: '905', roomKind: '禁煙ツイン' });
  store.set(shownListAtom, 'unpaid');
  expect(rows()).toEqual([2]);
  store.set(namedDayAtom, null);
  store.set(shownListAtom, 'arrivals');
  expect(rows()).toEqual([1]);
  stop();
});

test('what companies owe is read page by page, counted whole, and kept current as far as it is shown', async () => {
  const owed = (id: number) => ({ ...arrival(id, { checkinDate: TODAY }), room_number: '905' });
  const pages: Record<string, object> = {
    '': { bookings: [owed(1), owed(2)], more: 2, next: 'a' },
    a: { bookings: [owed(3)], more: 1, next: 'b' },
  };
  await show();
  const calls = serve({
    'GET /api/front-desk/room-changes': () => ({ body: [], position: 12 }),
    'GET /api/front-desk/invoices': (url) => ({
      body: pages[url.searchParams.get('after') ?? ''],
      position: 12,
    }),
  });
  const stop = followDays();
  await tick();
  const shown = () => store.get(invoicesAtom)?.map(({ id }) => id);
  expect([shown(), store.get(moreInvoicesAtom), left('invoices')?.all]).toEqual([[1, 2], 2, 4]);
  expect(await showMoreInvoices()).toBe(3);
  expect([shown(), store.get(moreInvoicesAtom), left('invoices')?.all]).toEqual([[1, 2, 3], 1, 4]);
  const before = calls.length;
  publishFrame(aFrame(11, 12, { bookings: [arrival(9)] }));
  const readAgain = () => calls.slice(before).filter(({ path }) => path.endsWith('invoices'));
  await waitFor(() => expect(readAgain()).toHaveLength(2));
  stop();
});

test('what is not allowed is not sent; what is refused is told and leaves the row alone', async () => {
  const leaving = { stayStart: day('2026-11-20'), stayEnd: TODAY, paymentFlag: 1 as const };
  await show(arrival(1), arrival(2, { ...leaving, checkinDate: TODAY }));
  const calls = serve({
    'POST /api/booking/2/check-out': () => ({ status: 409, body: { error: '他の端末で更新されています。' } }),
  });
  await press('O', booking(1));
  await press('U', booking(1));
  await press('I', booking(2));
  expect(calls).toEqual([]);
  const refused = press('O', booking(2));
  await tick();
  expect(store.get(messageAtom)?.text).toBe('他の端末で更新されています。');
  store.get(messageAtom)?.settle(true);
  await refused;
  expect(booking(2).checkoutDate).toBeNull();
  expect(store.get(operationsAtom)).toEqual([]);
});

test('a check-out is taken back before the check-in is', async () => {
  await show(arrival(1, { checkinDate: TODAY, checkoutDate: TODAY }));
  const calls = serve({
    'DELETE /api/booking/1/check-out': () => ({ body: arrival(1, { version: 2, checkinDate: TODAY }) }),
    'DELETE /api/booking/1/check-in': () => ({ body: arrival(1, { version: 3 }) }),
  });
  await press('U', booking(1));
  await press('U', booking(1));
  expect(calls.map(({ path }) => path)).toEqual(['/api/booking/1/check-out', '/api/booking/1/check-in']);
});

test('the way of paying stays asked for until it was noted', async () => {
  await show(arrival(1, { checkinDate: TODAY }));
  serve({
    'POST /api/booking/1/payment': () => ({ status: 409, body: { error: '使えない支払方法です。' } }),
  });
  await press('P', booking(1));
  const refused = store.get(askedVerbAtom)?.answer({ payBy: 5 });
  await waitFor(() => expect(store.get(messageAtom)?.text).toBe('使えない支払方法です。'));
  store.get(messageAtom)?.settle(true);
  await refused;
  expect(store.get(askedVerbAtom)?.booking.id).toBe(1);
  store.get(askedVerbAtom)?.cancel();
});

test('the way of paying is asked for only when none is set, and before an invoice counts as paid', async () => {
  await show(arrival(1), arrival(2, { paymentType: 7 }), arrival(3, { paymentType: 8, corporateId: 4 }));
  const paid = (id: number, paymentType: number) => () => ({
    body: arrival(id, { version: 2, paymentFlag: 1, paymentType }),
  });
  const calls = serve({
    'GET /api/payment_master': () => ({
      body: [{ id: 8, payment_name: '請求書払い', is_retired: 0, is_invoice: 1, version: 1 }],
    }),
    'POST /api/booking/1/payment': paid(1, 5),
    'POST /api/booking/2/payment': paid(2, 7),
    'POST /api/booking/3/payment': paid(3, 8),
  });
  await loadMasters(['payment']);
  calls.length = 0;
  await press('P', booking(2));
  expect(calls.at(-1)?.body).toEqual({ payment_type: 7, payment_flag: 1 });
  for (const [id, answer, payment_type] of [
    [1, { payBy: 5 }, 5],
    [3, null, 8],
  ] as const) {
    const before = calls.length;
    await press('P', booking(id));
    expect(calls).toHaveLength(before);
    const asked = store.get(askedVerbAtom);
    expect(asked?.booking.id).toBe(id);
    await asked?.answer(answer ?? asked.question.choices[0]?.answer ?? {});
    expect(calls.at(-1)?.body).toEqual({ payment_type, payment_flag: 1 });
    expect(store.get(askedVerbAtom)).toBeNull();
  }
  await waitFor(() => expect([1, 2, 3].map((id) => booking(id).paymentFlag)).toEqual([1, 1, 1]));
});
