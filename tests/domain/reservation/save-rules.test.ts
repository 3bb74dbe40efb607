import type { BrokenRule } from '@domain/broken-rule.js';
import { addDays, day, type Month, monthsFromTo } from '@domain/dates.js';
import { type BlacklistEntry, blacklistMatch, needsBlacklistCheck } from '@domain/reservation/blacklist.js';
import { decideReservation } from '@domain/reservation/decide.js';
import { decideCreate } from '@domain/reservation/decide-save.js';
import { NEW_BOOKING } from '@domain/reservation/reservation-fields.js';
import {
  brokenSaveRules,
  brokenSearchRules,
  type SaveRequest,
  unusualReasons,
} from '@domain/reservation/save-rules.js';
import { roomDirectory } from '@domain/room/room-directory.js';
import { describe, expect, it } from '@jest/globals';
import { decodeBookingSave } from '@wire/booking-save.js';
import { BROKEN_TOGETHER, caseName, payloadOf, SAVE_RULES, type SaveCase } from '#tests/cases/save-rules.js';
import {
  aCreate,
  anAmend,
  aReservation,
  aRoomOf,
  aStay,
  facts,
  messagesOf,
  roomIdOf,
} from '#tests/support/builders.js';

type Mode = 'new' | 'edit';
const DAY_ZERO = day('2026-11-30');
const ALL_MONTHS = monthsFromTo(day('2026-10-01'), day('2028-01-01'));
const SECOND_MONTH = day('2026-12-01') as Month;
const STAY = { stayStart: DAY_ZERO, stayEnd: addDays(DAY_ZERO, 2) };

const draftOf = (one: SaveCase) =>
  decodeBookingSave(payloadOf(one, { dayZero: DAY_ZERO, roomId: roomIdOf('1001') }));

function hotelOf({ secondMonth, others = [] }: SaveCase) {
  const months = aRoomOf('1001', {}, ALL_MONTHS).flatMap((month) => {
    if (month.month !== SECOND_MONTH || !secondMonth) return month;
    return secondMonth === 'missing' ? [] : { ...month, reservableStatus: secondMonth };
  });
  const neighbours = others.map(({ from, to, isCancelled, inAnotherRoom }, index) =>
    aStay(20 + index, addDays(DAY_ZERO, from), addDays(DAY_ZERO, to), {
      status: isCancelled ? 'cancelled' : 'active',
      roomNumber: inAnotherRoom ? '1002' : '1001',
    }),
  );
  return facts({ rooms: roomDirectory([...months, ...aRoomOf('1002', {}, ALL_MONTHS)]), neighbours });
}

const UNSEARCHED = { roomAvailable: true, roomSearched: false, occupied: false, checkedInUntil: null };

/** The rules that a save of this case breaks: as the server decides it, or in a form whose search was not run. */
function brokenBy(mode: Mode, one: SaveCase): readonly BrokenRule[] {
  const { draft, unreadable } = draftOf(one);
  const isNew = mode === 'new';
  if (one.unsearched) return brokenSaveRules(draft as SaveRequest, { ...UNSEARCHED, isNew });
  const stored = aReservation({ ...STAY, checkinDate: one.checkedIn ? DAY_ZERO : null });
  const decision = isNew
    ? decideCreate(aCreate({}, { draft: { ...NEW_BOOKING, ...draft }, unreadable }), 10, hotelOf(one))
    : decideReservation(anAmend(draft, { unreadable }), stored, hotelOf(one));
  return decision.ok ? [] : decision.broken;
}

/** Each case once for each mode that it is said of; what only a form holds is for the form's own tests. */
const byMode = <Case extends SaveCase>(cases: readonly Case[]) =>
  cases
    .filter(({ only, unsearched }) => only !== 'form' || unsearched)
    .flatMap((one) =>
      (one.mode ? [one.mode] : (['new', 'edit'] as const)).map((mode) => [mode, caseName(one), one] as const),
    );

describe.each(Object.values(SAVE_RULES))('on save: $rule', ({ message, field, status, refused, kept }) => {
  const kind = status === 409 ? 'conflict' : 'invalid';

  it.each(byMode(refused))('is told on %s: %s', (mode, _, one) => {
    expect(brokenBy(mode, one)).toMatchObject([{ message, field, kind }]);
  });

  it.each(byMode(kept))('is not told on %s: %s', (mode, _, one) => expect(brokenBy(mode, one)).toEqual([]));
});

describe('on save: several rules at once, in the order of the table', () => {
  it.each(byMode(BROKEN_TOGETHER))('on %s: %s', (mode, _, one) => {
    expect(brokenBy(mode, one).map(({ message }) => message)).toEqual(one.told);
  });

  it('tells a new booking of what was left out, an edit of nothing', () => {
    const command = aCreate({}, { draft: NEW_BOOKING, unreadable: [] });
    expect(messagesOf(decideCreate(command, 10, facts()))).toEqual(BROKEN_TOGETHER[0]?.told);
    expect(messagesOf(decideReservation(anAmend({}), aReservation(), facts()))).toEqual([]);
  });
});

describe.each(Object.values(SAVE_RULES).filter(({ search }) => search))('部屋検索: $search', (rule) => {
  const OTHERWISE_BLANK: SaveCase = { guest_name_1: '', room_id: '', checkin_time: '', total_fee: '' };

  it.each(byMode(rule.refused).filter(([mode]) => mode === 'new'))('is told on %s: %s', (_mode, _, one) => {
    const { draft } = draftOf({ ...one, ...OTHERWISE_BLANK });
    expect(brokenSearchRules(draft as SaveRequest)).toMatchObject([{ message: rule.message }]);
  });
});

const PAST = '宿泊期間が過去の日付です。';
const FREE = '合計料金が0円です。';

it.each([
  ['2026-11-22', 8000, []],
  ['2026-11-21', 8000, [PAST]],
  ['2026-11-23', 0, [FREE]],
  ['2026-11-21', 0, [PAST, FREE]],
  ['2026-11-23', null, []],
])('on 11/22 a new stay that ends on %s for %s yen is asked about for %j', (stayEnd, totalFee, reasons) => {
  const { draft } = aCreate({ stayStart: day('2026-11-20'), stayEnd: day(stayEnd) });
  expect(unusualReasons({ ...draft, totalFee }, day('2026-11-22'))).toEqual(reasons);
});

describe('blacklist check (spec 5)', () => {
  const guest = {
    reserverName: '山田商事',
    guestName1: '山田太郎',
    reserverNameKana: 'ヤマダショウジ',
    guestName1Kana: 'ヤマダタロウ',
    tel: '0311112222',
  };
  const listed = (guestName: string, tel: string | null = null): BlacklistEntry => ({
    id: 7,
    guestName,
    tel,
  });
  type Case = [string, [string, string | null], Partial<typeof guest>, boolean];

  it.each<Case>([
    ['the booker, the same phone', ['山田商事', '0311112222'], {}, true],
    ['the guest, the same phone', ['山田太郎', '0311112222'], {}, true],
    ['the booker’s kana', ['ヤマダショウジ', '0311112222'], {}, true],
    ['the guest’s kana', ['ヤマダタロウ', '0311112222'], {}, true],
    ['another name, the same phone', ['別人', '0311112222'], {}, false],
    ['a part of a name', ['山田', '0311112222'], {}, false],
    ['another phone', ['山田太郎', '0399999999'], {}, false],
    ['no phone listed', ['山田太郎', null], {}, true],
    ['no phone entered', ['山田太郎', '0399999999'], { tel: '' }, true],
    ['another name, no phone at all', ['別人', null], { tel: '' }, false],
    ['no name on either side', ['', null], { reserverNameKana: '', guestName1Kana: '' }, false],
    ['full-width phone entered', ['山田太郎', '0311112222'], { tel: '０３１１１１２２２２' }, true],
    ['hyphens listed, none entered', ['山田太郎', '03-1111-2222'], { tel: '0311112222' }, true],
    ['hyphens of other kinds', ['山田太郎', '03‐1111−2222'], { tel: '０３ー１１１１－２２２２' }, true],
    ['spaces in the phone', ['山田太郎', '03 1111　2222'], { tel: ' 03-1111 2222 ' }, true],
    ['another phone, in full width', ['山田太郎', '03-1111-2222'], { tel: '０３１１１１２２２３' }, false],
    ['only hyphens for a phone: none entered', ['山田太郎', '0399999999'], { tel: '－－' }, true],
    ['a country’s code entered', ['山田太郎', '03-1111-2222'], { tel: '+81 3-1111-2222' }, true],
    ['no digits in the phone listed', ['山田太郎', '不明'], {}, true],
    ['half-width kana listed', ['ﾔﾏﾀﾞﾀﾛｳ', '0311112222'], {}, true],
    ['half-width kana entered', ['ヤマダタロウ', null], { guestName1Kana: 'ﾔﾏﾀﾞﾀﾛｳ' }, true],
    ['hiragana entered', ['ヤマダタロウ', null], { guestName1Kana: 'やまだたろう' }, true],
    ['hiragana listed', ['やまだたろう', null], {}, true],
    ['full-width letters entered', ['John Smith', null], { guestName1: 'Ｊｏｈｎ　Ｓｍｉｔｈ' }, true],
    ['a wide space listed', ['山田　太郎', null], { guestName1: ' 山田 太郎 ' }, true],
    ['a space that the entry lacks', ['山田太郎', null], { guestName1: '山田 太郎' }, true],
    ['letters of another case', ['John Smith', null], { guestName1: 'JOHN SMITH' }, true],
  ])('%s: entry %j', (_case, [name, tel], entered, matches) => {
    expect(blacklistMatch({ ...guest, ...entered }, [listed(name, tel)]) !== null).toBe(matches);
  });

  it('passes over entries that were retired', () => {
    const retired = { ...listed('山田太郎'), isRetired: true as const };
    expect(blacklistMatch(guest, [retired])).toBeNull();
    expect(blacklistMatch(guest, [retired, { ...listed('山田太郎'), id: 8 }])?.id).toBe(8);
  });

  it('takes the first entry that matches', () => {
    const entries = [listed('別人'), { ...listed('山田太郎'), id: 8 }, { ...listed('山田商事'), id: 9 }];
    expect(blacklistMatch(guest, entries)?.id).toBe(8);
  });

  it.each([
    [true, -1, true],
    [false, 7, true],
    [false, 0, true],
    [false, -1, false],
  ])('runs when new is %s and the blacklist id is %s: %s', (isNew, blacklistId, runs) => {
    expect(needsBlacklistCheck({ isNew, blacklistId })).toBe(runs);
  });
});
