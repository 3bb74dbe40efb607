import { addDays } from '@domain/dates.js';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AccountRecord } from '@wire/account.js';
import type { BookingRecord } from '@wire/booking-record.js';
import type { DailyPayments, ReceiptRecord } from '@wire/payment.js';
import { rawLog } from '#tests/support/log-rows.js';
import { sharedHotel } from '#tests/support/shared.js';

const hotel = sharedHotel();
let cash = 0;
let card = 0;
beforeAll(() => {
  ({ cash, card } = hotel.ids);
});

const stay = (fields: Record<string, unknown> = {}) =>
  hotel.book({ total_fee: 24_600, csv_notes: '0', ...fields });
const post = (id: number, what: string, body: object, headers: Record<string, string> = {}) =>
  hotel.api.post<BookingRecord>(`/api/booking/${id}/${what}`, body, headers);
const account = async (id: number) => (await hotel.api.get<AccountRecord>(`/api/booking/${id}/account`)).body;
const sums = async () => {
  const { ways } = (await hotel.api.get<DailyPayments>('/api/daily-payments')).body;
  return new Map(ways.map(({ payment_type, sum }) => [payment_type, sum]));
};
const errorsOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  ...((body as { errors?: { code: string; field: string | null }[] }).errors ?? []).map(
    ({ code, field }) => `${code} ${field}`,
  ),
];
const eventsOf = async (id: number) =>
  (await rawLog(hotel.databaseUrl)).filter(({ stream }) => stream === `reservation-${id}`).length;

describe('several ways with a step of the stay', () => {
  const today = () => ({ stay_start: hotel.today, stay_end: addDays(hotel.today, 1) });
  const batch = (id: number, ways: object[]) =>
    hotel.api.post<{ bookings: BookingRecord[] }>('/api/booking-batch', {
      changes: [
        { action: 'payments', id, ways },
        { action: 'check-in', id },
      ],
    });

  it('are taken in the same command, all or a part of what is due', async () => {
    const { id } = await stay(today());
    const ways = [
      { payment_type: cash, amount: 10_000 },
      { payment_type: card, amount: 6_400 },
    ];
    const { body, status } = await batch(id, ways);
    expect(status).toBe(200);
    expect(body.bookings.at(-1)).toMatchObject({
      checkin_date: hotel.today,
      balance: 8_200,
      payment_flag: 0,
    });
    const { payments } = await account(id);
    expect(payments.map((payment) => payment.ways.map(({ amount }) => amount))).toEqual([[10_000, 6_400]]);
  });

  it('are refused together with the step above what is due, named twice and unreadable; nothing is written', async () => {
    const { id } = await stay(today());
    const before = await eventsOf(id);
    const above = await batch(id, [{ payment_type: cash, amount: 24_601 }]);
    expect(errorsOf(above)).toEqual([409, 'payment_above_due changes[0].amount']);
    const paid = { action: 'payments', id, ways: [{ payment_type: cash, amount: 1 }] };
    const flagged = { action: 'payment', id, payment_type: cash, payment_flag: 1 };
    for (const changes of [
      [paid, flagged],
      [paid, paid],
      [{ ...paid, ways: [] }],
      [{ ...paid, ways: [{ payment_type: cash, amount: 0 }] }],
      [{ ...paid, ways: [{ payment_type: 999_999, amount: 1 }] }],
    ])
      expect((await hotel.api.post('/api/booking-batch', { changes })).status).toBe(422);
    expect(await eventsOf(id)).toBe(before);
  });
});

describe('the account of a stay', () => {
  it('has a deposit, a payment by two ways, lines and a refund, and comes to nothing', async () => {
    const before = await sums();
    const { id } = await stay();
    expect((await post(id, 'payments', { payment_type: cash, amount: 5_000 })).body).toMatchObject({
      ...{ payment_flag: 0, payment_status: '未', balance: 19_600 },
    });
    const breakfast = { kind: '追加', name: '朝食', amount: 3_000 };
    await post(id, 'charges', breakfast);
    await post(id, 'charges', { kind: '追加', name: '弁当', amount: 800, tax_rate: 8 });
    const ways = [
      { payment_type: cash, amount: 10_000 },
      { payment_type: card, amount: 13_400 },
    ];
    expect((await post(id, 'payments', { ways })).body).toMatchObject({
      ...{ payment_flag: 1, payment_status: '済', balance: 0, total_fee: 24_600, payment_type: card },
    });
    await post(id, 'charges', { kind: '値引', name: '早発ち', amount: 8_200 });
    const back = { payment_type: cash, amount: 8_200, reason: '早めのご出発' };
    expect((await post(id, 'refunds', back)).body).toMatchObject({ balance: 0, payment_flag: 1 });
    expect(await account(id)).toMatchObject({
      ...{ total_fee: 24_600, fee: 24_600, charged: -4_400, prepaid: 0, taken: 20_200, balance: 0 },
      charges: [
        { kind: '追加', name: '朝食', amount: 3_000, tax_rate: 10 },
        { kind: '追加', name: '弁当', amount: 800, tax_rate: 8 },
        { kind: '値引', name: '早発ち', amount: -8_200, tax_rate: 10 },
      ],
      payments: [
        { day: hotel.today, ways: [{ payment_name: '現金', amount: 5_000 }], reason: null },
        { ways: [{ amount: 10_000 }, { amount: 13_400 }] },
        { ways: [{ payment_type: cash, amount: -8_200 }], reason: '早めのご出発' },
      ],
    });
    const after = await sums();
    expect((after.get(cash) ?? 0) - (before.get(cash) ?? 0)).toBe(5_000 + 10_000 - 8_200);
    expect((after.get(card) ?? 0) - (before.get(card) ?? 0)).toBe(13_400);
    const paper = (await hotel.api.post<ReceiptRecord>(`/api/booking/${id}/receipt`, {})).body;
    expect(paper).toMatchObject({
      amount: 20_200,
      totals: [
        { tax_rate: 10, amount: 19_400, tax: 1_763 },
        { tax_rate: 8, amount: 800, tax: 59 },
      ],
      lines: [{ name: '朝食' }, { name: '弁当' }, { name: '早発ち' }],
    });
    const payloads = (await rawLog(hotel.databaseUrl)).map(({ payload }) => payload).join();
    expect(payloads).not.toMatch(/朝食|弁当|早発ち|早めのご出発/);
  });

  it('of a cancelled booking has its cancellation fee, paid and with a paper', async () => {
    const { id } = await stay();
    await hotel.api.put(`/api/booking/${id}/cancel`, {});
    expect((await account(id)).balance).toBe(0);
    const fee = { kind: 'キャンセル料', name: '前日50%', amount: 12_300 };
    expect((await post(id, 'charges', fee)).body).toMatchObject({ is_cancelled: 1, balance: 12_300 });
    await post(id, 'payments', { payment_type: card, amount: 12_300 });
    expect((await hotel.api.post(`/api/booking/${id}/receipt`, {})).body).toMatchObject({
      ...{ kind: 'receipt', amount: 12_300, tax: 0, totals: [{ tax_rate: 0, amount: 12_300 }] },
    });
  });

  it('after check-in is corrected by lines: fee and points stay as they are', async () => {
    const { id } = await stay({ stay_start: hotel.today, stay_end: addDays(hotel.today, 1) });
    await hotel.api.post(`/api/booking/${id}/check-in`, {});
    expect(errorsOf(await hotel.api.put(`/api/booking/${id}`, { total_fee: 1 }))).toEqual([
      422,
      'fixed_after_checkin total_fee',
    ]);
    expect((await post(id, 'charges', { kind: '値引', amount: 600 })).body.balance).toBe(24_000);
    const whole = { payment_type: cash, payment_flag: 1 };
    expect((await post(id, 'payment', whole)).body).toMatchObject({ payment_flag: 1, balance: 0 });
    expect((await post(id, 'payment', { ...whole, payment_flag: 0 })).body.balance).toBe(24_000);
  });

  it.each<[string, string, object, unknown[]]>([
    ['more than is due', 'payments', { amount: 24_601 }, [409, 'payment_above_due amount']],
    ['a refund of nothing', 'refunds', { amount: 1, reason: 'x' }, [409, 'refund_above_taken amount']],
    ['a refund without a reason', 'refunds', { amount: 1, reason: ' ' }, [422, 'invalid reason']],
    [
      'a discount above the cost',
      'charges',
      { kind: '値引', amount: 24_601 },
      [422, 'discount_above_cost amount'],
    ],
    [
      'a line above all bounds',
      'charges',
      { kind: '追加', amount: 99_999_999 },
      [422, 'cost_too_high amount'],
    ],
    ['an amount above all bounds', 'payments', { amount: 100_000_000 }, [422, 'invalid amount']],
    ['an amount of nothing', 'payments', { amount: 0 }, [422, 'invalid amount']],
    ['a negative amount', 'charges', { kind: '追加', amount: -5 }, [422, 'invalid amount']],
    ['an amount that is no whole number', 'payments', { amount: 0.5 }, [422, 'invalid amount']],
    ['another tax rate', 'charges', { kind: '追加', amount: 5, tax_rate: 5 }, [422, 'invalid tax_rate']],
    ['another kind', 'charges', { kind: '寄付', amount: 5 }, [422, 'invalid kind']],
    ['no way', 'payments', { payment_type: undefined, amount: 5 }, [422, 'ways_wrong ways']],
    [
      'an unknown way',
      'payments',
      { payment_type: 999_999, amount: 5 },
      [422, 'payment_unknown payment_type'],
    ],
    [
      'one way and several',
      'payments',
      { amount: 5, ways: [{ payment_type: 1, amount: 5 }] },
      [422, 'ways_wrong ways'],
    ],
  ])('refuses %s and writes nothing', async (_, what, body, told) => {
    const { id } = await stay();
    const before = await eventsOf(id);
    const way = what === 'charges' ? {} : { payment_type: cash };
    const [status, ...errors] = errorsOf(await post(id, what, { ...way, ...body }));
    expect(status).toBe(told[0]);
    const [wanted] = told.slice(1) as string[];
    const field = wanted?.split(' ')[1];
    if (wanted?.startsWith('invalid '))
      expect(errors.map((one) => String(one).split(' ')[1])).toContain(field);
    else expect(errors).toEqual([wanted]);
    expect(await eventsOf(id)).toBe(before);
  });
});

describe('two terminals', () => {
  it('that take the same payment at once: one does, the other is told who did', async () => {
    const { id, version } = await stay({ total_fee: 8_000 });
    const body = { payment_type: cash, amount: 8_000 };
    const answers = await Promise.all(
      ['フロント1', 'フロント2'].map((terminal) =>
        post(id, 'payments', body, {
          'If-Match': `"${version}"`,
          'X-Terminal': encodeURIComponent(terminal),
        }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(errorsOf(refused as never)).toEqual([409, 'nothing_due amount']);
    expect(refused?.text).toMatch(/最後の入金: \d{4}\/\d\d\/\d\d \d\d:\d\d/);
    expect(await account(id)).toMatchObject({ taken: 8_000, balance: 0 });
  });

  it('of which one has an older version are told so, and the same key does nothing twice', async () => {
    const { id, version } = await stay();
    const body = { payment_type: cash, amount: 5_000 };
    const key = { 'Idempotency-Key': crypto.randomUUID() };
    const first = await post(id, 'payments', body, key);
    expect((await post(id, 'payments', body, key)).body).toEqual(first.body);
    expect(errorsOf(await post(id, 'payments', body, { 'If-Match': `"${version}"` }))).toEqual([
      409,
      'stale_version null',
    ]);
    expect((await account(id)).taken).toBe(5_000);
  });

  it('take back what they did themselves: a payment, a line, a refund', async () => {
    const { id } = await stay();
    const undo = async (run: () => Promise<{ headers: Headers }>) => {
      const requestId = (await run()).headers.get('x-request-id');
      return hotel.api.post('/api/reversals', { request_id: requestId, accept: 'all' });
    };
    await post(id, 'payments', { payment_type: card, amount: 4_000 });
    const steps: [string, object][] = [
      ['payments', { payment_type: cash, amount: 5_000 }],
      ['charges', { kind: '追加', name: '朝食', amount: 1_500 }],
      ['refunds', { payment_type: card, amount: 1_000, reason: 'x' }],
    ];
    for (const [what, body] of steps) {
      expect((await undo(() => post(id, what, body))).status).toBe(200);
      expect(await account(id)).toMatchObject({ balance: 20_600, taken: 4_000, charged: 0 });
    }
  });
});
