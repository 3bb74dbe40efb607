import { day } from '@domain/dates.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { checkOutConcerns } from '@domain/reservation/stay-actions.js';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { CheckOutQuestion } from '#frontend/check-out/CheckOutQuestion.js';
import { shownListAtom } from '#frontend/front-desk/desk-view.js';
import { MoreRows } from '#frontend/front-desk/FrontDeskScreen.js';
import type { CheckOutWay } from '#frontend/shared/api/booking-api.js';
import { loadMasters } from '#frontend/shared/masters.js';
import { store } from '#frontend/shared/store.js';
import { aReservation } from '#tests/support/builders.js';
import { serve } from '../support/fake-server.js';
import { bookingRecord } from '../support/records.js';

let answer: (first: number) => void = () => {};
// The global one: calls of an imported one are not moved before the imports.
declare const jest: typeof import('@jest/globals').jest;
jest.mock('#frontend/front-desk/desk.js', () => ({
  olderUnpaidAtom: (jest.requireActual('jotai') as typeof import('jotai')).atom(3),
  showOlderUnpaid: () =>
    new Promise<number>((done) => {
      answer = done;
    }),
}));

describe('check-out', () => {
  const PAYMENTS = [
    { id: 5, payment_name: '現金', is_retired: 0, version: 1 },
    { id: 7, payment_name: 'カード', is_retired: 0, version: 1 },
  ];
  const TODAY = day('2026-11-22');
  const arrived = { stayStart: day('2026-11-20'), checkinDate: day('2026-11-20'), guestName1: '山田太郎' };

  async function show(details: Partial<Reservation>) {
    serve({ 'GET /api/payment_master': () => ({ body: PAYMENTS }) });
    await loadMasters(['payment']);
    const stay = { ...arrived, stayEnd: day('2026-11-27'), totalFee: 40_500, ...details };
    const concerns = checkOutConcerns(aReservation(stay), TODAY);
    if (!concerns) throw new Error('there is nothing to ask');
    const onAnswer = jest.fn(async (_way: CheckOutWay) => undefined);
    const onClose = jest.fn();
    render(
      <CheckOutQuestion
        roomNumber="1003"
        record={bookingRecord(stay)}
        concerns={concerns}
        onAnswer={onAnswer}
        onClose={onClose}
      />,
    );
    return { onAnswer, onClose };
  }

  const button = (name: string) => screen.getByRole('button', { name });
  const names = () => screen.getAllByRole('button').map(({ textContent }) => textContent);

  test('says what is owed and how many nights are left; the focus is on what changes nothing', async () => {
    const { onAnswer, onClose } = await show({ paymentFlag: 0, paymentType: 7 });
    const text = screen.getByRole('dialog', { name: 'チェックアウトの確認' }).textContent;
    for (const part of ['1003 山田太郎', 'お支払い ¥40,500', '残り5泊']) expect(text).toContain(part);
    expect(names()).toEqual(['精算してチェックアウト', '未払いのままチェックアウト', 'やめる']);
    expect(document.activeElement).toBe(button('やめる'));
    fireEvent.click(button('やめる'));
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(onAnswer).not.toHaveBeenCalled();
  });

  test('is paid in the way that is set, or left unpaid; the nights left are freed only when that is ticked', async () => {
    const { onAnswer } = await show({ paymentFlag: 0, paymentType: 7 });
    fireEvent.click(button('未払いのままチェックアウト'));
    fireEvent.click(screen.getByLabelText('残り5泊を空室に戻す'));
    await act(async () => void fireEvent.submit(screen.getByRole('form', { name: '入金' })));
    expect(onAnswer.mock.calls).toEqual([
      [{ payBy: null, freeNights: false }],
      [{ payBy: 7, freeNights: true }],
    ]);
  });

  test('of a paid stay asks about its nights alone, of one that ends today about its payment alone', async () => {
    await show({ paymentFlag: 1 });
    expect(names()).toEqual(['チェックアウト', 'やめる']);
    cleanup();
    await show({ paymentFlag: 0, paymentType: 7, stayEnd: TODAY });
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.getByRole('dialog').textContent).not.toContain('残り');
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: /カード/ }));
  });
});

describe('older unpaid', () => {
  beforeEach(() => {
    cleanup();
    store.set(shownListAtom, 'unpaid');
    render(
      <>
        <input aria-label="絞り込み" />
        <div id="desk-row-7" tabIndex={-1}>
          7
        </div>
        <MoreRows />
      </>,
    );
    const more = screen.getByRole('button', { name: '続きを表示' });
    more.focus();
    fireEvent.click(more);
  });

  test('the first row that was fetched has the focus', async () => {
    answer(7);
    await waitFor(() => expect(document.activeElement?.id).toBe('desk-row-7'));
  });

  test('whoever goes on typing meanwhile keeps the focus', async () => {
    screen.getByLabelText('絞り込み').focus();
    answer(7);
    await waitFor(() =>
      expect(screen.getByRole('button', { name: '続きを表示' })).toHaveProperty('disabled', false),
    );
    expect(document.activeElement).toBe(screen.getByLabelText('絞り込み'));
  });
});
