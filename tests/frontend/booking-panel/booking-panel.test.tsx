import { day } from '@domain/dates.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { bookingChips } from '#frontend/booking/BookingHead.js';
import { formAtom } from '#frontend/booking/form.js';
import { checkInStop } from '#frontend/booking/verb-questions.js';
import { BookingPanel } from '#frontend/booking-panel/BookingPanel.js';
import { panelBooking } from '#frontend/booking-panel/Followed.js';
import type { ReservationData } from '#frontend/shared/api/booking-api.js';
import { messageAtom } from '#frontend/shared/dialogs.js';
import { loadMasters } from '#frontend/shared/masters.js';
import { closePanel, openPanel, panelAtom, showInPanel } from '#frontend/shared/open-panel.js';
import { store, useValue } from '#frontend/shared/store.js';
import { isFocusLost } from '#frontend/shared/ui/focus-fallback.js';
import { placeHotel } from '#tests/frontend/support/known-hotel.js';
import { type Call, serve } from '../support/fake-server.js';
import { bookingRecord, formBooking } from '../support/records.js';

const TODAY = day('2026-11-21');
const STAY: Partial<Reservation> = { id: 7, version: 2, stayStart: TODAY, stayEnd: day('2026-11-23') };
const WAYS = [
  { id: 5, payment_name: '現金', is_retired: 0, version: 1 },
  { id: 6, payment_name: 'カード', is_retired: 0, version: 1 },
];

function Place() {
  const target = useValue(panelAtom);
  return target && <BookingPanel target={target} />;
}

let calls: Call[];
let bookings: Map<number, ReservationData>;

/** Opens a booking of a list of 7 and 8 in the panel, from a button of the screen. */
async function open(
  details: Partial<Reservation> = {},
  more: Partial<ReservationData> = {},
  { begins = false, refusal = '', rules = [] as object[] } = {},
) {
  for (const id of [7, 8])
    bookings.set(id, { ...formBooking({ ...STAY, guestName1: `宿泊 ${id}`, ...details, id }), ...more });
  const read = (id: number) => () => ({ body: bookings.get(id), position: 10 });
  calls = serve(
    {
      'GET /api/fetch-reservation-data/7': read(7),
      'GET /api/fetch-reservation-data/8': read(8),
      'GET /api/payment_master': () => ({ body: WAYS }),
      'GET /api/cancellation_rules': () => ({ body: rules }),
    },
    () =>
      refusal !== ''
        ? { status: 409, body: { error: refusal } }
        : { body: { bookings: [bookingRecord({ ...STAY, checkinDate: TODAY })], ...bookingRecord(STAY) } },
  );
  await loadMasters(['payment']);
  placeHotel({ today: TODAY, timezone: 'Asia/Tokyo', name: '' });
  const screens = ['/', '/reservation-registration', '/reservation-registration/7'];
  const router = createMemoryRouter(
    screens.map((path) => ({
      path,
      element: (
        <>
          <button type="button">一覧の行</button>
          <Place />
        </>
      ),
    })),
  );
  render(<RouterProvider router={router} />);
  screen.getByRole('button', { name: '一覧の行' }).focus();
  act(() => openPanel({ kind: 'booking', id: 7 }, [7, 8], begins));
  const panel = await screen.findByRole('complementary', { name: '予約の内容' });
  await within(panel).findByRole('heading');
  return { panel, router };
}

const button = (name: string) => screen.getByRole('button', { name });
const writes = () =>
  calls.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`);

beforeEach(() => {
  bookings = new Map();
});
afterEach(() => {
  closePanel();
});

describe('the panel', () => {
  test('takes the focus on what is done next; Escape closes it and gives the focus back', async () => {
    const { panel } = await open({ paymentFlag: 1 });
    expect(within(panel).getByRole('heading').textContent).toBe('1001 宿泊 7 11/21(土)～11/23(月) 2泊');
    await waitFor(() => expect(document.activeElement).toBe(button('チェックイン')));
    fireEvent.keyDown(document.activeElement as Element, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull());
    expect(document.activeElement).toBe(button('一覧の行'));
  });

  test('does once what is asked for twice before it is drawn anew', async () => {
    await open({ paymentFlag: 1 });
    const checkIn = button('チェックイン');
    await act(async () => {
      checkIn.click();
      checkIn.click();
    });
    await waitFor(() => expect(writes()).toEqual(['POST /api/booking/7/check-in']));
  });

  test('does nothing more until it shows what came of it; then the focus goes to the next of the list', async () => {
    await open({ paymentFlag: 1 });
    const checkIn = button('チェックイン');
    fireEvent.click(checkIn);
    await waitFor(() => expect(writes()).toHaveLength(1));
    // The answer is there, the panel still shows the booking as it was.
    await act(async () => {
      fireEvent.click(checkIn);
    });
    expect(writes()).toEqual(['POST /api/booking/7/check-in']);
    expect(store.get(messageAtom)).toBeNull();
    bookings.set(7, formBooking({ ...STAY, paymentFlag: 1, checkinDate: TODAY, version: 3, id: 7 }));
    act(() => void panelBooking.load(7));
    await screen.findByRole('button', { name: 'チェックアウト' });
    await waitFor(() => expect(document.activeElement).toBe(button('次へ')));
  });

  test('leads to the receipt once the stay was paid in it, and keeps the focus until then', async () => {
    const { panel } = await open();
    fireEvent.click(button('入金してチェックイン'));
    const form = screen.getByRole('form', { name: '入金' });
    await waitFor(() => expect(form.contains(document.activeElement)).toBe(true));
    fireEvent.submit(form);
    await waitFor(() => expect(screen.queryByRole('form', { name: '入金' })).toBeNull());
    await waitFor(() => expect(panel.contains(document.activeElement)).toBe(true));
    await act(async () => fireEvent.click(button('入金してチェックイン')));
    expect(isFocusLost()).toBe(false);
    expect(writes()).toHaveLength(1);
    bookings.set(7, formBooking({ ...STAY, paymentFlag: 1, checkinDate: TODAY, version: 3, id: 7 }));
    act(() => void panelBooking.load(7));
    await waitFor(() => expect(document.activeElement).toBe(button('領収書')));
  });

  test('goes on to the next of the list; the rows of the list change it while it is open only', async () => {
    await open();
    fireEvent.click(button('次へ'));
    await screen.findByRole('heading', { name: /宿泊 8/ });
    expect(screen.queryByRole('button', { name: '次へ' })).toBeNull();
    act(() => showInPanel({ kind: 'booking', id: 7 }));
    await screen.findByRole('heading', { name: /宿泊 7/ });
    act(closePanel);
    showInPanel({ kind: 'booking', id: 8 });
    expect(store.get(panelAtom)).toBeNull();
  });
});

describe('what is done next', () => {
  test.each([
    ['入金してチェックイン', {}],
    ['チェックイン', { paymentFlag: 1 }],
    ['チェックイン', { usedPoints: 8000 }],
    ['精算してチェックアウト', { checkinDate: TODAY }],
    ['チェックアウト', { checkinDate: TODAY, paymentFlag: 1 }],
    [null, { checkinDate: TODAY, checkoutDate: TODAY }],
    [null, { status: 'cancelled' }],
  ] as const)('is %s for %j', async (name, details) => {
    const { panel } = await open(details);
    const next = within(panel).queryByRole('button', { name: /チェック(イン|アウト)/ });
    expect(next?.textContent ?? null).toBe(name);
  });

  test('an unpaid guest is checked in once what is due is paid in place', async () => {
    await open();
    fireEvent.click(button('入金してチェックイン'));
    fireEvent.click(screen.getByRole('radio', { name: /カード/ }));
    expect(writes()).toEqual([]);
    fireEvent.submit(screen.getByRole('form', { name: '入金' }));
    await waitFor(() => expect(writes()).toEqual(['POST /api/booking-batch']));
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
      changes: [
        { action: 'payment', id: 7, version: 2, payment_type: 6, payment_flag: 1 },
        { action: 'check-in', id: 7, version: 2 },
      ],
    });
  });

  test('an unpaid guest whose stay is over is checked out with a press and an Enter, in one step', async () => {
    await open({ stayStart: day('2026-11-20'), stayEnd: TODAY, checkinDate: day('2026-11-20') });
    fireEvent.click(button('精算してチェックアウト'));
    expect(screen.getByRole('form', { name: '入金' }).textContent).toContain('¥8,000');
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: /現金/ }));
    fireEvent.submit(document.activeElement as Element);
    await waitFor(() => expect(writes()).toEqual(['POST /api/booking-batch']));
    expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({
      changes: [{ action: 'payment', payment_type: 5 }, { action: 'check-out' }],
    });
  });

  test('is not done by an Enter that is still held down', async () => {
    await open();
    fireEvent.click(button('入金してチェックイン'));
    const enter = (repeat: boolean) =>
      fireEvent.keyDown(screen.getByRole('radio', { name: /現金/ }), { key: 'Enter', repeat });
    expect([enter(true), enter(false)]).toEqual([false, true]);
  });

  test('may be a check-in that leaves the stay unpaid', async () => {
    await open();
    fireEvent.click(button('入金してチェックイン'));
    fireEvent.click(button('未払いのままチェックイン'));
    await waitFor(() => expect(writes()).toEqual(['POST /api/booking/7/check-in']));
  });

  test('stops at a room that is not free, says so in place, and goes on when asked again', async () => {
    await open({ paymentFlag: 1 }, { in_house: { id: 3, guest_name_1: '先客 三郎' } });
    fireEvent.click(button('チェックイン'));
    const question = screen.getByRole('dialog', { name: 'チェックインの確認' });
    expect(question.textContent).toContain('1001号室は先客 三郎様がまだチェックアウトしていません。');
    expect(document.activeElement).toBe(button('やめる'));
    expect(writes()).toEqual([]);
    fireEvent.click(button('このままチェックイン'));
    await waitFor(() => expect(writes()).toEqual(['POST /api/booking/7/check-in']));
  });

  test.each([
    ['2026-11-20', 'チェックインは11/21(土)からできます。'],
    ['2026-11-24', '宿泊期間が過ぎています。日付を変更してください。'],
    ['2026-11-21', null],
    ['2026-11-23', null],
  ])('on %s a check-in is stopped by %s', (today, text) => {
    expect(checkInStop(formBooking(STAY), day(today))).toBe(text);
  });

  test('asks about a check-out in place', async () => {
    await open({ checkinDate: TODAY });
    fireEvent.click(button('精算してチェックアウト'));
    expect(screen.getByRole('dialog', { name: 'チェックアウトの確認' }).textContent).toContain('未払い');
    fireEvent.click(button('やめる'));
    await waitFor(() => expect(document.activeElement).toBe(button('精算してチェックアウト')));
    expect(writes()).toEqual([]);
  });
});

describe('after 登録してチェックイン', () => {
  test('it asks for the payment at once, and later no more', async () => {
    const { panel } = await open({}, {}, { begins: true });
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('radio', { name: /現金/ })));
    expect(writes()).toEqual([]);
    fireEvent.click(within(panel).getByRole('button', { name: 'やめる' }));
    act(() => showInPanel({ kind: 'booking', id: 8 }));
    await screen.findByRole('heading', { name: /宿泊 8/ });
    expect(screen.queryByRole('form')).toBeNull();
  });

  test('a check-in that is refused is said, and can be tried again in the panel', async () => {
    const refusal = '他の端末で更新されています。';
    await open({ paymentFlag: 1 }, {}, { begins: true, refusal });
    await waitFor(() => expect(store.get(messageAtom)?.text).toBe(refusal));
    act(() => store.get(messageAtom)?.settle(true));
    expect(writes()).toEqual(['POST /api/booking/7/check-in']);
    await waitFor(() => expect(document.activeElement).toBe(button('チェックイン')));
  });
});

test.each([
  ['予約取消…', 'やめる', []],
  ['ノーショーにする', null, ['POST /api/booking/7/no-show']],
])('after %s and %s the focus is in the panel', async (name, declined, written) => {
  const { panel } = await open({ paymentFlag: 1 });
  button('その他の操作').focus();
  fireEvent.click(button('その他の操作'));
  fireEvent.click(await screen.findByRole('menuitem', { name }));
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  if (declined) {
    button(declined).focus();
    fireEvent.click(button(declined));
    await waitFor(() => expect(document.activeElement).toBe(button('チェックイン')));
  }
  expect(panel.contains(document.activeElement)).toBe(true);
  expect(writes()).toEqual(written);
});

describe('a party', () => {
  const OTHER = { ...bookingRecord({ ...STAY, id: 8, version: 5, roomNumber: '1002' }), room_number: '1002' };

  test('is led through, and cancelled as one or apart', async () => {
    await open({}, { party: [OTHER] });
    expect(screen.getByText(/同じグループ/).textContent).toContain('1002');
    const ask = async () => {
      fireEvent.click(button('その他の操作'));
      fireEvent.click(await screen.findByRole('menuitem', { name: '予約取消…' }));
    };
    await ask();
    fireEvent.click(await screen.findByRole('button', { name: 'やめる' }));
    await ask();
    expect(await screen.findByRole('button', { name: '1001号室だけ取消' })).toBeDefined();
    fireEvent.click(button('グループ2室をすべて取消'));
    await waitFor(() => expect(writes()).toEqual(['POST /api/booking-batch']));
    expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({
      changes: [
        { action: 'cancel', id: 7, version: 2 },
        { action: 'cancel', id: 8, version: 5 },
      ],
    });
  });

  test('is cancelled for a fee of each room, as the rules say; one that is reduced needs a reason', async () => {
    const rule = {
      ...{ id: 9, version: 1, is_retired: 0, name: '前日', booking_source: '', occasion: 'キャンセル' },
      ...{ days_from: 0, days_to: null, percent: 50, minimum: 0, tax_rate: 0 },
    };
    await open({ totalFee: 24_601 }, { party: [{ ...OTHER, total_fee: 8_000 }] }, { rules: [rule] });
    fireEvent.click(button('その他の操作'));
    fireEvent.click(await screen.findByRole('menuitem', { name: '予約取消…' }));
    const own = await screen.findByLabelText('キャンセル料 1001号室');
    const other = screen.getByLabelText('キャンセル料 1002号室');
    expect([own, other].map((field) => (field as HTMLInputElement).value)).toEqual(['12300', '4000']);
    fireEvent.change(other, { target: { value: '１，０００' } });
    fireEvent.click(button('グループ2室をすべて取消'));
    expect(screen.getByRole('alert').textContent).toBe('キャンセル規定より減額する理由を入力してください。');
    expect(document.activeElement).toBe(screen.getByLabelText('減額の理由'));
    expect(writes()).toEqual([]);
    fireEvent.change(screen.getByLabelText('減額の理由'), { target: { value: '常連' } });
    fireEvent.change(screen.getByLabelText('消費税'), { target: { value: '10' } });
    fireEvent.click(button('グループ2室をすべて取消'));
    await waitFor(() => expect(writes()).toEqual(['POST /api/booking-batch']));
    const said = { cancellation_fee_tax_rate: 10, cancellation_fee_reason: '常連' };
    expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({
      changes: [
        { action: 'cancel', id: 7, cancellation_fee: 12_300, ...said },
        { action: 'cancel', id: 8, cancellation_fee: 1_000, ...said },
      ],
    });
  });

  test('gets another room: the form has the guest and the stay, and neither room, points nor coupon', async () => {
    const { router } = await open({ usedPoints: 500, coupon: 1, notes: '高層階' });
    fireEvent.click(button('もう1室'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/reservation-registration'));
    const { values, partyOf, mode } = store.get(formAtom);
    expect([mode.kind, partyOf]).toEqual(['new', { id: 7, name: '1001 宿泊 7' }]);
    expect(values).toMatchObject({
      guestName1: '宿泊 7',
      stayStart: TODAY,
      stayEnd: '2026-11-23',
      notes: '高層階',
    });
    expect(values).toMatchObject({ roomId: null, usedPoints: '0', coupon: 0 });
  });

  test('is none for a copy, which has no stay either', async () => {
    await open({ bookingNumber: 'R-1' });
    fireEvent.click(button('複製'));
    const { values, partyOf } = store.get(formAtom);
    expect(partyOf).toBeNull();
    expect(values).toMatchObject({ guestName1: '宿泊 7', stayStart: '', stayEnd: '', bookingNumber: '' });
  });
});

test.each([
  [{}, ['到着前', '未払い ¥8,000']],
  [{ usedPoints: 3000 }, ['到着前', '未払い ¥5,000']],
  [{ checkinDate: TODAY, paymentFlag: 1 }, ['チェックイン済み']],
  [{ checkinDate: TODAY, checkoutDate: TODAY, paymentFlag: 1 }, ['チェックアウト済み']],
  [{ isNoShow: true, paymentFlag: 1 }, ['ノーショー']],
  [{ status: 'cancelled' }, ['取消済み']],
  [
    { paymentFlag: 1, nextdayOutFlag: 1, groupEndDate: TODAY, blacklistId: 4 },
    ['到着前', '翌OUT', '継続', 'ブラックリスト'],
  ],
] as const)('the chips of %j are %j', (details, texts) => {
  expect(bookingChips(bookingRecord({ ...STAY, ...details }), []).map(({ text }) => text)).toEqual(texts);
});

test('who edits a booking elsewhere is named; who looks at it is not', () => {
  const at = (is_editing: boolean) =>
    ({ booking_id: 7, is_editing, terminal: '端末-B', hold: null, terminal_id: 'b', since: '' }) as const;
  const texts = (is_editing: boolean) =>
    bookingChips(bookingRecord({ ...STAY, paymentFlag: 1 }), [at(is_editing)]).map(({ text }) => text);
  expect(texts(true)).toEqual(['到着前', '端末-Bで編集中']);
  expect(texts(false)).toEqual(['到着前']);
});
