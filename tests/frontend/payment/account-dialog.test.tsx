import { beforeEach, expect, test } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { AccountRecord } from '@wire/account.js';
import { AccountButton } from '#frontend/payment/AccountButton.js';
import { forgetErased } from '#frontend/shared/erasure.js';
import { loadMasters } from '#frontend/shared/masters.js';
import { type Call, serve } from '../support/fake-server.js';
import { bookingRecord } from '../support/records.js';

const RECORD = bookingRecord({ id: 7, guestName1: '山田 太郎', totalFee: 16_400, usedPoints: 0 });
const ACCOUNT: AccountRecord = {
  ...{ id: 7, version: RECORD.version, total_fee: 16_400, used_points: 0, fee: 16_400, charges: [] },
  ...{ lodging_taxes: [], lodging_tax: 0, lodging_tax_included: 0, exemption: null, exemptions: [] },
  ...{ payments: [], charged: 0, prepaid: 0, is_prepaid: 0, taken: 0, balance: 16_400, payment_flag: 0 },
};
let calls: Call[] = [];

async function open(account: Partial<AccountRecord> = {}) {
  const answer = () => ({ body: { ...RECORD, version: RECORD.version + 1 }, position: 11 });
  calls = serve({
    'GET /api/booking/7/account': () => ({ body: { ...ACCOUNT, ...account } }),
    'GET /api/payment_master': () => ({
      body: ['現金', 'クレジットカード'].map((payment_name, index) => ({
        ...{ id: 5 + index, payment_name, kind: '現金', is_invoice: 0, is_retired: 0, version: 1 },
      })),
    }),
    'POST /api/booking/7/payments': answer,
    'POST /api/booking/7/refunds': answer,
    'POST /api/booking/7/charges': answer,
  });
  await loadMasters(['payment']);
  render(<AccountButton booking={RECORD} roomNumber="1001" />);
  fireEvent.click(screen.getByRole('button', { name: '明細' }));
  return screen.findByRole('form', { name: '明細の入力' });
}
const sent = async () => {
  await waitFor(() => expect(calls.some(({ method }) => method === 'POST')).toBe(true));
  const { path, body } = calls.find(({ method }) => method === 'POST') as Call;
  return [path.split('/').at(-1), body];
};
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

beforeEach(() => document.body.replaceChildren());

test('what is due stands there and Enter takes it', async () => {
  const form = await open();
  expect(screen.getByRole('table', { name: '明細' }).textContent).toContain('お支払いの残り¥16,400');
  fireEvent.submit(form);
  expect(await sent()).toEqual(['payments', { ways: [{ payment_type: 5, amount: 16_400 }] }]);
});

test('a payment by two ways is one call', async () => {
  const form = await open();
  type('金額', '10,000');
  fireEvent.click(screen.getByRole('button', { name: '別の支払方法も' }));
  expect(screen.getByLabelText<HTMLInputElement>('金額2').value).toBe('6400');
  fireEvent.submit(form);
  const ways = [
    { payment_type: 5, amount: 10_000 },
    { payment_type: 6, amount: 6_400 },
  ];
  expect(await sent()).toEqual(['payments', { ways }]);
});

test('what is to be given back is offered as a refund with its reason', async () => {
  const form = await open({ balance: -8_200, taken: 24_600 });
  expect(screen.getByRole('table', { name: '明細' }).textContent).toContain('ご返金¥8,200');
  type('返金の理由', '早めのご出発');
  fireEvent.submit(form);
  expect(await sent()).toEqual([
    'refunds',
    { ways: [{ payment_type: 5, amount: 8_200 }], reason: '早めのご出発' },
  ]);
});

test('a line is added with its kind, tax rate and name', async () => {
  const form = await open();
  fireEvent.click(screen.getByRole('radio', { name: '追加・値引' }));
  type('明細の種類', 'キャンセル料');
  expect(screen.getByLabelText<HTMLSelectElement>('税率').value).toBe('0');
  type('金額', '１２，３００');
  type('内容', '前日50%');
  fireEvent.submit(form);
  expect(await sent()).toEqual([
    'charges',
    { kind: 'キャンセル料', name: '前日50%', amount: 12_300, tax_rate: 0 },
  ]);
});

test('nothing is sent without an amount', async () => {
  const form = await open();
  type('金額', '');
  fireEvent.submit(form);
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
});

test('opened once more it shows nothing of the account of the time before, until that is read anew', async () => {
  await open();
  fireEvent.click(screen.getByRole('button', { name: '閉じる' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  let answer = (_: { body: AccountRecord }) => {};
  const late = new Promise<{ body: AccountRecord }>((done) => {
    answer = done;
  });
  serve({ 'GET /api/booking/7/account': () => late });
  fireEvent.click(screen.getByRole('button', { name: '明細' }));
  await screen.findByRole('dialog');
  expect(screen.queryByRole('form', { name: '明細の入力' })).toBeNull();
  answer({ body: { ...ACCOUNT, balance: 6_400 } });
  await screen.findByRole('form', { name: '明細の入力' });
  expect(screen.getByRole('table', { name: '明細' }).textContent).toContain('お支払いの残り¥6,400');
});

test('an account that cannot be read says why, and is read again by もう一度読み込む', async () => {
  let isBroken = true;
  const body = { error: '権限がありません。', errors: [] };
  serve({
    'GET /api/booking/7/account': () => (isBroken ? { status: 403, body } : { body: ACCOUNT }),
  });
  render(<AccountButton booking={RECORD} roomNumber="1001" />);
  fireEvent.click(screen.getByRole('button', { name: '明細' }));
  expect((await screen.findByRole('alert')).textContent).toBe('権限がありません。');
  const again = screen.getByRole('button', { name: 'もう一度読み込む' });
  expect(document.activeElement).toBe(again);
  isBroken = false;
  fireEvent.click(again);
  expect((await screen.findByRole('table', { name: '明細' })).textContent).toContain('¥16,400');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('an erasure of another guest leaves what is typed; one of this guest has the account read anew', async () => {
  await open();
  type('金額', '10,000');
  const reads = () => calls.filter(({ path }) => path.endsWith('/account')).length;
  const before = reads();
  await act(async () => forgetErased({ ids: new Set([8]), bookings: [] }));
  expect(screen.getByLabelText<HTMLInputElement>('金額').value).toBe('10,000');
  expect(reads()).toBe(before);
  await act(async () => forgetErased({ ids: new Set([7]), bookings: [] }));
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('金額').value).toBe('16400'));
  expect(reads()).toBe(before + 1);
});
