import { day } from '@domain/dates.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { beforeEach, expect, test } from '@jest/globals';
import { actsAtom } from '../../../frontend/state/acts.js';
import { messageAtom } from '../../../frontend/state/dialogs.js';
import { deskBookingsAtom, loadDesk, takeDeskFrame } from '../../../frontend/state/front-desk/desk.js';
import {
  checkIn,
  checkOut,
  pay,
  payBy,
  payingAtom,
  takeStayActBack,
} from '../../../frontend/state/front-desk/desk-acts.js';
import type { DeskBooking } from '../../../frontend/state/front-desk/desk-booking.js';
import {
  deskCountsAtom,
  deskFilterAtom,
  deskRowsAtom,
  onlyLeftAtom,
  shownListAtom,
} from '../../../frontend/state/front-desk/desk-view.js';
import { loadHotel } from '../../../frontend/state/hotel.js';
import { store } from '../../../frontend/state/store.js';
import { serve } from '../support/fake-server.js';
import { aFrame, bookingRecord } from '../support/records.js';

// The fake server's today is 2026-11-21.
const TODAY = day('2026-11-21');
const arrival = (id: number, details: Partial<Reservation> = {}) =>
  bookingRecord({ id, roomNumber: '1001', stayStart: TODAY, stayEnd: day('2026-11-22'), ...details });

async function show(...records: ReturnType<typeof arrival>[]) {
  const calls = serve({ 'GET /api/front-desk': () => ({ body: records, position: 10 }) });
  await loadHotel();
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

beforeEach(() => {
  store.set(shownListAtom, 'arrivals');
  store.set(deskFilterAtom, '');
  store.set(onlyLeftAtom, false);
  store.set(actsAtom, []);
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

test('the room of a newcomer is read when its month was not', async () => {
  await show(arrival(1));
  expect(booking(1)).toMatchObject({ roomNumber: '1001', roomKind: '禁煙シングル' });
  const earlier = arrival(2, {
    roomNumber: '1002',
    stayStart: day('2026-10-31'),
    stayEnd: day('2026-11-21'),
  });
  const calls = serve({
    'GET /api/rooms': () => ({ body: [{ ...roomOf(earlier.room_id), room_number: '1002' }], position: 11 }),
  });
  takeDeskFrame(aFrame(10, 11, { bookings: [earlier] }));
  await new Promise((done) => setTimeout(done));
  expect(booking(2).roomNumber).toBe('1002');
  expect(calls.filter(({ path }) => path === '/api/rooms')).toHaveLength(1);
});

function roomOf(id: number | null) {
  return {
    id,
    version: 1,
    year: 2026,
    month: 10,
    room_type: 'シングル',
    room_label: 'S',
    priority: '',
    smoking_status: '禁煙',
    reservable_status: '予約可能',
    corporate: 0,
  };
}

test('what is done stands at the end, but a row stays where it is while one works on it', async () => {
  const done = { checkinDate: TODAY };
  await show(arrival(1, { ...done, checkinTime: '13:00' }), arrival(2), arrival(3, { checkinTime: '16:00' }));
  expect(rows()).toEqual([2, 3, 1]);
  expect(left('arrivals')).toEqual({ list: 'arrivals', all: 3, left: 2 });
  serve({ 'POST /api/booking/2/check-in': () => ({ body: arrival(2, { ...done, version: 2 }) }) });
  await checkIn(booking(2));
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
    arrival(2, { bookingNumber: 'RY-77', roomNumber: '1002' }),
  );
  for (const [text, found] of [
    ['たなか', [1]],
    ['ﾀﾅｶｲ', [1]],
    ['0000-12', [1]],
    ['ry77', [2]],
    ['１００２', [2]],
    ['どこにも', []],
  ] as const) {
    store.set(deskFilterAtom, text);
    expect([text, rows()]).toEqual([text, found]);
  }
});

test('an act goes out once, for the version that is shown, and is noted to be taken back', async () => {
  await show(arrival(1, { version: 3, guestName1: '山田太郎' }));
  const calls = serve({
    'POST /api/booking/1/check-in': () => ({ body: arrival(1, { version: 4, checkinDate: TODAY }) }),
  });
  await Promise.all([checkIn(booking(1)), checkIn(booking(1))]);
  const [sent, ...more] = calls.filter(({ method }) => method === 'POST');
  expect(more).toEqual([]);
  expect(sent?.headers['If-Match']).toBe('"3"');
  expect(store.get(actsAtom)).toMatchObject([
    { text: '1001 山田太郎 チェックイン', requestId: sent?.headers['Idempotency-Key'] },
  ]);
  expect(booking(1).checkinDate).toBe(TODAY);
});

test('what is not allowed is not sent; what is refused is told and leaves the row alone', async () => {
  await show(arrival(1), arrival(2, { checkinDate: TODAY }));
  const calls = serve({
    'POST /api/booking/2/check-out': () => ({ status: 409, body: { error: '他の端末で更新されています。' } }),
  });
  await checkOut(booking(1));
  await takeStayActBack(booking(1));
  await checkIn(booking(2));
  expect(calls).toEqual([]);
  const refused = checkOut(booking(2));
  await new Promise((done) => setTimeout(done));
  expect(store.get(messageAtom)?.text).toBe('他の端末で更新されています。');
  store.get(messageAtom)?.settle(true);
  await refused;
  expect(booking(2).checkoutDate).toBeNull();
  expect(store.get(actsAtom)).toEqual([]);
});

test('a check-out is taken back before the check-in is', async () => {
  await show(arrival(1, { checkinDate: TODAY, checkoutDate: TODAY }));
  const calls = serve({
    'DELETE /api/booking/1/check-out': () => ({ body: arrival(1, { version: 2, checkinDate: TODAY }) }),
    'DELETE /api/booking/1/check-in': () => ({ body: arrival(1, { version: 3 }) }),
  });
  await takeStayActBack(booking(1));
  await takeStayActBack(booking(1));
  expect(calls.map(({ path }) => path)).toEqual(['/api/booking/1/check-out', '/api/booking/1/check-in']);
});

test('the way of paying is asked for only when none is set', async () => {
  await show(arrival(1), arrival(2, { paymentType: 7 }));
  const paid = (id: number, paymentType: number) => () => ({
    body: arrival(id, { version: 2, paymentFlag: 1, paymentType }),
  });
  const calls = serve({
    'POST /api/booking/1/payment': paid(1, 5),
    'POST /api/booking/2/payment': paid(2, 7),
  });
  await pay(booking(2));
  expect(calls.at(-1)?.body).toEqual({ payment_type: 7, payment_flag: 1 });
  await pay(booking(1));
  expect(calls).toHaveLength(1);
  const asked = store.get(payingAtom);
  expect(asked?.id).toBe(1);
  if (asked) await payBy(asked, 5);
  expect(calls.at(-1)?.body).toEqual({ payment_type: 5, payment_flag: 1 });
  expect(store.get(payingAtom)).toBeNull();
  expect([booking(1).paymentFlag, booking(2).paymentFlag]).toEqual([1, 1]);
});
