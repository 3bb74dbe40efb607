import type { RoomMonth } from '@domain/room/room-month.js';

/** A room is a non-smoking single of no preference that anyone can book, but for what is said of it. */
export type RoomTraits = Partial<
  Pick<RoomMonth, 'roomType' | 'priority' | 'smokingStatus' | 'reservableStatus' | 'corporate'>
>;
export type SearchParty = { men: number; women: number; smoking?: '喫煙'; corporateFlag?: 0 | 1 };
export type SearchCase = {
  party: SearchParty;
  rooms: Record<string, RoomTraits>;
  /** Changes from the second month of the stay on; null where the room is no more. */
  later?: Record<string, RoomTraits | null>;
  /** Two, the first in one month and the second in the next, unless said otherwise. */
  nights?: 1 | 2;
  booked?: string[];
  /** In display order. */
  found: string[];
};

const CLOSED = { reservableStatus: '予約不可' } as const;
const SMOKING = { smokingStatus: '喫煙' } as const;
const TWIN = { roomType: 'ツイン' } as const;
const CORPORATE = { corporate: 1 } as const;
const FOR_MEN = { priority: '男性' } as const;
const FOR_WOMEN = { priority: '女性' } as const;

const MAN: SearchParty = { men: 1, women: 0 };
const WOMAN: SearchParty = { men: 0, women: 1 };
const COUPLE: SearchParty = { men: 1, women: 1 };
const TWO_MEN: SearchParty = { men: 2, women: 0 };
const TWO_WOMEN: SearchParty = { men: 0, women: 2 };
const smoking = (party: SearchParty): SearchParty => ({ ...party, smoking: '喫煙' });
const ofFlag = (corporateFlag: 0 | 1, party: SearchParty): SearchParty => ({ ...party, corporateFlag });

const SINGLES: Record<string, RoomTraits> = {
  1001: {},
  1002: FOR_MEN,
  1003: FOR_WOMEN,
  1005: SMOKING,
  1006: { ...SMOKING, ...FOR_WOMEN },
  1007: TWIN,
  1008: { ...CORPORATE, ...FOR_MEN },
  1010: { ...CORPORATE, ...FOR_WOMEN, ...SMOKING },
  1011: { ...CORPORATE, ...SMOKING },
  1012: { roomType: 'ダブル' },
};
const TWINS: Record<string, RoomTraits> = {
  1001: {},
  1002: TWIN,
  1003: { ...TWIN, ...SMOKING },
  1005: { ...TWIN, ...FOR_WOMEN },
  1006: { ...TWIN, ...CORPORATE },
  1007: { ...TWIN, ...CORPORATE, ...SMOKING },
  916: { roomType: 'セミダブル' },
};
const among =
  (rooms: Record<string, RoomTraits>) =>
  (party: SearchParty, ...found: string[]): SearchCase => ({ party, rooms, found });
const amongSingles = among(SINGLES);
const amongTwins = among(TWINS);

type Rule<Case> = { rule: string; cases: Case[] };
const roomSearchRules = <Name extends string>(all: Record<Name, Rule<SearchCase>>) => all;

/** The rules of 部屋検索 in the words of the specification (spec 5), each with searches that show it. */
export const ROOM_SEARCH_RULES = roomSearchRules({
  closed: {
    rule: 'the candidate room must not be 予約不可 in any month of the stay',
    cases: [
      { party: MAN, rooms: { 1001: {}, 1002: CLOSED }, found: ['1001'] },
      { party: MAN, rooms: { 1001: {} }, later: { 1001: CLOSED }, found: [] },
      { party: MAN, rooms: { 1001: {} }, later: { 1001: CLOSED }, nights: 1, found: ['1001'] },
      { party: MAN, rooms: { 1001: {} }, later: { 1001: null }, found: [] },
      { party: MAN, rooms: { 1001: {} }, later: { 1001: SMOKING }, found: [] },
      { party: MAN, rooms: { 1001: { roomType: '倉庫' } }, found: [] }, // Even one left 予約可能 by mistake.
    ],
  },
  noCorporate: {
    rule: 'non-corporate guests get no corporate rooms',
    cases: [amongSingles(smoking(MAN), '1005', '1006'), amongTwins(TWO_MEN, '1002', '1005')],
  },
  corporateFlag: {
    rule: 'for a corporate guest whose corporate flag is 1, non-smoking single guests need a corporate-flag room whose gender priority matches',
    cases: [
      amongSingles(ofFlag(1, MAN), '1008', '1011'),
      amongSingles(ofFlag(1, WOMAN), '1010', '1011'),
      amongSingles(smoking(ofFlag(1, MAN)), '1005', '1006', '1010', '1011'),
    ],
  },
  single: {
    rule: 'otherwise one single guest needs a matching gender priority and the same smoking status',
    cases: [
      amongSingles(MAN, '1001', '1002', '1012'),
      amongSingles(WOMAN, '1001', '1003', '1012'),
      amongSingles(ofFlag(0, MAN), '1001', '1002', '1008', '1012'),
    ],
  },
  smokingMatch: {
    rule: 'two guests, or smoking, require only a smoking match',
    cases: [
      amongSingles(smoking(ofFlag(0, WOMAN)), '1005', '1006', '1010', '1011'),
      amongTwins(smoking(TWO_MEN), '1003'),
      amongTwins(ofFlag(1, TWO_MEN), '1002', '1005', '1006'),
    ],
  },
  twin: {
    rule: 'one man plus one woman, or two women, get twin rooms',
    cases: [
      amongTwins(smoking(TWO_WOMEN), '1003'),
      amongTwins(smoking(COUPLE), '1003'),
      { party: COUPLE, rooms: { 1001: {}, 1002: { roomType: 'ダブル' } }, found: [] },
    ],
  },
  room916: {
    rule: 'this includes room 916 when it is free in the period, whatever its type',
    cases: [
      amongTwins(COUPLE, '1002', '1005', '916'),
      amongTwins(ofFlag(0, TWO_WOMEN), '1002', '1005', '1006', '916'),
      { party: smoking(COUPLE), rooms: { 916: {} }, found: [] },
      { party: COUPLE, rooms: { 916: {} }, booked: ['916'], found: [] },
      { party: COUPLE, rooms: { 916: CLOSED }, found: [] },
      { party: COUPLE, rooms: { 916: CORPORATE }, found: [] },
    ],
  },
  twoMen: {
    rule: 'two men get twin rooms other than 916',
    cases: [
      { party: TWO_MEN, rooms: { 1002: TWIN, 916: TWIN }, found: ['1002'] },
      { party: TWO_WOMEN, rooms: { 1002: TWIN, 916: TWIN }, found: ['1002', '916'] },
    ],
  },
  oneGuest: {
    rule: 'one guest gets non-twin rooms only',
    cases: [
      { party: smoking(WOMAN), rooms: { 1001: { ...TWIN, ...SMOKING }, 1002: SMOKING }, found: ['1002'] },
      { party: MAN, rooms: { 916: {} }, found: ['916'] },
      { party: MAN, rooms: { 916: TWIN }, found: [] },
    ],
  },
  booked: {
    rule: 'rooms already booked in the period are excluded from the highlighted list',
    cases: [{ party: MAN, rooms: { 1001: {}, 1002: {} }, booked: ['1001'], found: ['1002'] }],
  },
  displayOrder: {
    rule: 'the found rooms stand in display order, in a hotel of other rooms as floors and positions',
    cases: [
      {
        party: MAN,
        rooms: { 201: {}, 916: {}, 1001: {}, 1016: {}, 1104: {} },
        found: ['1104', '1001', '1016', '916', '201'],
      },
    ],
  },
});

export type EmptySearchCase = Omit<SearchCase, 'found'> & { message: string };

const because = (
  rule: string,
  message: string,
  ...cases: Omit<SearchCase, 'found'>[]
): Rule<EmptySearchCase> => ({ rule, cases: cases.map((one) => ({ ...one, message })) });

/** Message when nothing was found: the first rule, in the order of the specification, that left no room. */
export const EMPTY_SEARCHES = {
  notReservable: because(
    'no room: none is 予約可能 all along',
    '指定された期間を通して予約可能な部屋がありません。',
    { party: MAN, rooms: {} },
    { party: MAN, rooms: { 1001: CLOSED } },
  ),
  corporateOnly: because(
    'no room: those left are for corporate guests',
    '法人以外のお客様が利用できる部屋がありません。',
    { party: MAN, rooms: { 1001: CORPORATE, 1002: CLOSED } },
  ),
  noCorporateRoom: because(
    'no room: those left are not for corporate guests',
    '法人専用の部屋がありません。',
    { party: ofFlag(1, MAN), rooms: { 1001: {} } },
  ),
  gender: because(
    'no room: those left are for the other gender',
    '男性のお客様が利用できる部屋がありません。',
    { party: MAN, rooms: { 1001: FOR_WOMEN } },
    { party: ofFlag(1, MAN), rooms: { 1001: { ...FOR_WOMEN, ...CORPORATE }, 1002: {} } },
  ),
  otherGender: because('no room: those left are for men', '女性のお客様が利用できる部屋がありません。', {
    party: WOMAN,
    rooms: { 1001: FOR_MEN },
  }),
  smokingStatus: because(
    'no room: those left have the other smoking status',
    '禁煙の部屋がありません。',
    { party: MAN, rooms: { 1001: SMOKING, 1002: FOR_WOMEN } },
    { party: MAN, rooms: { 1001: {} }, later: { 1001: SMOKING } },
  ),
  otherSmokingStatus: because('no room: those left are for non-smokers', '喫煙の部屋がありません。', {
    party: smoking(COUPLE),
    rooms: { 1001: {}, 1002: TWIN },
  }),
  noSingle: because('no room for one: those left are twin rooms', '1名で利用できる部屋がありません。', {
    party: MAN,
    rooms: { 1001: TWIN },
  }),
  noTwin: because(
    'no room for two: those left are no twin rooms',
    '2名で利用できるツインの部屋がありません。',
    { party: COUPLE, rooms: { 1001: {} } },
    { party: TWO_MEN, rooms: { 1001: {}, 916: TWIN } },
  ),
  occupied: because(
    'no room: those left are booked in the period',
    '条件に合う部屋は、指定された期間にすべて予約されています。',
    { party: MAN, rooms: { 1001: {}, 1002: TWIN }, booked: ['1001'] },
  ),
};
