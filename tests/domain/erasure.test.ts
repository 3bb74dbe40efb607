import { day } from '@domain/dates.js';
import {
  chooseRecords,
  decideErasure,
  erasureObstacle,
  type GuestRecord,
  isSameGuest,
  retainedUntil,
} from '@domain/erasure/erasure.js';
import {
  type CsvReservation,
  type CsvReservationEvent,
  detailsOf,
  evolveCsvReservation,
} from '@domain/imports/csv-reservation.js';
import { decideReservation } from '@domain/reservation/decide.js';
import { evolveReservation } from '@domain/reservation/reservation.events.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { describe, expect, it } from '@jest/globals';
import { anImport, aReservation, facts } from '../support/builders.js';

const ERASED = { type: 'PersonalDataErased', data: { reason: '本人からの請求' } } as const;
const GONE = Object.fromEntries(
  ['reserverName', 'reserverNameKana', 'guestName1', 'guestName1Kana', 'guestName2', 'tel', 'notes'].map(
    (field) => [field, '削除済み'],
  ),
);

const booking = (details: Partial<Reservation> = {}): GuestRecord => ({
  kind: 'booking',
  state: aReservation({ stayStart: day('2024-02-27'), stayEnd: day('2024-02-29'), ...details }),
});
const imported = (details: Partial<CsvReservation> = {}): GuestRecord => ({
  kind: 'csv-reservation',
  state: anImport({ stayStart: day('2024-02-27'), stayEnd: day('2024-02-29'), ...details }),
});

const decide = (records: GuestRecord[], reason: string, today: string, retentionYears = 3) =>
  decideErasure(records, { reason, today: day(today), retentionYears });

describe('a reservation whose guest was erased', () => {
  const erased = evolveReservation(aReservation({ notes: '', guestName2: '' }), ERASED, 10);

  it('reads 削除済み in every personal field and keeps all others', () => {
    expect(erased).toEqual({ ...aReservation(), ...GONE, version: 2, isErased: true });
  });

  it('can be changed in no way any more', () => {
    for (const command of [
      { type: 'cancel' },
      { type: 'check-in', date: erased.stayStart },
      { type: 'return-to-auto-fail' },
      { type: 'record-payment', paymentType: null, paymentFlag: 1 },
      { type: 'amend', draft: { totalFee: 1 }, sameAsDayBefore: undefined, unreadable: [] },
    ] as const) {
      const decided = decideReservation(command, erased, facts());
      expect(decided).toMatchObject({ ok: false, broken: [{ kind: 'conflict', code: 'guest_erased' }] });
    }
  });
});

describe('an imported record whose guest was erased', () => {
  const evolve = (state: CsvReservation, event: CsvReservationEvent) =>
    evolveCsvReservation(state, event, 900);
  const erase = (state: CsvReservation) => evolve(state, ERASED);

  it('reads 削除済み in what it is and in what was applied to its booking', () => {
    const booked = evolve(anImport(), { type: 'CsvReservationRegistered', data: { bookingId: 10 } });
    const erased = erase(booked);
    expect(erased).toMatchObject({ ...GONE, digest: '削除済み', status: 'registered', isErased: true });
    expect(erased.applied).toMatchObject({ ...GONE, digest: '削除済み' });
    expect(JSON.stringify(erased)).not.toContain(anImport().guestName1);
  });

  it('no longer waits to be registered, and is whole again once the source sends it anew', () => {
    const failed = anImport({ status: 'failed', reason: '空室なし', detail: '満室' });
    expect(erase(failed)).toMatchObject({ status: 'cancelled', reason: null, detail: '' });
    const data = detailsOf(anImport());
    const again = evolve(erase(failed), { type: 'CsvReservationImported', data });
    expect(again).toMatchObject({ guestName1: data.guestName1, status: 'failed' });
    expect(again).not.toHaveProperty('isErased');
  });
});

describe('the retention', () => {
  it('runs from check-out to the same day some years later, that day included', () => {
    expect(retainedUntil(booking(), 3)).toBe('2027-02-28');
    expect(retainedUntil(booking({ stayEnd: day('2024-03-01') }), 4)).toBe('2028-03-01');
    expect(retainedUntil(booking({ checkoutDate: day('2024-02-28') }), 3)).toBe('2027-02-28');
    expect(retainedUntil(imported({ stayEnd: null }), 3)).toBeNull();
  });

  it('asks for a reason until its last day, of the latest record', () => {
    const later = imported({ stayEnd: day('2024-03-05') });
    expect(decide([booking(), later], '', '2027-03-05')).toMatchObject({
      ok: false,
      broken: [{ kind: 'invalid', field: 'reason', message: expect.stringContaining('2027年3月5日') }],
    });
    expect(decide([booking(), later], '', '2027-03-06')).toEqual({
      ok: true,
      value: { type: 'PersonalDataErased', data: { reason: '保存期間の満了' } },
    });
    expect(decide([booking()], '本人からの請求', '2024-03-01')).toEqual({ ok: true, value: ERASED });
    expect(decide([booking()], '', '2024-02-29', 0)).toMatchObject({ ok: false });
    expect(decide([booking()], '', '2024-03-01', 0)).toMatchObject({ ok: true });
  });

  it('keeps the guest out of the reason, however written', () => {
    const guest = { guestName1: '髙橋 太郎', guestName1Kana: 'タカハシ タロウ', tel: '090-0000-0001' };
    const nobody = { reserverName: '', reserverNameKana: '' };
    const wrong = ['髙橋太郎様より', 'たかはしたろう様', 'ﾀｶﾊｼ ﾀﾛｳ', '電話 09000000001', '(090)0000-0001'];
    for (const reason of wrong)
      expect(decide([booking({ ...guest, ...nobody })], reason, '2026-11-22')).toMatchObject({
        ok: false,
        broken: [{ code: 'reason_tells_guest' }],
      });
    const short = { ...guest, ...nobody, guestName1: '李', tel: '22' };
    for (const [record, reason] of [
      [{ ...guest, ...nobody }, '2026-11-22 に窓口で請求'],
      [short, '李さん 2026-11-22'],
    ] as const)
      expect(decide([booking(record)], reason, '2026-11-22').ok).toBe(true);
  });
});

describe('what cannot be erased', () => {
  const on = (record: GuestRecord, today: string) => erasureObstacle(record, day(today));

  it('is a stay that is not over, unless it is cancelled', () => {
    expect(on(booking(), '2024-02-28')).toMatch(/滞在が終わっていない/);
    expect(on(booking(), '2024-02-29')).toBeNull();
    expect(on(booking({ status: 'cancelled' }), '2024-02-01')).toBeNull();
    expect(on(imported({ status: 'failed' }), '2024-02-28')).toMatch(/宿泊日が過ぎていない/);
    expect(on(imported({ status: 'failed' }), '2024-02-29')).toBeNull();
    expect(on(imported({ stayEnd: null }), '2024-02-01')).toBeNull();
  });

  it('is what was erased before', () => {
    expect(on(booking({ isErased: true }), '2026-11-22')).toMatch(/既に削除/);
    expect(decide([booking(), booking({ isErased: true })], 'x', '2026-11-22')).toMatchObject({
      ok: false,
      broken: [{ kind: 'conflict', code: 'not_erasable' }],
    });
  });
});

describe('the same guest', () => {
  const guest = aReservation({ reserverName: '見本商事', guestName1: '髙橋 太郎', tel: '090-0000-0001' });

  it.each([
    [
      'with a name in common under the same phone, however written',
      { reserverName: '他社', guestName1: '髙橋　太郎', tel: '０９００００００００１' },
      true,
    ],
    ['with the booker’s name', { guestName1: '別人', guestName2: '見本 商事' }, true],
    ['not with another phone', { tel: '090-0000-0002' }, false],
    ['not with no name in common', { reserverName: '', guestName1: '別人', guestName2: '' }, false],
  ])('is one %s', (_, change, isSame) => expect(isSameGuest(guest, { ...guest, ...change })).toBe(isSame));

  it('is not told without a phone', () => {
    expect(isSameGuest({ ...guest, tel: '' }, { ...guest, tel: '' })).toBe(false);
  });
});

describe('the records erased', () => {
  const today = day('2026-11-22');
  const first = booking({ id: 1, csvReservationId: 2 });
  const source = imported({ id: 2, bookingId: 1 });
  const other = booking({ id: 3 });
  const future = booking({ id: 4, stayEnd: day('2027-01-01') });
  const found: [GuestRecord, ...GuestRecord[]] = [first, source, other, future];
  const choose = (chosen: number[] | null, imports: number[] = []) =>
    chooseRecords(found, chosen && { booking: chosen, 'csv-reservation': imports }, today)?.map(
      ({ state }) => state.id,
    );

  it('are all that can be, unless some are chosen', () => {
    expect(choose(null)).toEqual([1, 2, 3]);
    expect(choose([3])).toEqual([1, 3, 2]);
    expect(choose([1, 3], [2])).toEqual([1, 2, 3]);
  });

  it('always hold the first and what it came from or became', () => {
    expect(choose([])).toEqual([1, 2]);
    const none = { booking: [], 'csv-reservation': [] };
    const ids = chooseRecords([source, first, other, future], none, today);
    expect(ids?.map(({ state }) => state.id)).toEqual([2, 1]);
  });

  it('are refused as a whole when one is not of the guest', () => {
    expect(choose([99])).toBeUndefined();
    expect(choose([2])).toBeUndefined();
  });
});
