import { DESK_LISTS } from '@domain/calendar/front-desk.js';
import { day, monthOf } from '@domain/dates.js';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { askedVerbAtom } from '#frontend/booking/asked-verb.atoms.js';
import { startVerb } from '#frontend/booking/asked-verb.js';
import { MasterField } from '#frontend/booking/fields.js';
import { fillForm, roomChoicesAtom } from '#frontend/booking/form.js';
import { runRoomSearch } from '#frontend/booking/form-actions.js';
import { TentativeCount } from '#frontend/booking/tentative/TentativeCount.js';
import { followTentativeStays } from '#frontend/booking/tentative/tentative.js';
import { checkInQuestions, NOTHING_AROUND } from '#frontend/booking/verb-questions.js';
import { WaitingCount } from '#frontend/booking/waiting/WaitingCount.js';
import { followWaiting } from '#frontend/booking/waiting/waiting.js';
import { CalendarPane } from '#frontend/calendar/CalendarPane.js';
import { KindFilter } from '#frontend/calendar/past/DifferencePanel.js';
import { HeaderHeadCell } from '#frontend/calendar/RowHeads.js';
import { loadDesk } from '#frontend/front-desk/desk.js';
import { deskCountsAtom, deskTabAtom } from '#frontend/front-desk/desk-view.js';
import { DeskPane } from '#frontend/front-desk/FrontDeskScreen.js';
import { FrontDeskPrint } from '#frontend/front-desk/print/FrontDeskPrint.js';
import { GuestWords } from '#frontend/guest-card/GuestCardButton.js';
import { openedCard } from '#frontend/guest-card/guest-card.js';
import { FailedQueue } from '#frontend/imports/FailedQueue.js';
import { RoomFilters } from '#frontend/masters/rooms/RoomFilters.js';
import { roomMonths } from '#frontend/masters/rooms.atoms.js';
import { WithPaymentWays } from '#frontend/payment/WithPaymentWays.js';
import { placeCalendar } from '#frontend/shared/calendar-data/calendar.js';
import { cleaningComing } from '#frontend/shared/cleaning.js';
import { loadHotel } from '#frontend/shared/hotel.js';
import { disconnectedAtAtom } from '#frontend/shared/live/connection.js';
import { corporateNameAtom, loadMasters, paymentNameAtom } from '#frontend/shared/masters.js';
import { printingAtom } from '#frontend/shared/printing.js';
import { store } from '#frontend/shared/store.js';
import { placeHotel } from '#tests/frontend/support/known-hotel.js';
import { serve } from '../support/fake-server.js';
import { fillAndSearch } from '../support/fill-form.js';
import { messageShown } from '../support/message.js';
import { bookingRecord, calendarOf, countRecords } from '../support/records.js';

const TODAY = day('2026-11-21');
const NONE = () => ({ body: { bookings: [], more: 0, next: '0' }, position: 10 });
const HOTEL = { today: TODAY, timezone: 'Asia/Tokyo', name: '' };

test('a failed queue that was not read has no number of records to try again', () => {
  serve();
  render(
    <MemoryRouter>
      <FailedQueue Expanded={() => null} />
    </MemoryRouter>,
  );
  expect(document.body.textContent).not.toMatch(/0件/);
});

test('rooms that were not read are not counted as none', async () => {
  serve({ 'GET /api/room-months': () => ({ status: 503, body: { error: '' } }) });
  await roomMonths.load(monthOf(TODAY));
  render(<RoomFilters month={monthOf(TODAY)} today={TODAY} onMonth={() => {}} />);
  expect(screen.getByLabelText('部屋タイプ')).toBeTruthy();
  expect(document.body.textContent).not.toMatch(/0室/);
});

test('a terminal that has no calendar says so while the line is down, and nothing before', () => {
  placeHotel(HOTEL);
  const props = { rooms: 'all' } as ComponentProps<typeof CalendarPane>;
  render(<CalendarPane {...props} />);
  expect(document.querySelector('.list-state')).toBeNull();
  act(() => store.set(disconnectedAtAtom, new Date()));
  expect(screen.getByText(/この期間のカレンダーの控えがありません/)).toBeTruthy();
});

test.each(['arrivals', 'roomChanges', 'registers'] as const)(
  'a list of the front desk that was not read is on paper as not read, not as none (%s)',
  (tab) => {
    placeHotel(HOTEL);
    store.set(deskTabAtom, tab);
    store.set(printingAtom, true);
    render(<FrontDeskPrint />);
    const paper = document.querySelector('.printed-list');
    expect(paper?.textContent).toContain('読み込めていない');
    expect(paper?.textContent).not.toMatch(/0件/);
  },
);

const FAILED = { status: 500, body: { error: '故障中です。', errors: [] } };
const BROKEN = {
  'GET /api/payment_master': () => FAILED,
  'GET /api/corporate_master': () => FAILED,
};

describe('while the lists of companies and ways of payment can not be read', () => {
  beforeEach(() => {
    jest.spyOn(console, 'error').mockImplementation(() => {});
    placeHotel(HOTEL);
    serve(BROKEN);
  });

  test('a booking has its company and its way of payment, whose names are unknown', async () => {
    await loadMasters(['corporate', 'payment']);
    expect([1, 0].map(store.get(corporateNameAtom))).toEqual(['–', '']);
    expect([5, null].map(store.get(paymentNameAtom))).toEqual(['–', '']);
    fillForm({ corporateId: 3 });
    render(<MasterField field="corporateId" span={7} none={{ value: 0, text: 'なし' }} records={null} />);
    expect(screen.getByRole<HTMLSelectElement>('combobox').selectedOptions[0]?.text).toBe(
      '（読み込めていません）',
    );
  });

  test('nobody is told how many have not paid, which depends on them; a retry reads them', async () => {
    await loadMasters(['payment']);
    serve({
      ...BROKEN,
      'GET /api/front-desk': () => ({ body: [], position: 10 }),
      'GET /api/front-desk/unpaid': NONE,
    });
    await loadDesk();
    store.set(deskTabAtom, 'unpaid');
    render(<DeskPane />);
    expect(store.get(deskCountsAtom).map(({ left }) => left)).toEqual(DESK_LISTS.map(() => null));
    expect(screen.getByRole('alert').textContent).toBe('故障中です。');
    serve();
    fireEvent.click(screen.getByRole('button', { name: 'もう一度読み込む' }));
    expect(await screen.findByText('未払いの予約はありません。')).toBeTruthy();
  });

  const INVOICE = { id: 6, payment_name: '請求書払い', is_retired: 0, is_invoice: 1, version: 1 };
  const STAY = { id: 7, paymentType: 6, paymentFlag: 0 as const, checkinDate: TODAY };
  const acted = () => ({ id: 7, roomNumber: '1001', record: bookingRecord(STAY) });

  test('nothing is noted as paid before it is known whether a company pays by invoice', async () => {
    await loadMasters(['payment']);
    void startVerb('pay', acted());
    expect((await messageShown()).text).toBe('故障中です。');
    expect(store.get(askedVerbAtom)).toBeNull();
    serve({ 'GET /api/payment_master': () => ({ body: [INVOICE] }) });
    void startVerb('pay', acted());
    await waitFor(() => expect(store.get(askedVerbAtom)?.question.text).toContain('請求書払いの予約です。'));
  });

  test('部屋検索 does not search for a company of which nobody knows which rooms it may have', async () => {
    await fillAndSearch();
    expect(store.get(roomChoicesAtom).found).not.toEqual([]);
    fillForm({ corporateId: 3 });
    const calls = serve(BROKEN);
    void runRoomSearch();
    expect((await messageShown()).text).toBe('故障中です。');
    expect(calls.map(({ path }) => path)).not.toContain('/api/bookings');
  });

  test('a form that offers ways of payment waits for them', async () => {
    await loadMasters(['payment']);
    render(<WithPaymentWays>現金</WithPaymentWays>);
    expect(document.body.textContent).toBe('支払方法を読み込めませんでした。故障中です。もう一度読み込む');
    serve();
    fireEvent.click(screen.getByRole('button', { name: 'もう一度読み込む' }));
    expect(await screen.findByText('現金')).toBeTruthy();
  });
});

test('weather that could not be read is no day without weather', async () => {
  const heads = () => screen.queryByRole('button', { name: '天気を読み込めませんでした。もう一度読み込む' });
  placeHotel(HOTEL);
  placeCalendar(calendarOf({ weather: null, counts: countRecords(0) }));
  render(
    <HeaderHeadCell
      row="weather"
      index={2}
      top={0}
      height={20}
      focusable={false}
      month={undefined}
      onHelp={() => {}}
    />,
  );
  expect(heads()).not.toBeNull();
  act(() => placeCalendar(calendarOf({ weather: [], counts: countRecords(0) })));
  expect(heads()).toBeNull();
});

describe('what could not be read is not told of as none', () => {
  beforeEach(() => {
    jest.spyOn(console, 'error').mockImplementation(() => {});
    serve({
      ...{ 'GET /api/waiting-list': () => FAILED, 'GET /api/tentative-stays': () => FAILED },
      ...{ 'GET /api/guest-cards/7': () => FAILED, 'GET /api/cleaning': () => FAILED },
      'GET /api/hotel': () => ({ body: { ...HOTEL, manages_cleaning: 1 } }),
    });
  });
  const shows = (text: string) => screen.findByText(text);

  test('guests who wait', async () => {
    act(() => void followWaiting());
    render(<WaitingCount />);
    expect(await shows('キャンセル待ち –')).toBeTruthy();
  });

  test('rooms that are held', async () => {
    placeHotel(HOTEL);
    act(() => void followTentativeStays());
    render(<TentativeCount />);
    expect(await shows('仮予約 –')).toBeTruthy();
  });

  test('wishes of a guest', async () => {
    render(<GuestWords bookingId={7} resource={openedCard} />);
    expect(await shows('お客様のご要望を読み込めませんでした。')).toBeTruthy();
  });

  test('a room that waits for its cleaning: a check-in asks', async () => {
    await loadHotel();
    await cleaningComing();
    const record = bookingRecord({ id: 7, stayStart: TODAY, stayEnd: day('2026-11-23') });
    const arriving = { id: 7, roomNumber: '1001', record };
    const [question] = checkInQuestions(arriving, TODAY, NOTHING_AROUND);
    expect(question?.text).toBe('1001号室の清掃の状態を読み込めませんでした。');
  });

  test('differences from a moment of the past', () => {
    render(<KindFilter />);
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent?.at(-1))).toEqual([
      '–',
      '–',
      '–',
      '–',
    ]);
  });
});
