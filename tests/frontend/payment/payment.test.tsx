import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ReceiptRecord } from '@wire/payment.js';
import { PaymentForm } from '#frontend/payment/PaymentForm.js';
import { ReceiptDialog } from '#frontend/payment/ReceiptDialog.js';
import { printReceipt } from '#frontend/payment/receipt.js';
import { loadMasters } from '#frontend/shared/masters.js';
import { placeHotel } from '#tests/frontend/support/known-hotel.js';
import { serve } from '../support/fake-server.js';
import { bookingRecord } from '../support/records.js';

const PAYMENTS = ['現金', 'カード', '請求書払い'].map((payment_name, index) => ({
  ...{
    id: 5 + index,
    payment_name,
    kind: 'その他',
    is_invoice: 0,
    is_retired: index === 2 ? 1 : 0,
    version: 1,
  },
}));
const BOOKING = {
  id: 7,
  guestName1: '山田 太郎',
  totalFee: 16_000,
  usedPoints: 1_000,
  paymentFlag: 0 as const,
};

describe('the payment form', () => {
  async function show(paymentType: number | null = null) {
    serve({ 'GET /api/payment_master': () => ({ body: PAYMENTS }) });
    await loadMasters(['payment']);
    const onPay = jest.fn(async (_way: number, _change: number | null, _ways: unknown) => undefined);
    render(
      <PaymentForm
        booking={bookingRecord({ ...BOOKING, paymentType })}
        submitText="入金する"
        isDialog
        onPay={onPay}
      />,
    );
    const form = screen.getByRole('form', { name: '入金' });
    return { form, paid: () => onPay.mock.calls };
  }
  const receive = (text: string) =>
    fireEvent.change(screen.getByLabelText('お預かり'), { target: { value: text } });
  const submit = (form: HTMLElement) => act(async () => void fireEvent.submit(form));
  const way = () => screen.getAllByRole<HTMLInputElement>('radio').find(({ checked }) => checked)?.value;

  test('says what is due after points; Enter notes it as paid in the first way in use', async () => {
    const { form, paid } = await show();
    expect(form.textContent).toContain('¥15,000');
    expect(form.textContent).toContain('料金 ¥16,000 − 1,000pt');
    expect(screen.getAllByRole('radio')).toHaveLength(2);
    await submit(form);
    expect(paid()).toEqual([[5, null, null]]);
  });

  test.each([
    ['20000', 'お釣り ¥5,000'],
    ['２０，０００', 'お釣り ¥5,000'],
    ['15,000円', 'お釣り ¥0'],
    ['14000', '¥1,000 足りません。'],
    ['', ''],
  ])('for %j handed over it says %j', async (typed, told) => {
    await show();
    receive(typed);
    expect(screen.getByRole('status').textContent).toBe(told);
  });

  test('is not sent while too little is handed over', async () => {
    const { form, paid } = await show();
    receive('14999');
    await submit(form);
    receive('15000');
    await submit(form);
    receive('20000');
    await submit(form);
    expect(paid()).toEqual([
      [5, null, null],
      [5, 5_000, null],
    ]);
  });

  test('asks how the rest is paid when less is handed over: by another way, or later; a mistyped amount pays nothing', async () => {
    const { form, paid } = await show();
    receive('10000');
    await submit(form);
    expect(paid()).toEqual([]);
    const rest = screen.getByLabelText<HTMLSelectElement>('残り ¥5,000');
    expect([...rest.options].map(({ text }) => text)).toEqual(['支払方法を選ぶ', 'カード', 'あとで受け取る']);
    fireEvent.change(rest, { target: { value: '6' } });
    fireEvent.keyDown(document.body, { key: '2' });
    await submit(form);
    expect(paid()).toEqual([]);
    fireEvent.keyDown(document.body, { key: '1' });
    await submit(form);
    fireEvent.change(screen.getByLabelText('残り ¥5,000'), { target: { value: 'later' } });
    await submit(form);
    const cash = { payment_type: 5, amount: 10_000 };
    expect(paid()).toEqual([
      [5, null, [cash, { payment_type: 6, amount: 5_000 }]],
      [5, null, [cash]],
    ]);
    receive('0');
    expect(screen.queryByLabelText('残り ¥15,000')).toBeNull();
  });

  test('begins with the way of the booking; figures choose another, but not while an amount is typed', async () => {
    const { form, paid } = await show(6);
    expect(way()).toBe('6');
    fireEvent.keyDown(document.body, { key: '1' });
    expect(way()).toBe('5');
    fireEvent.keyDown(screen.getByLabelText('お預かり'), { key: '2' });
    expect(way()).toBe('5');
    fireEvent.keyDown(document.body, { key: '2' });
    await submit(form);
    expect(paid()).toEqual([[6, null, null]]);
  });
});

describe('the receipt', () => {
  const STAY = {
    ...{ stay_start: '2026-11-20' as never, stay_end: '2026-11-22' as never, room_number: '1001' },
    ...{ total_fee: 68_000, used_points: 2_000, coupon: 0 as const, ended: null },
  };
  const CASH = { payment_type: 5, payment_name: '現金', kind: '現金' as const, amount: 66_000 };
  const RECEIPT: ReceiptRecord = {
    ...{ id: 7, version: 3, number: null, addressee: '㈱見本商事', note: 'ご宿泊代として', amount: 66_000 },
    ...{ tax_rate: 10, tax: 6_000, date: '2026-11-22' as never, payment_type: 5, is_reissue: 0 },
    ...{ kind: 'receipt', honorific: '様', stay: STAY, lines: [], ways: [CASH], has_stamp: 1 },
    ...{ totals: [{ tax_rate: 10, amount: 66_000, tax: 6_000 }], replaces: null, refusal: null },
    ...{ voids: [], part: null },
  };
  const HOTEL = {
    name: '海の宿',
    address: '東京都',
    phone: '03-0000-0000',
    registration_number: 'T7123456789012',
  };
  const print = jest.fn(() => undefined);
  let paper = '';

  beforeEach(() => {
    paper = '';
    window.print = print.mockImplementation(() => {
      paper = document.querySelector('.printed-receipt')?.textContent ?? '';
    });
    placeHotel(HOTEL);
  });

  async function open(
    shown: Partial<ReceiptRecord>,
    issued: Partial<ReceiptRecord> | { status: number; error: string },
  ) {
    const calls = serve({
      'GET /api/booking/7/receipt': ({ searchParams }) => {
        const other = searchParams.get('kind') === 'statement' && { kind: 'statement', refusal: null };
        return { body: { ...RECEIPT, ...shown, ...other } };
      },
      'POST /api/booking/7/receipt': () =>
        'error' in issued
          ? { status: issued.status, body: { error: issued.error, errors: [] } }
          : { body: { ...RECEIPT, ...issued } },
    });
    act(() => printReceipt(7));
    render(<ReceiptDialog />);
    const form = await screen.findByRole('form', {
      name: shown.kind === 'statement' ? '宿泊明細書' : '領収書',
    });
    return { calls, form };
  }

  test('is issued to whom staff say, with all that it must say on paper', async () => {
    const { calls, form } = await open({}, { number: 12, addressee: '山田 花子' });
    fireEvent.change(screen.getByLabelText('宛名'), { target: { value: '山田 花子' } });
    fireEvent.submit(form);
    await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
    expect(calls.at(-1)?.body).toEqual({
      ...{ kind: 'receipt', addressee: '山田 花子', honorific: '様', note: 'ご宿泊代として' },
    });
    const must = ['No. 000012', '2026年11月22日', '山田 花子 様', '¥66,000-', '但し ご宿泊代として'];
    const stay = ['宿泊日 2026年11月20日〜2026年11月22日（2泊） 部屋 1001', 'ポイント利用 −¥2,000'];
    const hotel = ['海の宿', '東京都', '登録番号 T7123456789012'];
    const money = ['10%対象 ¥66,000（うち消費税 ¥6,000）', 'お支払方法 現金 ¥66,000', '収入印紙'];
    for (const text of [...must, ...stay, ...hotel, ...money]) expect(paper).toContain(text);
    expect(paper).not.toContain('再発行');
    expect(paper).not.toContain('代わるもの');
    expect(document.querySelector('.printed-receipt')).toBeNull();
  });

  test('of a card payment says so and has no place for a stamp', async () => {
    const card = { ...CASH, payment_name: 'VISA', kind: 'カード' as const };
    const { form } = await open({}, { number: 12, ways: [card], has_stamp: 0 });
    fireEvent.submit(form);
    await waitFor(() => expect(paper).toContain('お支払方法 クレジットカード払い ¥66,000'));
    expect(paper).not.toContain('収入印紙');
  });

  test.each([
    ['御中', '㈱見本商事 御中'],
    ['', '㈱見本商事'],
  ] as const)('addressed with %j reads %j', async (honorific, text) => {
    const { calls, form } = await open({}, { number: 12, honorific });
    fireEvent.change(screen.getByLabelText('敬称'), { target: { value: honorific } });
    fireEvent.submit(form);
    await waitFor(() => expect(paper).toContain(`${text}¥66,000-`));
    expect(calls.at(-1)?.body).toMatchObject({ honorific });
  });

  test('says which one it stands in for, lines and tax rates, and of what it is a part', async () => {
    const lines = [
      { kind: '追加' as const, name: '弁当', amount: 864, tax_rate: 8 as const },
      { kind: '値引' as const, name: '', amount: -500, tax_rate: 10 as const },
    ];
    const totals = [
      { tax_rate: 10, amount: 65_500, tax: 5_954 },
      { tax_rate: 8, amount: 864, tax: 64 },
      { tax_rate: 0, amount: 1_200, tax: 0 },
    ];
    const { form } = await open({ replaces: 3 }, { number: 12, replaces: 3, lines, totals, amount: 60_000 });
    expect(screen.getByText('No.000003 を差し替え')).toBeTruthy();
    fireEvent.submit(form);
    const must = ['No. 000003 に代わるもの', '弁当※ ¥864', '値引 −¥500', '軽減税率 8%対象 ¥864'];
    await waitFor(() => expect(paper).toContain('不課税 ¥1,200'));
    for (const text of [...must, '（ご利用合計 ¥66,364 のうち）']) expect(paper).toContain(text);
  });

  test('of a prepaid stay is a 宿泊明細書 that certifies no money', async () => {
    const { form } = await open({ kind: 'statement', ways: [] }, { kind: 'statement', number: 13, ways: [] });
    fireEvent.submit(form);
    await waitFor(() => expect(paper).toContain('宿泊明細書'));
    expect(paper).not.toMatch(/領収|但し|お支払方法/);
    for (const text of ['登録番号 T7123456789012', '宿泊料金 ¥68,000']) expect(paper).toContain(text);
  });

  test('that would be refused says why at once, and offers the other paper', async () => {
    const refusal = '当館で受け取っていない代金の領収書は発行できません。';
    const { calls, form } = await open({ refusal }, {});
    expect(screen.getByRole('alert').textContent).toBe(refusal);
    fireEvent.submit(form);
    fireEvent.click(screen.getByRole('radio', { name: '宿泊明細書' }));
    await screen.findByRole('form', { name: '宿泊明細書' });
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  test('that cannot be read says why and is read again by もう一度読み込む; in between the other kind is not issued', async () => {
    const { form, calls } = await open({}, {});
    const refused = { status: 403, body: { error: '権限がありません。', errors: [] } };
    let isBroken = true;
    const statement = { ...RECEIPT, kind: 'statement' as const };
    const more = serve({
      'GET /api/booking/7/receipt': () => (isBroken ? refused : { body: statement }),
      'POST /api/booking/7/receipt': () => ({ body: RECEIPT }),
    });
    fireEvent.change(screen.getByLabelText('宛名'), { target: { value: '山田 花子' } });
    fireEvent.click(screen.getByRole('radio', { name: '宿泊明細書' }));
    fireEvent.submit(form);
    expect((await screen.findByRole('alert')).textContent).toBe('権限がありません。');
    fireEvent.submit(form);
    isBroken = false;
    fireEvent.click(screen.getByRole('button', { name: 'もう一度読み込む' }));
    const anew = await screen.findByRole('form', { name: '宿泊明細書' });
    expect(screen.getByLabelText<HTMLInputElement>('宛名').value).toBe('山田 花子');
    expect([...calls, ...more].filter(({ method }) => method === 'POST')).toEqual([]);
    fireEvent.submit(anew);
    await waitFor(() => expect(more.at(-1)).toMatchObject({ method: 'POST', body: { kind: 'statement' } }));
  });

  test('says so when it is issued again', async () => {
    const { form } = await open({ number: 12, is_reissue: 1 }, { number: 12, is_reissue: 1 });
    expect(screen.getByText('No.000012 発行済み')).toBeTruthy();
    expect(screen.getByRole('button', { name: '再発行して印刷' })).toBeTruthy();
    fireEvent.submit(form);
    await waitFor(() => expect(paper).toContain('（再発行）'));
  });

  test('that is refused is not printed, and says why', async () => {
    print.mockClear();
    const { form } = await open({}, { status: 409, error: '未払いの予約の領収書は発行できません。' });
    fireEvent.submit(form);
    expect((await screen.findByRole('alert')).textContent).toBe('未払いの予約の領収書は発行できません。');
    expect(print).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('button', { name: '閉じる' }));
  });
});
