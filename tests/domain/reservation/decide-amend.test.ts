import { conflict, invalid } from '@domain/broken-rule.js';
import { day } from '@domain/dates.js';
import { decideReservation } from '@domain/reservation/decide.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { describe, expect, it } from '@jest/globals';
import {
  anAmend,
  aReservation,
  aStay,
  codesOf,
  decisionOf,
  facts,
  messagesOf,
  outcomeOf,
  roomIdOf,
} from '../../support/builders.js';

type Amend = Parameters<typeof anAmend>;
const stored = aReservation();
const amend = (command: Amend, state: Reservation = stored, known = facts()) =>
  decideReservation(anAmend(...command), state, known);
const dataOf = (...args: Parameters<typeof amend>) =>
  decisionOf(amend(...args)).events.map(({ data }) => data);

describe('amending a booking', () => {
  it('records only what differs', () => {
    const same = { guestName1: '山田太郎', totalFee: 8000, roomId: roomIdOf('1001') };
    expect(dataOf([{ ...same, notes: '遅着' }])).toEqual([{ notes: '遅着' }]);
    expect(dataOf([{ stayEnd: day('2026-11-24'), usedPoints: 5 }])).toEqual([
      { stayEnd: '2026-11-24', usedPoints: 5 },
    ]);
  });

  it('makes nothing happen when nothing differs', () => {
    expect(decisionOf(amend([{}]))).toEqual({ events: [], regrouped: [] });
    expect(decisionOf(amend([{ roomId: roomIdOf('1001', '2026-12-01') }]))).toEqual({
      events: [],
      regrouped: [],
    });
  });

  it('keeps the value of a field that is left out', () => {
    const state = aReservation({ tel: '031', corporateId: 1, nextdayOutFlag: 1 });
    expect(outcomeOf(state, amend([{ notes: 'x' }], state))).toEqual({ ...state, notes: 'x', version: 2 });
  });

  it('takes a field back to blank', () => {
    const state = aReservation({ tel: '031', paymentType: 1, corporateId: 1 });
    expect(dataOf([{ tel: '', paymentType: null, corporateId: 0 }], state)).toEqual([
      { tel: '', paymentType: null, corporateId: 0 },
    ]);
  });

  it('moves to another room, by the id of any of its months', () => {
    expect(dataOf([{ roomId: roomIdOf('1002', '2027-01-01') }])).toEqual([{ roomNumber: '1002' }]);
  });

  it('is held against the stored values of what was left out', () => {
    const neighbours = [aStay(1, '2026-11-23', '2026-11-24')];
    const known = facts({ neighbours });
    expect(codesOf(amend([{ stayEnd: day('2026-11-23') }], stored, known))).toEqual([]);
    expect(codesOf(amend([{ stayEnd: day('2026-11-24') }], stored, known))).toEqual(['overlap']);
    expect(codesOf(amend([{ womensCount: 2 }]))).toEqual(['too_many_guests']);
  });

  it('never clashes with itself', () => {
    expect(codesOf(amend([{ stayEnd: day('2026-11-25') }], stored, facts({ neighbours: [stored] })))).toEqual(
      [],
    );
  });

  it('says every broken rule, what was unreadable in its place', () => {
    const unreadable = [invalid('bad_stay_end', 'stay_end', 'end?')];
    const decision = amend([{ guestName1: '', stayEnd: null, roomId: null }, { unreadable }]);
    expect(messagesOf(decision)).toEqual([
      '宿泊者名は2文字以上で入力してください。',
      'ルームタイプを選択してください。',
      'end?',
    ]);
  });

  it('refuses masters and rooms that are not known', () => {
    expect(codesOf(amend([{ roomId: 404, corporateId: 9, paymentType: 9, blacklistId: 9 }]))).toEqual([
      'room_unavailable',
      'corporate_unknown',
      'payment_unknown',
      'blacklist_unknown',
    ]);
  });

  it('is refused once cancelled', () => {
    const gone = aReservation({ status: 'cancelled' });
    expect(amend([{ notes: 'x' }], gone)).toEqual({
      ok: false,
      broken: [conflict('already_cancelled', null, 'この予約は既に取り消されています。')],
    });
  });
});

describe('amending after check-in', () => {
  const arrived = aReservation({ checkinDate: day('2026-11-21') });

  it.each([
    [{ stayStart: day('2026-11-20') }, 'チェックイン後はチェックイン日を変更することは出来ません。'],
    [{ stayStart: day('2026-11-22') }, 'チェックイン後はチェックイン日を変更することは出来ません。'],
    [{ totalFee: 9000 }, 'チェックイン後は合計料金を変更することは出来ません。'],
    [{ usedPoints: 1 }, 'チェックイン後は利用ポイントを変更することは出来ません。'],
  ])('refuses %j', (draft, message) => {
    expect(amend([draft], arrived)).toMatchObject({ ok: false, broken: [{ kind: 'invalid', message }] });
    expect(codesOf(amend([draft]))).toEqual([]);
  });

  it.each([
    [{ stayEnd: day('2026-11-22') }],
    [{ stayStart: day('2026-11-21'), totalFee: 8000, usedPoints: 0, stayEnd: day('2026-11-23') }],
    [{ roomId: roomIdOf('1002') }],
    [{ notes: 'x', purpose: '観光' as const }],
  ])('takes %j', (draft) => {
    expect(codesOf(amend([draft], arrived))).toEqual([]);
  });

  it('goes by what is stored: shortening cannot be undone', () => {
    const shortened = outcomeOf(arrived, amend([{ stayEnd: day('2026-11-22') }], arrived));
    expect(codesOf(amend([{ stayEnd: day('2026-11-23') }], shortened))).toEqual(['extended_after_checkin']);
  });

  it('tells the extension in its place in the table, the read-only fields behind', () => {
    const draft = { guestName1: '', stayEnd: day('2026-11-24'), totalFee: 1, checkinTime: null };
    expect(codesOf(amend([draft], arrived))).toEqual([
      'guest_name_short',
      'extended_after_checkin',
      'checkin_time_missing',
      'fixed_after_checkin',
    ]);
  });
});

describe('amending while the room-move lock is set', () => {
  const locked = aReservation({ roomMoveLock: 1 });
  const elsewhere = { roomId: roomIdOf('1002') };

  it('refuses another room as a conflict, whether the lock is sent or left out', () => {
    expect(messagesOf(amend([elsewhere], locked))).toEqual([
      '部屋移動不可の予約のため、部屋を変更することは出来ません。',
    ]);
    const sent = amend([{ ...elsewhere, roomMoveLock: 1 }], locked);
    expect(sent).toMatchObject({
      ok: false,
      broken: [{ kind: 'conflict', code: 'room_locked', field: 'room_id' }],
    });
  });

  it('takes another room when the lock is taken off or only now put on', () => {
    expect(codesOf(amend([{ ...elsewhere, roomMoveLock: 0 }], locked))).toEqual([]);
    expect(codesOf(amend([{ ...elsewhere, roomMoveLock: 1 }]))).toEqual([]);
  });

  it('takes everything else', () => {
    const other = { roomId: roomIdOf('1001', '2026-12-01'), stayEnd: day('2026-11-25'), notes: 'x' };
    expect(codesOf(amend([other], locked))).toEqual([]);
  });
});

describe('amending a grouped booking', () => {
  const base = aStay(1, '2026-11-19', '2026-11-21', { groupEndDate: day('2026-11-23') });
  const grouped = aReservation({ baseBookingId: 1, groupEndDate: day('2026-11-23') });
  const known = facts({ neighbours: [base, grouped] });

  it('joins and leaves with the flag, and keeps its place without it', () => {
    const alone = { ...base, groupEndDate: null };
    const join = amend([{}, { sameAsDayBefore: 1 }], stored, facts({ neighbours: [alone] }));
    expect(decisionOf(join)).toEqual({
      events: [{ type: 'ReservationAmended', data: { baseBookingId: 1, groupEndDate: '2026-11-23' } }],
      regrouped: [{ id: 1, place: { baseBookingId: 0, groupEndDate: '2026-11-23' } }],
    });
    const leave = amend([{}, { sameAsDayBefore: 0 }], grouped, known);
    expect(decisionOf(leave)).toEqual({
      events: [{ type: 'ReservationAmended', data: { baseBookingId: 0, groupEndDate: null } }],
      regrouped: [{ id: 1, place: { baseBookingId: 0, groupEndDate: null } }],
    });
    expect(decisionOf(amend([{ notes: 'x' }], grouped, known)).regrouped).toEqual([]);
    expect(decisionOf(amend([{}, { sameAsDayBefore: 1 }], grouped, known)).events).toEqual([]);
  });

  it('splits when its dates or room change, and tells the others', () => {
    for (const draft of [{ stayStart: day('2026-11-22') }, { roomId: roomIdOf('1002') }]) {
      const { events, regrouped } = decisionOf(amend([draft], grouped, known));
      expect(events).toMatchObject([{ data: { baseBookingId: 0, groupEndDate: null } }]);
      expect(regrouped).toEqual([{ id: 1, place: { baseBookingId: 0, groupEndDate: null } }]);
    }
  });

  it('moves the end of the group with its own', () => {
    const { events, regrouped } = decisionOf(amend([{ stayEnd: day('2026-11-25') }], grouped, known));
    expect(events).toEqual([
      { type: 'ReservationAmended', data: { stayEnd: '2026-11-25', groupEndDate: '2026-11-25' } },
    ]);
    expect(regrouped).toEqual([{ id: 1, place: { baseBookingId: 0, groupEndDate: '2026-11-25' } }]);
  });

  it('is refused with the flag when nobody leaves on its new check-in or in its new room', () => {
    const flagged = { sameAsDayBefore: 1 } as const;
    const later = amend([{ stayStart: day('2026-11-22') }, flagged], grouped, known);
    expect(messagesOf(later)).toEqual(['前日の予約が見つかりません。']);
    const moved = amend([{ roomId: roomIdOf('1002') }, flagged], grouped, known);
    expect(codesOf(moved)).toEqual(['no_day_before']);
  });
});
