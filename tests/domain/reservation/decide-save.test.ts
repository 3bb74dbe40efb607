import { invalid } from '@domain/broken-rule.js';
import { day, type Month } from '@domain/dates.js';
import { decideReservation } from '@domain/reservation/decide.js';
import { decideCreate } from '@domain/reservation/decide-save.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { roomDirectory } from '@domain/room/room-directory.js';
import { describe, expect, it } from '@jest/globals';
import {
  aCreate,
  anAmend,
  aReservation,
  aRoomOf,
  aStay,
  codesOf,
  decisionOf,
  facts,
  messagesOf,
  outcomeOf,
  roomIdOf,
} from '#tests/support/builders.js';

// The rules of the table and their order: save-rules.test.ts.
const ID = 50;
type Draft = Parameters<typeof anAmend>[0];
type Command = Parameters<typeof anAmend>[1];
const stored = aReservation();

const create = (draft: Draft, command: Parameters<typeof aCreate>[1] = {}, known = facts()) =>
  decideCreate(aCreate(draft, command), ID, known);
const amend = (draft: Draft, state = stored, known = facts(), command: Command = {}) =>
  decideReservation(anAmend(draft, command), state, known);
const dataOf = (...args: Parameters<typeof amend>) =>
  decisionOf(amend(...args)).events.map(({ data }) => data);

describe('booking a room', () => {
  it('makes one event with all that was entered', () => {
    const source = { staffId: 3, paymentFlag: 1, csvReservationId: 900 } as const;
    const decision = create({}, source);
    expect(decisionOf(decision)).toMatchObject({ events: [{ type: 'ReservationCreated' }], regrouped: [] });
    expect(outcomeOf(null, decision, ID)).toEqual(
      aReservation({ id: ID, ...source, account: { entries: [], charges: [], isPrepaid: true } }),
    );
  });

  it('as another room joins the party of a booking, the one that its first room began', () => {
    const joined = (partyOf: Reservation) => outcomeOf(null, create({}, { partyOf }), ID).partyId;
    expect(outcomeOf(null, create({}), ID).partyId).toBe(0);
    expect(joined(aReservation({ id: 7 }))).toBe(7);
    expect(joined(aReservation({ id: 8, partyId: 7 }))).toBe(7);
  });

  it.each(['2026-10-01', '2026-11-01', '2027-01-01'])(
    'takes the id of any month of the room: %s',
    (month) => {
      const roomId = roomIdOf('1002', month);
      expect(outcomeOf(null, create({ roomId }), ID).roomNumber).toBe('1002');
      expect(dataOf({ roomId })).toEqual([{ roomNumber: '1002' }]);
    },
  );

  it('runs over a year end and a leap day, and finds an overlap there', () => {
    const leap = ['2023-12-01', '2024-01-01', '2024-02-01', '2024-03-01'].map((text) => day(text) as Month);
    const rooms = roomDirectory(aRoomOf('1001', {}, leap));
    const book = (start: string, end: string, ...neighbours: ReturnType<typeof aStay>[]) => {
      const stay = { stayStart: day(start), stayEnd: day(end) };
      return codesOf(
        create({ roomId: roomIdOf('1001', '2024-02-01'), ...stay }, {}, facts({ rooms, neighbours })),
      );
    };
    expect(book('2023-12-31', '2024-01-02')).toEqual([]);
    expect(book('2024-02-28', '2024-03-01')).toEqual([]);
    expect(book('2024-02-28', '2024-03-01', aStay(1, '2024-02-29', '2024-03-01'))).toEqual(['overlap']);
  });
});

it('a booking that leaves the room in the same command does not occupy it', () => {
  const neighbours = [aStay(1, stored.stayStart, stored.stayEnd)];
  expect(codesOf(create({}, {}, facts({ neighbours })))).toEqual(['overlap']);
  expect(codesOf(create({}, {}, facts({ neighbours, leaving: new Set([2]) })))).toEqual(['overlap']);
  expect(codesOf(create({}, {}, facts({ neighbours, leaving: new Set([1]) })))).toEqual([]);
});

describe('all broken rules at once', () => {
  it.each([
    [
      'what was unreadable in the place of the rule for its field, the rest behind',
      { totalFee: null, usedPoints: null, tel: null },
      { tel: 'tel?', total_fee: 'fee?' },
      ['fee?', '利用ポイントは数値を入力してください。', 'tel?'],
    ],
    [
      'the rule of the table for a room that is not numeric',
      { roomId: null, totalFee: null },
      { room_id: 'room?' },
      ['ルームタイプを選択してください。', '合計料金は数値を入力してください。'],
    ],
    [
      'the same sentence once',
      { mensCount: null, womensCount: null },
      { mens_count: '宿泊人数を選択してください。', womens_count: '宿泊人数を選択してください。' },
      ['宿泊人数を選択してください。'],
    ],
  ])('tell %s', (_, draft, wrong, told) => {
    const unreadable = Object.entries(wrong).map(([field, message]) =>
      invalid(`bad_${field}`, field, message),
    );
    expect(messagesOf(create(draft, { unreadable }))).toEqual(told);
    expect(messagesOf(amend(draft, stored, facts(), { unreadable }))).toEqual(told);
  });

  it('tell of a room and of master records that are not known, and of those retired but for the booking’s own', () => {
    const masters = (id: number) => ({ corporateId: id, paymentType: id, blacklistId: id });
    const told = (word: string) => ['corporate', 'payment', 'blacklist'].map((kind) => `${kind}_${word}`);
    expect(create({ roomId: 404, ...masters(9) })).toMatchObject({
      broken: [
        { kind: 'invalid', code: 'room_unavailable', field: 'room_id' },
        { kind: 'invalid', code: 'corporate_unknown', field: 'corporateID' },
        { kind: 'invalid', code: 'payment_unknown', field: 'payment_type' },
        { kind: 'invalid', code: 'blacklist_unknown', field: 'blacklist_id' },
      ],
    });
    expect(codesOf(create(masters(1)))).toEqual([]);
    expect(codesOf(create({ corporateId: 0, paymentType: null, blacklistId: -1 }))).toEqual([]);
    const gone = new Map([[1, { isRetired: true as const }]]);
    const retired = facts({ knownCorporates: gone, knownPayments: gone, knownBlacklistEntries: gone });
    expect(codesOf(amend(masters(1), stored, retired))).toEqual(told('retired'));
    expect(codesOf(amend({ notes: 'x' }, aReservation(masters(1)), retired))).toEqual([]);
  });
});

describe('amending a booking', () => {
  it('records only what differs, also where a field becomes blank', () => {
    const same = { guestName1: '山田太郎', totalFee: 8000, roomId: roomIdOf('1001', '2026-12-01') };
    expect(dataOf({ ...same, notes: '遅着', stayEnd: day('2026-11-24') })).toEqual([
      { notes: '遅着', stayEnd: '2026-11-24' },
    ]);
    const blank = { tel: '', paymentType: null, corporateId: 0 };
    expect(dataOf(blank, aReservation({ tel: '031', paymentType: 1, corporateId: 1 }))).toEqual([blank]);
    for (const draft of [{}, same]) expect(decisionOf(amend(draft))).toEqual({ events: [], regrouped: [] });
  });

  it('keeps the value of a field that is left out, and is held against it', () => {
    const state = aReservation({ tel: '031', corporateId: 1, nextdayOutFlag: 1 });
    expect(outcomeOf(state, amend({ notes: 'x' }, state))).toEqual({ ...state, notes: 'x', version: 2 });
    expect(codesOf(amend({ womensCount: 2 }))).toEqual(['too_many_guests']);
    const known = facts({ neighbours: [stored, aStay(1, '2026-11-23', '2026-11-24')] });
    expect(codesOf(amend({ stayEnd: day('2026-11-22') }, stored, known))).toEqual([]);
    expect(codesOf(amend({ stayEnd: day('2026-11-24') }, stored, known))).toEqual(['overlap']);
  });
});

describe('amending after check-in', () => {
  const arrived = aReservation({ checkinDate: day('2026-11-21') });

  it.each([
    [{ stayStart: day('2026-11-20') }, 'チェックイン日'],
    [{ stayStart: day('2026-11-22') }, 'チェックイン日'],
    [{ totalFee: 9000 }, '合計料金'],
    [{ usedPoints: 1 }, '利用ポイント'],
  ])('refuses %j', (draft, label) => {
    const message = `チェックイン後は${label}を変更することは出来ません。`;
    expect(amend(draft, arrived)).toMatchObject({ ok: false, broken: [{ kind: 'invalid', message }] });
    expect(codesOf(amend(draft))).toEqual([]);
  });

  it.each([
    { stayStart: day('2026-11-21'), totalFee: 8000, usedPoints: 0, stayEnd: day('2026-11-23') },
    { roomId: roomIdOf('1002'), stayEnd: day('2026-11-22'), notes: 'x', purpose: '観光' as const },
  ])('takes %j', (draft) => expect(codesOf(amend(draft, arrived))).toEqual([]));

  it('goes by what is stored: shortening cannot be undone', () => {
    const shortened = outcomeOf(arrived, amend({ stayEnd: day('2026-11-22') }, arrived));
    expect(codesOf(amend({ stayEnd: day('2026-11-23') }, shortened))).toEqual(['extended_after_checkin']);
  });

  it('tells the extension in its place in the table, the read-only fields behind', () => {
    const draft = { guestName1: '', stayEnd: day('2026-11-24'), totalFee: 1, checkinTime: null };
    const last = ['extended_after_checkin', 'checkin_time_missing', 'fixed_after_checkin'];
    expect(codesOf(amend(draft, arrived))).toEqual(['guest_name_short', ...last]);
  });
});

describe('amending while the room-move lock is set', () => {
  const locked = aReservation({ roomMoveLock: 1 });
  const elsewhere = { roomId: roomIdOf('1002') };

  it.each([elsewhere, { ...elsewhere, roomMoveLock: 1 as const }])('refuses %j as a conflict', (draft) => {
    const message = '部屋移動不可の予約のため、部屋を変更することは出来ません。';
    expect(amend(draft, locked)).toMatchObject({
      ok: false,
      broken: [{ kind: 'conflict', code: 'room_locked', field: 'room_id', message }],
    });
  });

  it('takes another room when the lock is taken off or only now put on, and everything else', () => {
    expect(codesOf(amend({ ...elsewhere, roomMoveLock: 0 }, locked))).toEqual([]);
    expect(codesOf(amend({ ...elsewhere, roomMoveLock: 1 }))).toEqual([]);
    const other = { roomId: roomIdOf('1001', '2026-12-01'), stayEnd: day('2026-11-25'), notes: 'x' };
    expect(codesOf(amend(other, locked))).toEqual([]);
  });
});

// What becomes of groups: grouping.test.ts.
describe('as the same guest as the day before', () => {
  const END = day('2026-11-23');
  const before = aStay(1, '2026-11-19', '2026-11-21');
  const base = { ...before, groupEndDate: END };
  const grouped = aReservation({ baseBookingId: 1, groupEndDate: END });
  const known = facts({ neighbours: [base, grouped] });
  const alone = facts({ neighbours: [before] });
  const of1 = { baseBookingId: 1, groupEndDate: '2026-11-23' };
  const none = { baseBookingId: 0, groupEndDate: null };
  const base1 = (end: string | null) => [{ id: 1, place: { baseBookingId: 0, groupEndDate: end } }];

  it('a new booking is grouped with the one that ends on the check-in, when it asks for it', () => {
    const joined = create({}, { sameAsDayBefore: 1 }, alone);
    expect(outcomeOf(null, joined, ID)).toMatchObject(of1);
    expect(decisionOf(joined).regrouped).toEqual(base1('2026-11-23'));
    for (const sameAsDayBefore of [0, undefined] as const) {
      const left = create({}, { sameAsDayBefore }, alone);
      expect(outcomeOf(null, left, ID)).toMatchObject(none);
      expect(decisionOf(left).regrouped).toEqual([]);
    }
  });

  it('a booking joins and leaves with the flag, and keeps its place without it', () => {
    const amended = (data: object) => [{ type: 'ReservationAmended', data }];
    const join = amend({}, stored, alone, { sameAsDayBefore: 1 });
    expect(decisionOf(join)).toEqual({ events: amended(of1), regrouped: base1('2026-11-23') });
    const leave = amend({}, grouped, known, { sameAsDayBefore: 0 });
    expect(decisionOf(leave)).toEqual({ events: amended(none), regrouped: base1(null) });
    expect(decisionOf(amend({ notes: 'x' }, grouped, known)).regrouped).toEqual([]);
    expect(decisionOf(amend({}, grouped, known, { sameAsDayBefore: 1 })).events).toEqual([]);
  });

  it('a change of dates or room splits the group or moves its end, and tells the others', () => {
    for (const draft of [{ stayStart: day('2026-11-22') }, { roomId: roomIdOf('1002') }]) {
      const { events, regrouped } = decisionOf(amend(draft, grouped, known));
      expect(events).toMatchObject([{ data: none }]);
      expect(regrouped).toEqual(base1(null));
    }
    const longer = decisionOf(amend({ stayEnd: day('2026-11-25') }, grouped, known));
    expect(longer.events).toMatchObject([{ data: { stayEnd: '2026-11-25', groupEndDate: '2026-11-25' } }]);
    expect(longer.regrouped).toEqual(base1('2026-11-25'));
  });

  it('is refused when nobody leaves on the check-in in the room', () => {
    const sameAsDayBefore = 1;
    const refusal = {
      ok: false,
      broken: [invalid('no_day_before', 'is_day_before_same_flag', '前日の予約が見つかりません。')],
    };
    expect(create({}, { sameAsDayBefore })).toEqual(refusal);
    for (const draft of [{ stayStart: day('2026-11-22') }, { roomId: roomIdOf('1002') }])
      expect(amend(draft, grouped, known, { sameAsDayBefore })).toEqual(refusal);
  });
});
