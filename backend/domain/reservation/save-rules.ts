import { type BrokenRule, conflict, invalid } from '../broken-rule.js';
import { type Day, daysBetween } from '../dates.js';
import type { ReservationFacts } from './reservation.commands.js';
import { NOT_BLACKLISTED, type ReservationDraft } from './reservation-fields.js';

export const MAX_GUESTS = 2;
export const MAX_NIGHTS = 366;

/** Values that a save asks for; null stands for missing or not readable (spec 5). */
export type SaveRequest = {
  guestName1: string | null;
  reserverName: string | null;
  mensCount: number | null;
  womensCount: number | null;
  roomId: number | null;
  stayStart: Day | null;
  stayEnd: Day | null;
  checkinTime: string | null;
  totalFee: number | null;
  usedPoints: number | null;
};

/** The facts that the rules rest on besides the request. */
export type SaveFacts = {
  /** A new booking needs rooms that are 予約可能 all along; an edit needs rooms that exist (contract 2). */
  isNew: boolean;
  /** Every month of the stay has this room, and on a new booking it is 予約可能. */
  roomAvailable: boolean;
  /** 部屋検索 was run for this request; always true on the server. */
  roomSearched: boolean;
  /** Another active booking has one of the nights in this room. */
  occupied: boolean;
  /** The stored check-out of a guest who has checked in, else null. */
  checkedInUntil: Day | null;
};

/** Returns whether a name is too short for a booking. */
export function isShortName(name: string | null): boolean {
  return [...(name ?? '').trim()].length < 2;
}

/** Every rule of the table of spec 5 that a save breaks, in the order of the table. */
export function brokenSaveRules(request: SaveRequest, facts: SaveFacts): BrokenRule[] {
  const { guestName1, reserverName, stayStart, stayEnd, roomId, checkinTime, totalFee, usedPoints } = request;
  const guests = (request.mensCount ?? 0) + (request.womensCount ?? 0);
  const ordered = stayStart === null || stayEnd === null || stayEnd > stayStart;
  const stayKnown = stayStart !== null && stayEnd !== null && ordered;
  const tooLong = stayKnown && daysBetween(stayStart, stayEnd) > MAX_NIGHTS;
  const extended = facts.checkedInUntil !== null && stayEnd !== null && stayEnd > facts.checkedInUntil;
  const unsearched = facts.isNew && !facts.roomSearched;
  const unavailable = unsearched || (roomId !== null && stayKnown && !tooLong && !facts.roomAvailable);
  const rules: [isBroken: boolean, code: string, field: string, message: string][] = [
    [isShortName(guestName1), 'guest_name_short', 'guest_name_1', '宿泊者名は2文字以上で入力してください。'],
    [
      isShortName(reserverName),
      'reserver_name_short',
      'reserver_name',
      '予約者名は2文字以上で入力してください。',
    ],
    [guests === 0, 'no_guests', 'mens_count', '宿泊人数を選択してください。'],
    [guests > MAX_GUESTS, 'too_many_guests', 'mens_count', '宿泊人数が2名を超えています。'],
    [roomId === null, 'room_missing', 'room_id', 'ルームタイプを選択してください。'],
    [stayStart === null, 'stay_start_missing', 'stay_start', 'チェックイン日を入力してください。'],
    [stayEnd === null, 'stay_end_missing', 'stay_end', 'チェックアウト日を入力してください。'],
    [
      extended,
      'extended_after_checkin',
      'stay_end',
      'チェックイン後はチェックアウト日を延長することは出来ません。',
    ],
    [!checkinTime, 'checkin_time_missing', 'checkin_time', 'チェックイン時間を入力してください。'],
    [totalFee === null, 'fee_missing', 'total_fee', '合計料金は数値を入力してください。'],
    [usedPoints === null, 'points_missing', 'csv_notes', '利用ポイントは数値を入力してください。'],
    [!ordered, 'stay_end_not_after', 'stay_end', '宿泊終了日は宿泊開始日より後の日付を選択してください。'],
    [tooLong, 'stay_too_long', 'stay_end', `宿泊は${MAX_NIGHTS}泊以内で入力してください。`],
    [
      unavailable,
      'room_unavailable',
      'room_id',
      '予約不可の部屋が選択されている、もしくは「部屋検索」が行われていません。',
    ],
  ];
  const broken = rules.flatMap(([isBroken, ...rule]) => (isBroken ? invalid(...rule) : []));
  return facts.occupied ? [...broken, OVERLAP] : broken;
}

/** The rule that no room is booked twice for a night (spec 5, last row). */
export const OVERLAP: BrokenRule = conflict(
  'overlap',
  'room_id',
  '選択した部屋は指定された期間に既に予約されています。',
);

/** The rules of 部屋検索: check-in, check-out and one or two guests, worded as on save (spec 5). */
export function brokenSearchRules(
  request: Pick<SaveRequest, 'stayStart' | 'stayEnd' | 'mensCount' | 'womensCount'>,
): BrokenRule[] {
  const asSave: SaveRequest = {
    ...request,
    guestName1: null,
    reserverName: null,
    roomId: null,
    checkinTime: null,
    totalFee: null,
    usedPoints: null,
  };
  const facts = {
    isNew: true,
    roomAvailable: true,
    roomSearched: true,
    occupied: false,
    checkedInUntil: null,
  };
  const wanted = ['mens_count', 'stay_start', 'stay_end'];
  return brokenSaveRules(asSave, facts).filter((rule) => wanted.includes(rule.field ?? ''));
}

/**
 * Returns why a new stay needs confirmation before it is saved, a sentence each: it has ended already, or costs ¥0. A stay that
 * ends today has not ended: guests arrive after midnight.
 */
export function unusualReasons({ stayEnd, totalFee }: SaveRequest, today: Day): string[] {
  return [
    stayEnd !== null && stayEnd < today ? '宿泊期間が過去の日付です。' : '',
    totalFee === 0 ? '合計料金が0円です。' : '',
  ].filter((reason) => reason !== '');
}

type KnownMasters = Pick<ReservationFacts, 'knownCorporates' | 'knownPayments' | 'knownBlacklistEntries'>;
type MasterIds = Pick<ReservationDraft, 'corporateId' | 'paymentType' | 'blacklistId'>;

/**
 * The rules that a booking's master records break. A retired record is valid where the stored booking already has it,
 * but cannot be chosen.
 */
export function masterRules(ids: MasterIds, facts: KnownMasters, stored: MasterIds | null): BrokenRule[] {
  const kinds = [
    ['corporate', 'corporateID', '法人', ids.corporateId || null, stored?.corporateId, facts.knownCorporates],
    ['payment', 'payment_type', '支払方法', ids.paymentType, stored?.paymentType, facts.knownPayments],
  ] as const;
  const rules = kinds.flatMap(([kind, field, label, id, storedId, known]): BrokenRule[] => {
    const record = id === null ? undefined : known.get(id);
    if (id !== null && !record) {
      return [invalid(`${kind}_unknown`, field, `選択した${label}が見つかりません。`)];
    }
    if (!record?.isRetired || id === storedId) return [];
    return [
      invalid(`${kind}_retired`, field, `選択した${label}は使用停止中です。他の${label}を選択してください。`),
    ];
  });
  const { blacklistId } = ids;
  if (blacklistId === null || blacklistId === NOT_BLACKLISTED || blacklistId === stored?.blacklistId)
    return rules;
  const entry = facts.knownBlacklistEntries.get(blacklistId);
  if (!entry) {
    return [...rules, invalid('blacklist_unknown', 'blacklist_id', 'ブラックリストの登録が見つかりません。')];
  }
  if (!entry.isRetired) return rules;
  return [
    ...rules,
    invalid('blacklist_retired', 'blacklist_id', 'このブラックリストの登録は解除されています。'),
  ];
}
