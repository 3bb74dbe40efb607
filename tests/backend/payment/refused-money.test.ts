import { addDays } from '@domain/dates.js';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AccountRecord } from '@wire/account.js';
import type { BookingRecord } from '@wire/booking-record.js';
import { must } from '#tests/support/api-client.js';
import { sharedHotel } from '#tests/support/shared.js';

const hotel = sharedHotel();
const HIGHEST = 99_999_999;
let cash = 0;
let card = 0;

beforeAll(() => {
  ({ cash, card } = hotel.ids);
});

const stay = (fields: Record<string, unknown> = {}) =>
  hotel.book({
    ...{ stay_start: hotel.today, stay_end: addDays(hotel.today, 3), csv_notes: '0' },
    ...{ total_fee: 24_600, ...fields },
  });
const post = (id: number, what: string, body: object) =>
  hotel.api.post<BookingRecord>(`/api/booking/${id}/${what}`, body);
const account = (id: number) => must(hotel.api.get<AccountRecord>(`/api/booking/${id}/account`));
const pay = (id: number, amount: number) => must(post(id, 'payments', { payment_type: cash, amount }));
const refund = (amount: number, payment_type = cash) => ({ payment_type, amount, reason: '打ち間違い' });

const errorsOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  ...((body as { errors?: { code: string; field: string | null }[] }).errors ?? []).map(
    ({ code, field }) => `${code} ${field}`,
  ),
];

/** Tables that a refused call must not change. */
const stateOf = async (id: number) => {
  const { version, balance, taken, payments, charges } = await account(id);
  return { version, balance, taken, payments, charges };
};

async function expectRefused(id: number, what: string, body: object, told: unknown[]): Promise<void> {
  const before = await stateOf(id);
  const answer = await post(id, what, body);
  expect(errorsOf(answer)).toEqual(told);
  expect((answer.body as unknown as { error: string }).error).toMatch(/[ぁ-ん]/);
  expect(await stateOf(id)).toEqual(before);
}

describe('money that cannot move', () => {
  it.each<[string, string, () => object, string]>([
    [
      'a payment of the highest amount',
      'payments',
      () => ({ payment_type: cash, amount: HIGHEST }),
      'payment_above_due',
    ],
    ['a refund of the highest amount', 'refunds', () => refund(HIGHEST), 'refund_above_taken'],
    ['a refund of one yen above what was taken', 'refunds', () => refund(10_001), 'refund_above_taken'],
    [
      'a refund above it by a way it did not come',
      'refunds',
      () => refund(10_001, card),
      'refund_above_taken',
    ],
    [
      'a refund above it in two ways that are below it each',
      'refunds',
      () => ({
        ways: [
          { payment_type: cash, amount: 6_000 },
          { payment_type: card, amount: 4_001 },
        ],
        reason: '打ち間違い',
      }),
      'refund_above_taken',
    ],
  ])('refuses %s, clearly, and nothing is written', async (_, what, body, code) => {
    const { id } = await stay();
    await pay(id, 10_000);
    await expectRefused(id, what, body(), [409, `${code} amount`]);
  });

  it('takes nothing while it owes the guest, and gives back no more than was taken', async () => {
    const { id } = await stay();
    await pay(id, 24_600);
    await must(post(id, 'charges', { kind: '値引', amount: 4_600, tax_rate: 10 }));
    expect(await account(id)).toMatchObject({ balance: -4_600, payment_flag: 1 });
    await expectRefused(id, 'payments', { payment_type: cash, amount: 1 }, [409, 'nothing_due amount']);
    await expectRefused(id, 'refunds', refund(24_601), [409, 'refund_above_taken amount']);
    await expectRefused(id, 'charges', { kind: '値引', amount: 20_001 }, [422, 'discount_above_cost amount']);
    await must(post(id, 'refunds', refund(4_600)));
    expect(await account(id)).toMatchObject({ balance: 0, taken: 20_000 });
  });

  it('is given back once when two terminals ask for the same at once', async () => {
    const { id } = await stay();
    await pay(id, 10_000);
    const answers = await Promise.all([
      post(id, 'refunds', refund(10_000)),
      post(id, 'refunds', refund(10_000)),
    ]);
    expect(answers.map(errorsOf).sort()).toEqual([[200], [409, 'refund_above_taken amount']]);
    expect(await account(id)).toMatchObject({ taken: 0, balance: 24_600 });
  });
});

describe('a paper for nothing', () => {
  it.each<[string, Record<string, unknown>, number, string]>([
    ['that nothing was taken for', {}, 0, 'unpaid'],
    ['that points paid for', { total_fee: 500, csv_notes: '500' }, 0, 'nothing_received'],
    ['that costs nothing', { total_fee: 0 }, 0, 'nothing_received'],
    ['whose money was given back', {}, 24_600, 'unpaid'],
  ])('is refused for a stay %s, without a number', async (_, fields, taken, code) => {
    const { id } = await stay(fields);
    if (code === 'nothing_received') {
      await must(post(id, 'payment', { payment_type: cash, payment_flag: 1 }));
    }
    if (taken > 0) {
      await pay(id, taken);
      await must(post(id, 'refunds', refund(taken)));
    }
    await expectRefused(id, 'receipt', { kind: 'receipt' }, [409, `${code} null`]);
    const parts = [{ nights: [hotel.today], charges: [], addressee: '山田', honorific: '様', note: '' }];
    const before = await stateOf(id);
    expect((await post(id, 'receipt-parts', { parts })).status).toBe(409);
    expect(await stateOf(id)).toEqual(before);
  });

  it('is refused for a cancelled stay without a fee, of both kinds', async () => {
    const { id } = await stay();
    await must(hotel.api.put(`/api/booking/${id}/cancel`));
    for (const kind of ['receipt', 'statement'])
      await expectRefused(id, 'receipt', { kind }, [409, 'already_cancelled null']);
  });
});
