import type { BrokenRule } from '@domain/broken-rule.js';
import { monthText, stayRangeText, yenText } from '@domain/calendar/stay-text.js';
import { type Day, daysBetween, monthOf, monthsOfStay } from '@domain/dates.js';
import { decideReservation } from '@domain/reservation/decide.js';
import { leavingRule } from '@domain/reservation/early-departure.js';
import { extensionRule } from '@domain/reservation/extend-stay.js';
import { moveRule } from '@domain/reservation/move-stay.js';
import type { ReservationFacts } from '@domain/reservation/reservation.commands.js';
import { MAX_NIGHTS, OVERLAP } from '@domain/reservation/save-rules.js';
import { closedRule, closureWord } from '@domain/room/room-closure.js';
import { closureOver, isBookableFor, roomMonthOf } from '@domain/room/room-directory.js';
import { BOOKABLE, type RoomMonth, TWIN } from '@domain/room/room-month.js';
import { roomText } from '@domain/room/room-number.js';
import { ROOM_916 } from '@domain/room/room-order.js';
import { isLoaded } from '../../booking/room-options.js';
import { storedReservation } from '../../booking/stored-reservation.js';
import type { CalendarSnapshot, ShownBooking } from '../../shared/calendar-data/calendar-snapshot.js';
import type { Place } from './place.js';
import { bookingsAt, type Proposal, placeOf, placeOfOther, type Unplaced } from './proposal.js';

/** Returns why a room can't be sold for a stay, as far as that is known here; empty when it can. */
function closedMonths(snapshot: CalendarSnapshot, { roomNumber, stay }: Place): string[] {
  const room = snapshot.rooms.byNumber.get(roomNumber);
  if (!isLoaded(snapshot, stay) || (room && isBookableFor(room, stay))) return [];
  const closure = room && closureOver(room, stay);
  if (closure) return [closedRule(closure).message];
  const months = monthsOfStay(stay).filter((month) => room?.months.get(month)?.reservableStatus !== BOOKABLE);
  return [`${roomText(roomNumber)}は${months.map(monthText).join('・')}は予約不可です。`];
}

/** The room-month by which a booking is moved to a place; null when the room is unknown. */
export function roomIdAt(snapshot: CalendarSnapshot, { roomNumber, stay }: Place): number | null {
  const room = snapshot.rooms.byNumber.get(roomNumber);
  const month = room && (roomMonthOf(room, stay.start) ?? room.months.values().next().value);
  return month?.id ?? null;
}

/** The room that a booking leaves and the one that it goes to, each as it is in the month of the first night. */
type RoomsOfChange = [was: RoomMonth | undefined, is: RoomMonth | undefined];

function roomsOf({ rooms: { byNumber } }: CalendarSnapshot, { booking, place }: Change): RoomsOfChange {
  const month = monthOf(place.stay.start);
  return [
    byNumber.get(booking.roomNumber)?.months.get(month),
    byNumber.get(place.roomNumber)?.months.get(month),
  ];
}

const NO_PRIORITY = '優先なし';
const traitsOf = ({ smokingStatus, roomType, priority, corporate }: RoomMonth) => [
  smokingStatus,
  roomType,
  priority === '' ? NO_PRIORITY : `${priority}優先`,
  corporate === 1 ? '法人' : '一般',
];

/** Returns how the room of a place is another kind of room, as `禁煙 → 喫煙`; empty when it is the same. */
function roomDifferences([was, is]: RoomsOfChange): string[] {
  if (!was || !is) return [];
  const now = traitsOf(is);
  return traitsOf(was).flatMap((trait, at) => (trait === now[at] ? [] : [`${trait} → ${now[at]}`]));
}

const guestsText = (men: number, women: number) =>
  [men > 0 && `男性${men}名`, women > 0 && `女性${women}名`].filter(Boolean).join('・');

/** Returns how a room does not suit the guests that move there, guests and room named (spec 5, room search rules). */
function mismatches(guest: Unplaced['guest'], is: RoomMonth | undefined): string[] {
  if (!is) return [];
  const { guest_name_1, mens_count: men, womens_count: women, smoking_status } = guest;
  const { roomNumber, roomType, smokingStatus } = is;
  const forTwo = roomNumber === ROOM_916 ? women > 0 : roomType === TWIN;
  return [
    men + women === 2 &&
      !forTwo &&
      `${guest_name_1}様は${guestsText(men, women)}、${roomText(roomNumber)}は${roomType}です。`,
    smoking_status !== '' &&
      smoking_status !== smokingStatus &&
      `${guest_name_1}様は${smoking_status}、${roomText(roomNumber)}は${smokingStatus}です。`,
  ].filter((sentence) => typeof sentence === 'string');
}

const named = (id: number | null) => new Map(id === null ? [] : [[id, {}]]);

/** Collects the facts for a decision about a booking, as far as the calendar knows: its room and the one it is to go to. */
function factsAround(
  snapshot: CalendarSnapshot,
  { record, roomNumber }: ShownBooking,
  to: { roomNumber: string; leaving: readonly number[] },
  today: Day,
): ReservationFacts {
  const rooms = new Set([roomNumber, to.roomNumber]);
  return {
    today,
    paymentDay: today,
    rooms: snapshot.rooms,
    neighbours: [...rooms].flatMap((room) => snapshot.byRoom.get(room) ?? []).map(storedReservation),
    leaving: new Set(to.leaving),
    // Master records that the booking names already stay valid.
    knownCorporates: named(record.corporateID),
    knownPayments: named(record.payment_type),
    knownBlacklistEntries: named(record.blacklist_id),
  };
}

/** Verdict on a drop: why it may not be, or what staff should weigh and know before it. */
export type Verdict = {
  ok: boolean;
  reasons: readonly string[];
  warnings: readonly string[];
  remarks: readonly string[];
};

/** A booking that moves, and those that leave their places with it. */
type Change = { booking: ShownBooking; place: Place; leaving: readonly number[] };

const GONE = 'この予約は他の端末で変更されました。最新の内容を確認してください。';

const refused = (...reasons: string[]): Verdict => ({ ok: false, reasons, warnings: [], remarks: [] });

function takenBy(snapshot: CalendarSnapshot, place: Place, without: readonly number[]): string[] {
  return bookingsAt(snapshot, place, without).map((other) => {
    const stay = stayRangeText(placeOf(other).stay);
    return `${roomText(place.roomNumber)}には ${stay} ${other.record.guest_name_1} の予約が入っています。`;
  });
}

function judgeNew(snapshot: CalendarSnapshot, place: Place): Verdict {
  const { start, end } = place.stay;
  const isTooLong = daysBetween(start, end) > MAX_NIGHTS;
  const reasons = [
    ...takenBy(snapshot, place, []),
    ...closedMonths(snapshot, place),
    ...(isTooLong ? [`宿泊は${MAX_NIGHTS}泊以内で入力してください。`] : []),
  ];
  return { ...refused(...reasons), ok: reasons.length === 0 };
}

/** Returns the verdict on registering an imported reservation in a room: as of a new booking, with what does not suit its guests. */
function judgeUnplaced(snapshot: CalendarSnapshot, { guest }: Unplaced, place: Place): Verdict {
  const room = snapshot.rooms.byNumber.get(place.roomNumber)?.months.get(monthOf(place.stay.start));
  return { ...judgeNew(snapshot, place), warnings: mismatches(guest, room) };
}

/** Returns the rules that break, decided by the server's own code on what the calendar knows. */
function brokenBy(snapshot: CalendarSnapshot, { booking, place, leaving }: Change, today: Day): BrokenRule[] {
  const isMoved = place.roomNumber !== booking.roomNumber;
  const { start: stayStart, end: stayEnd } = place.stay;
  const draft = { stayStart, stayEnd, ...(isMoved && { roomId: roomIdAt(snapshot, place) }) };
  const decision = decideReservation(
    { type: 'amend', draft, sameAsDayBefore: undefined, unreadable: [] },
    storedReservation(booking),
    factsAround(snapshot, booking, { roomNumber: place.roomNumber, leaving }, today),
  );
  return decision.ok ? [] : decision.broken;
}

function reasonsAgainst(snapshot: CalendarSnapshot, change: Change, today: Day): string[] {
  const { booking, place, leaving } = change;
  const isMoved = place.roomNumber !== booking.roomNumber;
  const said = brokenBy(snapshot, change, today).flatMap(({ code, message }) => {
    if (code === OVERLAP.code) return takenBy(snapshot, place, [booking.id, ...leaving]);
    if (code !== 'room_unavailable') return [message];
    return isLoaded(snapshot, place.stay) ? closedMonths(snapshot, place) : [];
  });
  // A booking may stay in a room that was closed, but not be moved into one.
  return [...new Set([...said, ...(isMoved ? closedMonths(snapshot, place) : [])])];
}

function warningsOn(snapshot: CalendarSnapshot, change: Change): string[] {
  const { booking, place } = change;
  if (place.roomNumber === booking.roomNumber) return [];
  const [was, is] = roomsOf(snapshot, change);
  return mismatches({ ...booking.record, smoking_status: was?.smokingStatus ?? '' }, is);
}

function remarksOn(snapshot: CalendarSnapshot, change: Change): string[] {
  const { booking, place } = change;
  const { record } = booking;
  const nights = daysBetween(place.stay.start, place.stay.end);
  const hasOtherNights = nights !== daysBetween(record.stay_start, record.stay_end);
  const fee = hasOtherNights ? [`合計料金 ${yenText(record.total_fee)} は変わりません。`] : [];
  if (place.roomNumber === booking.roomNumber) return [...closedMonths(snapshot, place), ...fee];
  const differences = roomDifferences(roomsOf(snapshot, change));
  const other = differences.length === 0 ? [] : [`${roomText(place.roomNumber)}は ${differences.join('、')}`];
  return [...other, ...fee];
}

function judgeChanges(snapshot: CalendarSnapshot, changes: readonly Change[], today: Day): Verdict {
  const reasons = changes.flatMap((change) => reasonsAgainst(snapshot, change, today));
  if (reasons.length > 0) return refused(...reasons);
  return {
    ok: true,
    reasons,
    warnings: changes.flatMap((change) => warningsOn(snapshot, change)),
    remarks: changes.flatMap((change) => remarksOn(snapshot, change)),
  };
}

/** A guest may stay on in another room where this one is taken or closed: that is asked next. */
function judgeExtension(
  snapshot: CalendarSnapshot,
  { booking, place: { roomNumber, stay } }: Extract<Proposal, { kind: 'extend' }>,
): Verdict {
  const against = extensionRule(storedReservation(booking));
  if (against) return refused(against.message);
  const following = { roomNumber, stay: { start: booking.stayEnd, end: stay.end } };
  const stops = [...takenBy(snapshot, following, [booking.id]), ...closedMonths(snapshot, following)];
  const warnings = stops.length > 0 ? [...stops, 'ほかの空室を選んで延泊できます。'] : [];
  return { ok: true, reasons: [], warnings, remarks: ['続きの予約として登録します。'] };
}

/** The money of the nights that are left is asked for next. */
function judgeLeaving({ booking }: Extract<Proposal, { kind: 'leave' }>, today: Day): Verdict {
  const against = leavingRule(storedReservation(booking), today);
  if (against) return refused(against.message);
  return { ok: true, reasons: [], warnings: [], remarks: ['残りの泊の料金の精算をこのあと確認します。'] };
}

/** The nights before today stay where they were slept, also those of who changes rooms with the guest. */
function judgeMoveOn(
  snapshot: CalendarSnapshot,
  { booking, place, with: other }: Extract<Proposal, { kind: 'moveOn' }>,
  today: Day,
): Verdict {
  const leaving = other ? [other.id] : [];
  const changes: Change[] = [{ booking, place, leaving }];
  if (other) {
    const stay = { start: today, end: other.stayEnd };
    const back = { roomNumber: booking.roomNumber, stay };
    changes.push({ booking: other, place: back, leaving: [booking.id] });
  }
  const reasons = changes.flatMap((change) => {
    const against = moveRule(storedReservation(change.booking), today);
    const taken = takenBy(snapshot, change.place, [change.booking.id, ...change.leaving]);
    return against ? [against.message] : [...taken, ...closedMonths(snapshot, change.place)];
  });
  if (reasons.length > 0) return refused(...reasons);
  const kinds = changes.flatMap((change) => {
    const differences = roomDifferences(roomsOf(snapshot, change));
    return differences.length === 0
      ? []
      : [`${roomText(change.place.roomNumber)}は ${differences.join('、')}`];
  });
  const remarks = ['昨日までの泊は元の部屋のまま、料金は泊数で分けます。', ...kinds];
  return { ok: true, reasons, warnings: changes.flatMap((change) => warningsOn(snapshot, change)), remarks };
}

/**
 * Returns the verdict on other nights of a 売り止め or 仮予約. Where the guests of a 売り止め go is asked next; no 仮予約 goes over a
 * booking.
 */
function judgeClosure(
  snapshot: CalendarSnapshot,
  { closure, place }: Extract<Proposal, { kind: 'close' }>,
): Verdict {
  const room = snapshot.rooms.byNumber.get(place.roomNumber);
  const other = room && closureOver(room, place.stay, closure.id);
  const taken = takenBy(snapshot, place, []);
  const reasons = [
    ...(other ? [closedRule(other).message] : []),
    ...(daysBetween(place.stay.start, place.stay.end) > MAX_NIGHTS
      ? [`${closureWord(closure)}は${MAX_NIGHTS}泊以内で入力してください。`]
      : []),
    ...(closure.tentative ? taken : []),
  ];
  if (reasons.length > 0) return refused(...reasons);
  const warnings = taken.length > 0 ? [...taken, '移す部屋の案をこのあと確認できます。'] : [];
  return { ok: true, reasons, warnings, remarks: [] };
}

/** Checks a proposal as far as this terminal knows (spec 4 and 5); the server has the last word. */
export function judge(snapshot: CalendarSnapshot, proposal: Proposal, today: Day): Verdict {
  const { place } = proposal;
  switch (proposal.kind) {
    case 'nothing':
      return refused();
    case 'gone':
      return refused(GONE);
    case 'new':
      return judgeNew(snapshot, place);
    case 'close':
      return judgeClosure(snapshot, proposal);
    case 'register':
      return judgeUnplaced(snapshot, proposal.unplaced, place);
    case 'moveOn':
      return judgeMoveOn(snapshot, proposal, today);
    case 'leave':
      return judgeLeaving(proposal, today);
    case 'extend':
      return judgeExtension(snapshot, proposal);
    case 'move':
      return judgeChanges(snapshot, [{ booking: proposal.booking, place, leaving: [] }], today);
    case 'swap': {
      const { booking, with: other } = proposal;
      const there = { booking, place, leaving: [other.id] };
      const back = { booking: other, place: placeOfOther(proposal), leaving: [booking.id] };
      return judgeChanges(snapshot, [there, back], today);
    }
    default:
      return proposal satisfies never;
  }
}
