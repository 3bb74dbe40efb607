import { type BrokenRule, conflict, type Decided, decided, invalid, refused } from '../broken-rule.js';
import type { Stay } from '../dates.js';
import { MAX_YEN } from '../limits.js';
import { closedRule } from '../room/room-closure.js';
import { closureOver, isOpenFor, roomMonthsOfStay } from '../room/room-directory.js';
import { flagOf, possibleCosts } from './account.js';
import { dayBeforeBooking, type GroupMember, type PlaceChange, regroup } from './grouping.js';
import type {
  AmendReservation,
  CreateReservation,
  ReservationDecision,
  ReservationFacts,
} from './reservation.commands.js';
import type { ReservationEvent } from './reservation.events.js';
import { type Flag, knownStay, occupies, partyIdOf, type Reservation, UNGROUPED } from './reservation.js';
import { type ReservationDetails, type ReservationDraft } from './reservation-fields.js';
import { brokenSaveRules, masterRules } from './save-rules.js';

const NO_DAY_BEFORE = invalid('no_day_before', 'is_day_before_same_flag', '前日の予約が見つかりません。');
/** The rule that a booking with the room-move lock stays in its room (spec 4). */
export const ROOM_LOCKED = conflict(
  'room_locked',
  'room_id',
  '部屋移動不可の予約のため、部屋を変更することは出来ません。',
);

/** Returns if another active booking, none that leaves in the same batch, has the room on a night of the stay. */
export function isOccupied(id: number, roomNumber: string, stay: Stay, facts: ReservationFacts): boolean {
  return facts.neighbours.some(
    (other) => other.id !== id && !facts.leaving?.has(other.id) && occupies(other, roomNumber, stay),
  );
}

/** Returns the rules of the table of spec 5 that a stay breaks, by the facts; `stored` is null for a new one. */
export function tableRules(
  id: number,
  draft: ReservationDraft,
  roomNumber: string | null,
  facts: ReservationFacts,
  stored: Reservation | null,
): BrokenRule[] {
  const room = roomNumber === null ? undefined : facts.rooms.byNumber.get(roomNumber);
  const stay = knownStay(draft);
  const roomAvailable =
    room !== undefined &&
    stay !== null &&
    (stored === null ? isOpenFor(room, stay) : roomMonthsOfStay(room, stay) !== null);
  const closure = room && stay && stay.end > stay.start ? closureOver(room, stay) : undefined;
  const broken = brokenSaveRules(draft, {
    isNew: stored === null,
    roomAvailable,
    roomSearched: true,
    occupied: roomNumber !== null && stay !== null && isOccupied(id, roomNumber, stay, facts),
    checkedInUntil: stored?.checkinDate ? stored.stayEnd : null,
  });
  return closure ? [...broken, closedRule(closure)] : broken;
}

function checkedInRules(draft: ReservationDraft, stored: Reservation): BrokenRule[] {
  if (stored.checkinDate === null) return [];
  const fixed = [
    ['stay_start', 'チェックイン日', draft.stayStart, stored.stayStart],
    ['total_fee', '合計料金', draft.totalFee, stored.totalFee],
    ['csv_notes', '利用ポイント', draft.usedPoints, stored.usedPoints],
  ] as const;
  return fixed
    .filter(([, , wanted, current]) => wanted !== null && wanted !== current)
    .map(([field, label]) =>
      invalid('fixed_after_checkin', field, `チェックイン後は${label}を変更することは出来ません。`),
    );
}

/**
 * Joins the rules of the table with those of unreadable fields: an unreadable field replaces the table's rule for it,
 * except for the room, whose rule says "missing or not numeric" itself (spec 5). No sentence appears twice.
 */
function mergeRules(unreadable: readonly BrokenRule[], rules: readonly BrokenRule[]): BrokenRule[] {
  const inTable = rules.map((rule) =>
    rule.code === 'room_missing' ? rule : (unreadable.find((other) => other.field === rule.field) ?? rule),
  );
  const others = unreadable.filter(({ field }) => !rules.some((rule) => rule.field === field));
  const all = [...inTable, ...others];
  return all.filter((rule, index) => all.findIndex(({ message }) => message === rule.message) === index);
}

/** The places in groups after a save; null when it should join the day before's booking and there is none. */
function regroupSaved(
  saved: GroupMember,
  sameAsDayBefore: Flag | undefined,
  { neighbours }: ReservationFacts,
): { own: PlaceChange | undefined; others: PlaceChange[] } | null {
  if (sameAsDayBefore === 1 && !dayBeforeBooking(saved, neighbours)) return null;
  const wish = sameAsDayBefore === 1 ? 'join' : sameAsDayBefore === 0 ? 'leave' : 'keep';
  const places = regroup(saved, neighbours, wish);
  return {
    own: places.find(({ id }) => id === saved.id),
    others: places.filter(({ id }) => id !== saved.id),
  };
}

/** Returns the room of a room-month; null for none that is known. */
export function roomNumberOf(roomId: number | null, { rooms }: ReservationFacts): string | null {
  return roomId === null ? null : (rooms.byId.get(roomId)?.roomNumber ?? null);
}

/** Decides a new reservation with the given id (spec 5, contract 2). */
export function decideCreate(
  command: CreateReservation,
  id: number,
  facts: ReservationFacts,
): Decided<ReservationDecision> {
  const { draft, staffId, paymentFlag, csvReservationId } = command;
  const roomNumber = roomNumberOf(draft.roomId, facts);
  const broken = mergeRules(command.unreadable, [
    ...tableRules(id, draft, roomNumber, facts, null),
    ...masterRules(draft, facts, null),
  ]);
  if (broken.length > 0 || roomNumber === null) return refused(...broken);
  const { roomId: _, ...fields } = draft;
  const details = { ...fields, roomNumber } as ReservationDetails;
  const created = { ...details, ...UNGROUPED, id, status: 'active' as const };
  const regrouped = regroupSaved(created, command.sameAsDayBefore ?? 0, facts);
  if (!regrouped) return refused(NO_DAY_BEFORE);
  const place = regrouped.own?.place ?? UNGROUPED;
  const data = { ...details, ...place, staffId, paymentFlag, csvReservationId };
  const { partyOf, movedInFrom } = command;
  const joined: ReservationEvent[] = partyOf
    ? [{ type: 'PartyJoined', data: { partyId: partyIdOf(partyOf) } }]
    : [];
  const moved: ReservationEvent[] = movedInFrom ? [{ type: 'ReservationMovedIn', data: movedInFrom }] : [];
  return decided({
    events: [{ type: 'ReservationCreated', data }, ...moved, ...joined],
    regrouped: regrouped.others,
  });
}

type MoneyFields = { totalFee?: number | null; usedPoints?: number | null };

/** The stored reservation with another fee and other points, null when neither is another one or there is no account. */
function withOtherFee({ totalFee, usedPoints }: MoneyFields, stored: Reservation): Reservation | null {
  if (!stored.account) return null;
  const after = {
    ...stored,
    totalFee: totalFee ?? stored.totalFee,
    usedPoints: usedPoints ?? stored.usedPoints,
  };
  return after.totalFee === stored.totalFee && after.usedPoints === stored.usedPoints ? null : after;
}

/** Another fee must leave what discounts take off. */
function discountRules(fields: MoneyFields, stored: Reservation): BrokenRule[] {
  const after = withOtherFee(fields, stored);
  const costs = after ? possibleCosts(after) : [];
  const cost = costs.find((one) => one < 0 || one > MAX_YEN);
  if (cost === undefined) return [];
  const message =
    cost < 0
      ? '合計料金が値引より少なくなります。'
      : `明細を合わせた料金が${MAX_YEN.toLocaleString('en-US')}円を超えます。`;
  return [invalid('fee_against_charges', 'total_fee', message)];
}

/** The payment flag where another fee changes what is due. */
function flagAfter(details: MoneyFields, stored: Reservation): { paymentFlag?: Flag } {
  const after = withOtherFee(details, stored);
  return after ? { paymentFlag: flagOf(after) } : {};
}

/** Decides the change of a stored reservation; no event when nothing differs (spec 4 and 5, contract 2). */
export function decideAmend(
  command: AmendReservation,
  stored: Reservation,
  facts: ReservationFacts,
): Decided<ReservationDecision> {
  const { roomNumber: storedRoom, ...storedFields } = stored;
  const { roomId, ...fields } = command.draft;
  const roomNumber = roomId === undefined ? storedRoom : roomNumberOf(roomId, facts);
  const draft: ReservationDraft = { ...storedFields, ...fields, roomId: roomId === undefined ? 0 : roomId };
  const broken = mergeRules(command.unreadable, [
    ...tableRules(stored.id, draft, roomNumber, facts, stored),
    ...checkedInRules(draft, stored),
    ...masterRules(draft, facts, stored),
  ]);
  const isLocked = stored.roomMoveLock === 1 && draft.roomMoveLock === 1;
  if (isLocked && roomNumber !== null && roomNumber !== storedRoom) broken.push(ROOM_LOCKED);
  broken.push(...discountRules(fields, stored));
  if (broken.length > 0 || roomNumber === null) return refused(...broken);
  const details = { ...fields, roomNumber } as Partial<ReservationDetails>;
  const regrouped = regroupSaved({ ...stored, ...details }, command.sameAsDayBefore, facts);
  if (!regrouped) return refused(NO_DAY_BEFORE);
  const wanted = Object.entries({ ...details, ...regrouped.own?.place, ...flagAfter(details, stored) });
  const before = new Map<string, unknown>(Object.entries(stored));
  const data = Object.fromEntries(wanted.filter(([field, value]) => before.get(field) !== value));
  return decided({
    events: Object.keys(data).length === 0 ? [] : [{ type: 'ReservationAmended', data }],
    regrouped: regrouped.others,
  });
}
