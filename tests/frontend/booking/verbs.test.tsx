import type { CleaningState } from '@domain/cleaning/room-cleaning.js';
import { type Day, day } from '@domain/dates.js';
import { ERASED } from '@domain/erased.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { afterEach, describe, expect, test } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { askedVerbAtom } from '#frontend/booking/asked-verb.atoms.js';
import { startVerb } from '#frontend/booking/asked-verb.js';
import { allowedVerbs, VERBS, type VerbName } from '#frontend/booking/booking-verbs.js';
import { VerbDialog } from '#frontend/booking/VerbQuestion.js';
import { CellMenu } from '#frontend/calendar/menu/CellMenu.js';
import { loadDesk } from '#frontend/front-desk/desk.js';
import { shownListAtom } from '#frontend/front-desk/desk-view.js';
import { DeskPane } from '#frontend/front-desk/FrontDeskScreen.js';
import { placeCalendar } from '#frontend/shared/calendar-data/calendar.js';
import { shownBooking } from '#frontend/shared/calendar-data/calendar-snapshot.js';
import { loadHotel } from '#frontend/shared/hotel.js';
import { loadMasters } from '#frontend/shared/masters.js';
import { store } from '#frontend/shared/store.js';
import { HOTEL, serve } from '../support/fake-server.js';
import { aCalendar, bookingRecord, formBooking } from '../support/records.js';

const TODAY = day('2026-11-21');
const STAY = { id: 7, version: 2, stayStart: TODAY, stayEnd: day('2026-11-23') };
const WAYS = [
  { id: 5, payment_name: '現金', is_retired: 0, version: 1 },
  { id: 6, payment_name: '請求書払い', is_retired: 0, is_invoice: 1, version: 1 },
];

/** The body of the last write. */
let sent: () => unknown = () => undefined;

/** Room 1001, in its state of cleaning for 150 minutes. */
const roomIn = (state: CleaningState) => ({
  ...{ room_number: '1001', version: 0, state, since: new Date(Date.now() - 9_000_001).toISOString() },
  ...{
    remark: '',
    room_type: '',
    occupancy: '空室',
    closure: null,
    until: null,
    guests: 0,
    arrival: null,
    arriving_guests: 0,
  },
});

async function show(details: Partial<Reservation>, inHouse: string | null, cleaning?: CleaningState) {
  const stay = { ...STAY, ...details };
  const calls = serve(
    {
      ...(cleaning && {
        'GET /api/hotel': () => ({ body: { ...HOTEL, manages_cleaning: 1 } }),
        'GET /api/cleaning': () => ({ body: { is_managed: 1, today: TODAY, rooms: [roomIn(cleaning)] } }),
      }),
      'GET /api/front-desk': () => ({ body: [bookingRecord(stay)], position: 10 }),
      'GET /api/front-desk/unpaid': () => ({ body: { bookings: [], more: 0, next: '0' }, position: 10 }),
      'GET /api/payment_master': () => ({ body: WAYS }),
      'GET /api/fetch-reservation-data/7': () => ({
        body: { ...formBooking(stay), in_house: inHouse && { id: 3, guest_name_1: inHouse } },
      }),
    },
    () => {
      const saved = bookingRecord({ ...stay, version: 3, checkinDate: TODAY });
      return { body: { bookings: [saved], ...saved } };
    },
  );
  await loadHotel();
  await loadMasters(['payment']);
  await loadDesk();
  placeCalendar(aCalendar([stay]));
  const written = () => calls.filter(({ method }) => method !== 'GET');
  sent = () => written().at(-1)?.body;
  return () => written().map(({ method, path }) => `${method} ${path}`);
}

function shownWith(element: ReactNode): void {
  const all = (
    <>
      {element}
      <VerbDialog />
    </>
  );
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element: all }])} />);
}

const IN = { checkinDate: day('2026-11-20'), stayStart: day('2026-11-20') };

const noop = () => {};
const choose = async (name: VerbName) =>
  fireEvent.click(await screen.findByRole('menuitem', { name: new RegExp(`^${VERBS[name].text}…?`) }));
const KEYS = { 'check-in': 'i', 'check-out': 'o', pay: 'p' } as const;
type Tried = keyof typeof KEYS;

/** The only row of the list that has the booking. */
async function row(verb: Tried) {
  store.set(shownListAtom, verb === 'check-in' ? 'arrivals' : 'inHouse');
  shownWith(<DeskPane />);
  return (await screen.findAllByRole('row'))[1] as HTMLElement;
}

/** The menu of a night of room 1001 until it is closed. */
function Menu({ date }: { date: Day }) {
  const [isOpen, setOpen] = useState(true);
  const cell = { roomNumber: '1001', date };
  if (!isOpen) return null;
  return <CellMenu cell={cell} left={0} top={0} isDesk onBooking={noop} onClose={() => setOpen(false)} />;
}

const WAYS_IN = {
  'the key of a row': async (verb: Tried) => {
    const key = KEYS[verb];
    fireEvent.keyDown(await row(verb), { key, code: `Key${key.toUpperCase()}` });
  },
  "a row's menu": async (verb: Tried) => {
    fireEvent.contextMenu(await row(verb));
    await choose(verb);
  },
  "a row's menu by key": async (verb: Tried) => {
    fireEvent.keyDown(await row(verb), { key: 'F10', code: 'F10', shiftKey: true });
    await choose(verb);
  },
  "the calendar's menu": async (verb: Tried) => {
    shownWith(<Menu date={verb === 'check-in' ? TODAY : IN.stayStart} />);
    await choose(verb);
  },
};

afterEach(() => act(() => store.get(askedVerbAtom)?.cancel()));

const dialog = (name: string) => screen.findByRole('dialog', { name });
const button = (name: string) => screen.getByRole('button', { name });

describe.each(Object.entries(WAYS_IN))('%s', (_, go) => {
  test('does not go over a guest who is still in the room', async () => {
    const writes = await show({ paymentFlag: 1 }, '先客 三郎');
    await go('check-in');
    const asked = await dialog('チェックインの確認');
    expect(asked.textContent).toContain('1001号室は先客 三郎様がまだチェックアウトしていません。');
    expect(writes()).toEqual([]);
    expect(document.activeElement).toBe(button('やめる'));
    await act(async () => fireEvent.click(button('このままチェックイン')));
    expect(writes()).toEqual(['POST /api/booking/7/check-in']);
  });

  test('says how long a room has waited that is not ready, and asks nothing about one that is', async () => {
    const writes = await show({ paymentFlag: 1 }, null, '清掃前');
    await go('check-in');
    const asked = await dialog('チェックインの確認');
    expect(asked.textContent).toContain('1001号室の清掃が終わっていません（清掃前のまま 2時間）。');
    expect(document.activeElement).toBe(button('やめる'));
    expect(writes()).toEqual([]);
    await act(async () => fireEvent.click(button('このままチェックイン')));
    expect(writes()).toEqual(['POST /api/booking/7/check-in']);
  });

  test('checks in without a word where the room is ready', async () => {
    const writes = await show({ paymentFlag: 1 }, null, '清掃済');
    await go('check-in');
    await waitFor(() => expect(writes()).toEqual(['POST /api/booking/7/check-in']));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('asks for what is due together with the room that is not ready', async () => {
    const writes = await show({}, null, '清掃中');
    await go('check-in');
    expect((await dialog('チェックインの確認')).textContent).toContain('（清掃中のまま 2時間）');
    await act(async () => fireEvent.click(button('未払いのままチェックイン')));
    expect(writes()).toEqual(['POST /api/booking/7/check-in']);
  });

  test('asks for what is due before a check-in, after the guest who is in the room', async () => {
    const writes = await show({}, '先客 三郎');
    await go('check-in');
    await dialog('チェックインの確認');
    await act(async () => fireEvent.click(button('このままチェックイン')));
    await dialog('チェックイン');
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: /現金/ }));
    expect(writes()).toEqual([]);
    await act(async () => void fireEvent.submit(screen.getByRole('form', { name: '入金' })));
    expect(writes()).toEqual(['POST /api/booking-batch']);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('asks about an unpaid check-out before its day, and gives nights back only when that is ticked', async () => {
    const writes = await show({ ...IN, stayEnd: day('2026-11-25'), paymentType: 5 }, null);
    await go('check-out');
    const asked = await dialog('チェックアウトの確認');
    for (const text of ['残り4泊', 'お支払い ¥8,000']) expect(asked.textContent).toContain(text);
    const names = within(asked)
      .getAllByRole('button')
      .map(({ textContent }) => textContent);
    expect(names).toEqual(['精算してチェックアウト', 'やめる', '未払いのままチェックアウト']);
    expect(document.activeElement).toBe(button('やめる'));
    fireEvent.click(screen.getByLabelText('残り4泊を空室に戻す'));
    await act(async () => fireEvent.click(button('未払いのままチェックアウト')));
    expect(writes()).toEqual(['POST /api/booking/7/check-out']);
    expect(sent()).toEqual({ free_nights: 1 });
  });

  test('asks about a stay that ends today for its payment alone, about a paid one not at all', async () => {
    const writes = await show({ ...IN, stayEnd: TODAY, paymentType: 5 }, null);
    await go('check-out');
    const asked = await dialog('チェックアウトの確認');
    expect(asked.textContent).not.toContain('残り');
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: /現金/ }));
    cleanup();
    store.get(askedVerbAtom)?.cancel();
    expect(writes()).toEqual([]);
    const written = await show({ ...IN, stayEnd: TODAY, paymentFlag: 1 }, null);
    await go('check-out');
    await waitFor(() => expect(written()).toEqual(['POST /api/booking/7/check-out']));
  });

  test('asks whether an invoice is paid', async () => {
    const writes = await show({ ...IN, paymentType: 6 }, null);
    await go('pay');
    const asked = await dialog('入金');
    expect(asked.textContent).toContain('請求書払いの予約です。¥8,000の入金を確認しましたか？');
    expect(document.activeElement).toBe(button('やめる'));
    fireEvent.click(button('やめる'));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(writes()).toEqual([]);
  });
});

test.each([
  [
    'a day too early',
    { stayStart: day('2026-11-22'), stayEnd: day('2026-11-24') },
    'チェックインは11/22(日)から',
  ],
  [
    'a day too late',
    { stayStart: day('2026-11-18'), stayEnd: day('2026-11-20') },
    '宿泊期間が過ぎています。',
  ],
])('%s a check-in is not in a menu, and its key says why', async (_, stay, text) => {
  const writes = await show(stay, null);
  const booking = shownBooking(bookingRecord({ ...STAY, ...stay }), '1001');
  expect(allowedVerbs(booking, TODAY)).not.toContain('check-in');
  shownWith(null);
  act(() => void startVerb('check-in', booking));
  expect((await dialog('チェックインできません')).textContent).toContain(text);
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['閉じる']);
  expect(writes()).toEqual([]);
});

test.each([
  [{}, ['check-in', 'pay', 'no-show', 'return', 'cancel']],
  [{ paymentFlag: 1 }, ['check-in', 'unpay', 'no-show', 'return', 'cancel']],
  [{ isNoShow: true }, ['check-in', 'pay', 'revert-no-show', 'return', 'cancel']],
  [IN, ['revert-check-in', 'check-out', 'extend', 'move', 'leave-early', 'pay']],
  [{ ...IN, checkoutDate: TODAY, paymentFlag: 1 }, ['revert-check-out', 'unpay']],
  [{ guestName1: ERASED }, []],
  [{ status: 'cancelled' }, []],
] as const)('of %j is allowed: %j', (details, names) => {
  const booking = shownBooking(bookingRecord({ ...STAY, ...details }), '1001');
  expect(allowedVerbs(booking, TODAY)).toEqual(names);
});
