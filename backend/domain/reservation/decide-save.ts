import { type BrokenRule, conflict, type Decided, decided, invalid, refused } from '../broken-rule.js';
import type { Stay } from '../dates.js';
import { isBookableFor, roomMonthsOfStay } from '../room/room-directory.js';
import { dayBeforeBooking, regroup } from './grouping.js';
import { masterRules } from './master-rules.js';
import type {
  AmendReservation,
  CreateReservation,
  ReservationDecision,
  ReservationDraft,
  ReservationFacts,
} from './reservation.commands.js';
import { occupies, type Reservation, type ReservationDetails, UNGROUPED } from './reservation.js';
import { brokenSaveRules } from './save-rules.js';

function stayOfDraft(draft: ReservationDraft): Stay | null {
  const { stayStart, stayEnd } = draft;
  return stayStart !== null && stayEnd !== null && stayStart < stayEnd
    ? { start: stayStart, end: stayEnd }
    : null;
}

function isOccupied(id: number, roomNumber: string, stay: Stay, facts: ReservationFacts): boolean {
  return facts.neighbours.some(
    (other) => other.id !== id && !facts.leaving?.has(other.id) && occupies(other, roomNumber, stay),
  );
}

function tableRules(
  id: number,
  draft: ReservationDraft,
  roomNumber: string | null,
  facts: ReservationFacts,
  stored: Reservation | null,
): BrokenRule[] {
  const room = roomNumber === null ? undefined : facts.rooms.byNumber.get(roomNumber);
  const stay = stayOfDraft(draft);
  const available =
    room !== undefined &&
    stay !== null &&
    (stored === null ? isBookableFor(room, stay) : roomMonthsOfStay(room, stay) !== null);
  return brokenSaveRules(draft, {
    isNew: stored === null,
    roomAvailable: available,
    roomSearched: true,
    occupied: roomNumber !== null && stay !== null && isOccupied(id, roomNumber, stay, facts),
    checkedInUntil: stored?.checkinDate ? stored.stayEnd : null,
  });
}

function checkedInRules(draft: ReservationDraft, stored: Reservation): BrokenRule[] {
  if (stored.checkinDate === null) return [];
  const fixed = [
    ['stay_start', 'チェックイン日', draft.stayStart, stored.stayStart],
    ['total_fee', '合計料金', draft.totalFee, stored.totalFee],
    ['csv_notes', '利用ポイント', draft.usedPoints, stored.usedPoints],
  ] as const;
  return fixed
    .filter(([, , asked, kept]) => asked !== null && asked !== kept)
    .map(([field, label]) =>
      invalid('fixed_after_checkin', field, `チェックイン後は${label}を変更することは出来ません。`),
    );
}

/**
 * What could not be read stands in the place of the table's rule for the same field, but for the room, whose rule says
 * "missing or not numeric" itself (spec 5). The rest follows, and no sentence is said twice.
 */
function merged(unreadable: readonly BrokenRule[], rules: readonly BrokenRule[]): BrokenRule[] {
  const inTable = rules.map((rule) =>
    rule.code === 'room_missing' ? rule : (unreadable.find((other) => other.field === rule.field) ?? rule),
  );
  const others = unreadable.filter(({ field }) => !rules.some((rule) => rule.field === field));
  const all = [...inTable, ...others];
  return all.filter((rule, index) => all.findIndex(({ message }) => message === rule.message) === index);
}

const NO_DAY_BEFORE = invalid('no_day_before', 'is_day_before_same_flag', '前日の予約が見つかりません。');

function complete(draft: ReservationDraft, roomNumber: string): ReservationDetails {
  const { roomId: _, ...rest } = draft;
  return { ...rest, roomNumber } as ReservationDetails;
}

/** Decides a new reservation with the given id (spec 5, contract 2). */
export function decideCreate(
  command: CreateReservation,
  id: number,
  facts: ReservationFacts,
): Decided<ReservationDecision> {
  const { draft } = command;
  const roomNumber = draft.roomId === null ? null : (facts.rooms.byId.get(draft.roomId)?.roomNumber ?? null);
  const broken = merged(command.unreadable, [
    ...tableRules(id, draft, roomNumber, facts, null),
    ...masterRules(draft, facts, null),
  ]);
  if (broken.length > 0 || roomNumber === null) return refused(...broken);
  const details = complete(draft, roomNumber);
  const joins = command.sameAsDayBefore === 1;
  if (joins && !dayBeforeBooking({ id, ...details }, facts.neighbours)) return refused(NO_DAY_BEFORE);
  const created = { ...details, ...UNGROUPED, id, status: 'active' as const };
  const places = regroup(created, facts.neighbours, joins ? 'join' : 'leave');
  const { staffId, paymentFlag, csvReservationId } = command;
  const place = places.find((change) => change.id === id)?.place ?? UNGROUPED;
  return decided({
    events: [
      { type: 'ReservationCreated', data: { ...details, ...place, staffId, paymentFlag, csvReservationId } },
    ],
    regrouped: places.filter((change) => change.id !== id),
  });
}

function changedFields(before: Reservation, after: Partial<Reservation>): Partial<ReservationDetails> {
  const entries = Object.entries(after) as [keyof Reservation, unknown][];
  return Object.fromEntries(entries.filter(([field, value]) => before[field] !== value));
}

/** Decides the change of a stored reservation; no event when nothing differs (spec 4 and 5, contract 2). */
export function decideAmend(
  command: AmendReservation,
  stored: Reservation,
  facts: ReservationFacts,
): Decided<ReservationDecision> {
  const { roomNumber: storedRoom, ...kept } = stored;
  const { roomId } = command.draft;
  const roomNumber =
    roomId === undefined
      ? storedRoom
      : roomId === null
        ? null
        : (facts.rooms.byId.get(roomId)?.roomNumber ?? null);
  const draft: ReservationDraft = { ...kept, ...command.draft, roomId: roomId === undefined ? 0 : roomId };
  const broken = merged(command.unreadable, [
    ...tableRules(stored.id, draft, roomNumber, facts, stored),
    ...checkedInRules(draft, stored),
    ...masterRules(draft, facts, stored),
  ]);
  if (
    stored.roomMoveLock === 1 &&
    draft.roomMoveLock === 1 &&
    roomNumber !== null &&
    roomNumber !== storedRoom
  ) {
    broken.push(
      conflict('room_locked', 'room_id', '部屋移動不可の予約のため、部屋を変更することは出来ません。'),
    );
  }
  if (broken.length > 0 || roomNumber === null) return refused(...broken);
  const { id } = stored;
  const details = { ...command.draft, roomNumber } as Partial<ReservationDraft> & { roomNumber: string };
  delete details.roomId;
  const amended = { ...stored, ...(details as Partial<ReservationDetails>) };
  const wish = command.sameAsDayBefore;
  if (wish === 1 && !dayBeforeBooking(amended, facts.neighbours)) return refused(NO_DAY_BEFORE);
  const places = regroup(amended, facts.neighbours, wish === 1 ? 'join' : wish === 0 ? 'leave' : 'keep');
  const own = places.find((change) => change.id === id)?.place;
  const data = changedFields(stored, { ...(details as Partial<ReservationDetails>), ...own });
  return decided({
    events: Object.keys(data).length === 0 ? [] : [{ type: 'ReservationAmended', data }],
    regrouped: places.filter((change) => change.id !== id),
  });
}
