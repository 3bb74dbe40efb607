import { deepStrictEqual, ok } from 'node:assert/strict';
import { addDays, type Day, day } from '@domain/dates.js';
import { MONEY_EVENTS, type MoneyEvent, movementsOf, sumsByWay } from '@domain/payment/daily-payments.js';
import { countingDay, decideClose, papersByPerson, sumsByPerson } from '@domain/payment/day-close.js';
import { decideReservation } from '@domain/reservation/decide.js';
import type { ReservationCommand } from '@domain/reservation/reservation.commands.js';
import { evolveReservation, type ReservationEvent } from '@domain/reservation/reservation.events.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { it } from '@jest/globals';
import fc from 'fast-check';
import { createRecount } from '#backend/tools/evidence-verifier/recount.mjs';
import { anAmend, aReservation, facts } from '#tests/support/builders.js';
import { timesOf } from '#tests/support/trial-size.js';

const FIRST = day('2026-11-21');
const [CASH, CARD] = [1, 2];
const KNOWN = facts({ knownPayments: new Map([CASH, CARD].map((id) => [id, {}])) });

const ways = fc.constantFrom(CASH, CARD);
const yen = fc.constantFrom(500, 4_000, 8_200, 24_600);
const parts = fc.array(fc.record({ paymentType: ways, amount: yen }), { minLength: 1, maxLength: 2 });
const commands = fc.oneof<fc.Arbitrary<ReservationCommand>[]>(
  parts.map((named) => ({ type: 'take-payment', parts: named })),
  parts.map((named) => ({ type: 'refund', parts: named, reason: 'x' })),
  fc.record({
    type: fc.constant('record-payment' as const),
    paymentType: ways,
    paymentFlag: fc.constantFrom<(0 | 1)[]>(0, 1),
  }),
  yen.map((totalFee) => anAmend({ totalFee })),
);
type Step = { booking: number; staff: number; command: ReservationCommand } | 'close' | 'next day';
const steps = fc.array<Step>(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ booking: fc.nat(2), staff: fc.nat(2), command: commands }) },
    { weight: 1, arbitrary: fc.constantFrom('close' as const, 'next day' as const) },
  ),
  { minLength: 8, maxLength: 40, size: 'max' },
);

type Row = Parameters<ReturnType<typeof createRecount>['add']>[0];
type Moved = {
  day: Day;
  staffId: number | null;
  terminal: string;
  paymentType: number | null;
  amount: number;
};

/** The rows of a log that a history of commands, closes and midnights leaves. */
function run(history: readonly Step[]): Row[] {
  const bookings = [0, 1, 2].map(
    (id): Reservation => aReservation({ id: id + 1, totalFee: 24_600, usedPoints: 600 }),
  );
  const [rows, moved, closed]: [Row[], Moved[], Set<Day>] = [[], [], new Set()];
  let today = FIRST;
  const add = (stream: string, { type, data }: { type: string; data: object }, staff: number) => {
    const staff_id = staff === 0 ? null : staff;
    const payload = JSON.stringify(data);
    const row = { position: rows.length + 1, stream, type, payload, staff_id, terminal: 'フロント1' };
    rows.push({ ...row, recorded_at: `${today}T03:00:00.000000Z` });
  };
  for (const { id, ...data } of bookings) add(`reservation-${id}`, { type: 'ReservationCreated', data }, 0);
  const close = () => {
    const own = moved.filter((one) => one.day === today);
    const isCash = (way: number | null) => way === CASH;
    const figures = {
      ways: sumsByWay(own).map((way) => ({ ...way, isCash: isCash(way.paymentType) })),
      ...{ people: sumsByPerson(own), papers: papersByPerson([]) },
    };
    const said = { date: today, float: 0, counted: 0, remark: 'x' };
    const known = { today, timezone: 'Asia/Tokyo', figures, hasMoved: false, isClosed: closed.has(today) };
    const decision = decideClose(said, known);
    if (!decision.ok) return;
    closed.add(today);
    add(`day-close-${today}`, decision.value, 0);
  };
  const act = (index: number, staff: number, command: ReservationCommand) => {
    const paymentDay = countingDay(today, closed.has(today) ? today : null);
    const before = bookings[index] as Reservation;
    const decision = decideReservation(command, before, { ...KNOWN, paymentDay, neighbours: [before] });
    for (const event of decision.ok ? decision.value.events : []) {
      const earlier = bookings[index] as Reservation;
      const after = evolveReservation(earlier, event, earlier.id);
      bookings[index] = after;
      add(`reservation-${after.id}`, event, staff);
      if (!isMoney(event)) continue;
      const who = { staffId: staff === 0 ? null : staff, terminal: 'フロント1' };
      for (const movement of movementsOf(event, { before: earlier, after }))
        moved.push({ day: paymentDay, ...who, ...movement });
    }
  };
  for (const step of history) {
    if (step === 'close') close();
    else if (step === 'next day') today = addDays(today, 1);
    else act(step.booking, step.staff, step.command);
  }
  close();
  return rows;
}

const isMoney = (event: ReservationEvent): event is MoneyEvent =>
  (MONEY_EVENTS as readonly string[]).includes(event.type);

const recounted = (rows: readonly Row[]) => {
  const recount = createRecount();
  for (const row of rows) recount.add(row);
  return recount;
};

it('the log recounts every closed day, whatever was taken and given back, and finds any yen that was changed', () => {
  let changed = 0;
  fc.assert(
    fc.property(steps, fc.nat(), (history, chosen) => {
      const rows = run(history);
      deepStrictEqual(recounted(rows).faults, []);
      ok(recounted(rows).closed > 0);
      const last = rows.findLastIndex(({ type }) => type === 'DayClosed');
      const money = rows.slice(0, last).filter(({ payload }) => payload.includes('"moved":[{'));
      const row = money[chosen % Math.max(1, money.length)];
      const { paymentDay } = row ? JSON.parse(row.payload) : { paymentDay: null };
      const isClosed = rows.some(({ stream }) => stream === `day-close-${paymentDay}`);
      if (!row || !isClosed) return;
      const payload = row.payload.replace(
        /"amount":(-?\d+)/,
        (_, amount) => `"amount":${Number(amount) + 1}`,
      );
      const faults = recounted(rows.map((one) => (one === row ? { ...one, payload } : one))).faults;
      ok(faults.length > 0, row.payload);
      changed += 1;
    }),
    { numRuns: timesOf(200, 5_000) },
  );
  ok(changed > 20, String(changed));
});

it('papers are recounted by kind, of a day that was closed before all kinds were counted those of that time', () => {
  const at = { staff_id: 7, terminal: null, recorded_at: `${FIRST}T03:00:00.000000Z` };
  const row = (position: number, stream: string, type: string, data: object): Row => ({
    ...{ position, stream, type, payload: JSON.stringify(data), ...at },
  });
  const papers = [
    row(1, 'reservation-1', 'ReceiptIssued', { receiptDate: FIRST, receiptAmount: 500 }),
    row(2, 'reservation-1', 'ReturnInvoiceIssued', {
      returnDate: FIRST,
      returnTotals: [{ amount: 300 }, { amount: 40 }],
    }),
    row(3, 'invoice-3', 'InvoiceIssued', { issuedOn: FIRST, stays: [{ amount: 8_200 }, { amount: 9_000 }] }),
  ];
  const sum = (receiptKind: string, amount: number) => ({
    ...{ staffId: 7, terminal: null, receiptKind, count: 1, amount },
  });
  const closed = (sums: object[], kinds: object) =>
    row(4, `day-close-${FIRST}`, 'DayClosed', {
      ...{ date: FIRST, timezone: 'Asia/Tokyo', ways: [], people: [], papers: sums, ...kinds },
    });
  const faults = (sums: object[], kinds: object) => recounted([...papers, closed(sums, kinds)]).faults.length;
  const all = { paperKinds: ['receipt', 'statement', 'return', 'invoice'] };
  const whole = [sum('receipt', 500), sum('return', 340), sum('invoice', 17_200)];
  deepStrictEqual(faults(whole, all), 0);
  deepStrictEqual(faults(whole.slice(0, 2), all), 1);
  deepStrictEqual(faults(whole.slice(0, 1), {}), 0);
  deepStrictEqual(faults(whole, {}), 1);
});
