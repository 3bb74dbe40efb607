import { addDays, type Day } from '@domain/dates.js';
import { describe, expect, it } from '@jest/globals';
import type { EventRecord } from '@wire/event-record.js';
import type { DailyPayments, ReceiptRecord, ReceiptSplit } from '@wire/payment.js';
import { must } from '#tests/support/api-client.js';
import { rawLog } from '#tests/support/log-rows.js';
import { rebuildAll } from '#tests/support/rebuild-tables.js';
import { sharedHotel } from '#tests/support/shared.js';

const hotel = sharedHotel();
type Part = { nights: Day[]; charges: number[]; addressee: string; honorific: string; note: string };

const part = (nights: Day[], charges: number[] = [], addressee = '鈴木 一郎'): Part => ({
  ...{ nights, charges, addressee, honorific: '様', note: 'ご宿泊代として' },
});
const issue = (id: number, parts: unknown, headers: Record<string, string> = {}) =>
  hotel.api.post<{ parts: ReceiptRecord[] }>(`/api/booking/${id}/receipt-parts`, { parts }, headers);
const splitOf = (id: number) => must(hotel.api.get<ReceiptSplit>(`/api/booking/${id}/receipt-parts`));
const errorsOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  ...((body as { errors?: { code: string }[] }).errors ?? []).map(({ code }) => code),
];
const figures = (parts: readonly ReceiptRecord[]) => parts.map(({ number, amount }) => [number, amount]);

/** A stay of two nights for 16,401 with breakfast for 1,500, paid in cash. */
async function paidStay() {
  const { id, stay_start: first } = await hotel.book({ total_fee: 16_401, csv_notes: '0' });
  await must(hotel.api.post(`/api/booking/${id}/charges`, { kind: '追加', name: '朝食', amount: 1_500 }));
  const money = { payment_type: hotel.ids.cash, amount: 17_901 };
  await must(hotel.api.post(`/api/booking/${id}/payments`, money));
  const { charges } = await splitOf(id);
  return { id, nights: [first, addDays(first, 1)] as [Day, Day], line: charges[0]?.id ?? 0 };
}

describe('a receipt in parts', () => {
  it('has numbers one after another, counts in the papers of the day, and stands in for the whole one', async () => {
    const { id, nights, line } = await paidStay();
    const papers = async () => {
      const { people } = (await hotel.api.get<DailyPayments>('/api/daily-payments')).body;
      return people.reduce((sum, { receipts }) => sum + receipts, 0);
    };
    const whole = await must(hotel.api.post<ReceiptRecord>(`/api/booking/${id}/receipt`, {}));
    const before = await papers();
    const number = whole.number ?? 0;
    const { parts } = await must(issue(id, [part([nights[0]]), part([nights[1]]), part([], [line])]));
    expect(figures(parts)).toEqual([
      [number + 1, 8_201],
      [number + 2, 8_200],
      [number + 3, 1_500],
    ]);
    expect(parts[0]).toMatchObject({ voids: [number], part: { place: 1, of: 3 }, is_reissue: 0 });
    expect(await papers()).toBe(before + 3);
    expect(await splitOf(id)).toMatchObject({ is_current: 1, received: 17_901 });
    const again = await must(
      issue(id, [part([nights[0]], [], '別の方'), part([nights[1]]), part([], [line])]),
    );
    expect(figures(again.parts)).toEqual(figures(parts));
    expect(again.parts[0]).toMatchObject({ is_reissue: 1, addressee: '別の方' });
    const shown = (await hotel.api.get<ReceiptRecord>(`/api/booking/${id}/receipt`)).body;
    expect(shown).toMatchObject({ number: null, voids: [number + 1, number + 2, number + 3] });
    const back = await must(hotel.api.post<ReceiptRecord>(`/api/booking/${id}/receipt`, {}));
    expect(back).toMatchObject({ number: number + 4, voids: [number + 1, number + 2, number + 3] });
    expect((await splitOf(id)).parts).toEqual([]);
    const { body } = await hotel.api.get<{ events: EventRecord[] }>(`/api/booking/${id}/history`);
    expect(JSON.stringify(body)).toContain('分けた領収書');
    expect(JSON.stringify(await rawLog(hotel.databaseUrl))).not.toContain('鈴木');
  });

  it('is superseded by a refund, and an erased guest is not on it', async () => {
    const { id, nights, line } = await paidStay();
    await must(issue(id, [part([nights[0]]), part([nights[1]], [line])]));
    const money = { payment_type: hotel.ids.cash, amount: 1_500, reason: '取消' };
    await must(hotel.api.post(`/api/booking/${id}/refunds`, money));
    expect(await splitOf(id)).toMatchObject({ is_current: 0, received: 16_401 });
    expect(errorsOf(await issue(id, [part([nights[0]]), part([nights[1]], [line])]))).toEqual([
      409,
      'above_received',
    ]);
    const before = await splitOf(id);
    await rebuildAll(hotel.databaseUrl);
    expect(await splitOf(id)).toEqual(before);
    await must(hotel.api.put(`/api/booking/${id}/cancel`));
    await must(hotel.api.post(`/api/booking/${id}/erasure`, { reason: '本人からの請求' }));
    const erased = await splitOf(id);
    expect(erased.parts).toHaveLength(2);
    expect(JSON.stringify(erased)).not.toMatch(/鈴木|朝食/);
    expect(erased.refusal).toMatch(/個人情報を削除/);
  });

  it('is refused unpaid, twice, with what there is not, and unreadable; nothing is written', async () => {
    const { id: unpaid, stay_start } = await hotel.book({ total_fee: 8_200, csv_notes: '0' });
    const { id, nights, line } = await paidStay();
    const before = (await rawLog(hotel.databaseUrl)).length;
    expect(errorsOf(await issue(unpaid, [part([stay_start])]))).toEqual([409, 'unpaid']);
    expect(errorsOf(await issue(id, [part([nights[0]]), part([nights[0]])]))).toEqual([422, 'item_twice']);
    expect(errorsOf(await issue(id, [part([addDays(nights[1], 1)])]))).toEqual([409, 'unknown_item']);
    expect(errorsOf(await issue(id, [part([nights[0]]), part([])]))).toEqual([422, 'part_empty']);
    expect(errorsOf(await issue(id, [part([], [line])], { 'if-match': '"1"' }))).toEqual([
      409,
      'stale_version',
    ]);
    for (const wrong of [
      [],
      'x',
      [{}],
      [{ ...part([nights[0]]), honorific: '殿' }],
      [{ ...part([nights[0]]), nights: ['2026-02-30'] }],
      [{ ...part([nights[0]]), charges: ['x'] }],
      [{ ...part([nights[0]]), amount: 1 }],
      Array.from({ length: 21 }, () => part([nights[0]])),
    ])
      expect((await issue(id, wrong)).status).toBe(422);
    expect((await issue(999_999, [part([nights[0]])])).status).toBe(404);
    expect((await hotel.api.get('/api/booking/999999/receipt-parts')).status).toBe(404);
    expect((await rawLog(hotel.databaseUrl)).length).toBe(before);
  });

  it('asked for at once by two terminals is issued once, then again', async () => {
    const { id, nights, line } = await paidStay();
    const parts = [part(nights), part([], [line])];
    const both = await Promise.all([issue(id, parts), issue(id, parts)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const [one, other] = both.map(({ body }) => figures(body.parts));
    expect(one).toEqual(other);
    const issued = (await rawLog(hotel.databaseUrl)).filter(
      ({ stream, type }) => stream === `reservation-${id}` && type === 'ReceiptIssued',
    );
    expect(issued).toHaveLength(2);
  });
});
