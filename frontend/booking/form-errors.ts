import { dayText, stayRangeText } from '@domain/calendar/stay-text.js';
import type { Day, Stay } from '@domain/dates.js';
import type { SaveFacts } from '@domain/reservation/save-rules.js';
import { closedRule, type RoomClosure } from '@domain/room/room-closure.js';
import { closureOver, isOpenFor, roomMonthsOfStay } from '@domain/room/room-directory.js';
import { atom } from 'jotai';
import { bookingUnansweredAtom } from '../shared/api/unanswered-writes.js';
import type { CalendarSnapshot, ShownBooking } from '../shared/calendar-data/calendar-snapshot.js';
import { family } from '../shared/family.js';
import { todayAtom } from '../shared/hotel.js';
import {
  chosenRoomAtom,
  type FormState,
  formAtom,
  formCalendarAtom,
  formStayAtom,
  roomChoicesAtom,
  savingAtom,
} from './form.js';
import { checkedInUntil, editedId, storedBooking } from './form-mode.js';
import { type FormField, formFieldOf } from './form-values.js';
import { parseDraft, saveRequestOf } from './parse-draft.js';
import { bookingInTheWay, isLoaded, type RoomOption } from './room-options.js';

const OFFERED = 3;

type Part = { roomNumber: string; stay: Stay };

/** A room that the form asks for, and what keeps it from being had: its months, a 売り止め, or another booking. */
type RoomObstacle = {
  roomNumber: string;
  isClosed: boolean;
  closure: RoomClosure | undefined;
  booking: ShownBooking | undefined;
};

/** Rooms that the form asks for, one after the other: mostly one. */
const partsAtom = atom((get): Part[] => {
  const { split } = get(formAtom);
  if (split) {
    return split.map(({ room_number, stay_start, stay_end }) => ({
      roomNumber: room_number,
      stay: { start: stay_start, end: stay_end },
    }));
  }
  const [roomNumber, stay] = [get(chosenRoomAtom), get(formStayAtom)];
  return stay && roomNumber !== null ? [{ roomNumber, stay }] : [];
});

function isAvailable(snapshot: CalendarSnapshot, { roomNumber, stay }: Part, isNew: boolean): boolean {
  if (!isLoaded(snapshot, stay)) return true;
  const room = snapshot.rooms.byNumber.get(roomNumber);
  return room !== undefined && (isNew ? isOpenFor(room, stay) : roomMonthsOfStay(room, stay) !== null);
}

/** The rooms that the form asks for and can't have as of now. */
const roomObstaclesAtom = atom((get): RoomObstacle[] => {
  const snapshot = get(formCalendarAtom);
  if (!snapshot) return [];
  const { mode, values } = get(formAtom);
  const id = editedId(mode);
  // A booking may be the form's own, saved without an answer: the server knows it by the key of the write.
  const mayBeOwn = ({ record }: ShownBooking) =>
    get(bookingUnansweredAtom) && record.guest_name_1 === values.guestName1.trim();
  return get(partsAtom)
    .map((part) => {
      const booking = bookingInTheWay(snapshot, part.roomNumber, part.stay, id);
      const room = snapshot.rooms.byNumber.get(part.roomNumber);
      return {
        roomNumber: part.roomNumber,
        isClosed: !isAvailable(snapshot, part, id === null),
        closure: room && closureOver(room, part.stay),
        booking: booking && !mayBeOwn(booking) ? booking : undefined,
      };
    })
    .filter(({ isClosed, closure, booking }) => isClosed || closure || booking);
});

/** Availability of the rooms that the form asks for, as far as this terminal knows. */
export const roomFactsAtom = atom((get): Pick<SaveFacts, 'roomAvailable' | 'occupied'> => {
  const obstacles = get(roomObstaclesAtom);
  return {
    roomAvailable: obstacles.every(({ isClosed }) => !isClosed),
    occupied: obstacles.some(({ booking }) => booking),
  };
});

/**
 * The warning that the chosen room stopped being free since 部屋検索, null while it is free. A booking that this
 * form is saving is no reason.
 */
const lostRoomAtom = atom((get): string | null => {
  if (get(formAtom).search === null || get(savingAtom)) return null;
  const [lost] = get(roomObstaclesAtom);
  if (!lost) return null;
  const { roomNumber, closure, booking } = lost;
  if (closure) return `${closedRule(closure).message}。別の部屋を選んでください。`;
  const reason = booking
    ? `には${stayRangeText({ start: booking.stayStart, end: booking.stayEnd })} ${booking.record.guest_name_1}の予約が入りました。`
    : 'は予約不可の部屋です。';
  return `${roomNumber}${reason}別の部屋を選んでください。`;
});

/** The next rooms that are offered instead of one that was lost: those found by the search before others that are free. */
export const nextRoomsAtom = atom((get): readonly RoomOption[] => {
  if (get(lostRoomAtom) === null) return [];
  const { found, others } = get(roomChoicesAtom);
  return (found.length > 0 ? found : others).slice(0, OFFERED);
});

/** The earliest check-in and the latest check-out while the booking stays in its room (contract 2), and of whom. */
export type StayEdges = { earliest: Day | null; latest: Day | null; isInHouse: boolean };

const NO_EDGES: StayEdges = { earliest: null, latest: null, isInHouse: false };

/** Days that the stay in the form may reach. */
export const edgesAtom = atom((get): StayEdges => {
  const { mode } = get(formAtom);
  const stored = storedBooking(mode);
  if (stored === null || get(chosenRoomAtom) !== stored.borderRoom) return NO_EDGES;
  const until = checkedInUntil(mode);
  return {
    earliest: stored.start_day_edge,
    latest: until ?? stored.end_day_edge,
    isInHouse: until !== null,
  };
});

/** Fields that the server's answer about a field depends on. */
const CHECKED_WITH: Partial<Record<FormField, readonly FormField[]>> = { roomId: ['stayStart', 'stayEnd'] };

/** Returns the server's refusals, as long as the refused values still stand there. */
function refusedErrors({ values, refused }: FormState): [FormField, string][] {
  if (refused === null) return [];
  const isAsRefused = (field: FormField) => values[field] === refused.values[field];
  const messages = Object.entries(refused.messages) as [FormField, string][];
  return messages.filter(([field]) => [field, ...(CHECKED_WITH[field] ?? [])].every(isAsRefused));
}

function typedErrors({ values }: FormState, today: Day, edges: StayEdges): [FormField, string][] {
  const { stayStart, stayEnd, checkinTime } = saveRequestOf(values, today);
  const errors: [FormField, string | null | false][] = [
    [
      'stayStart',
      values.stayStart !== '' && stayStart === null && '日付は 11/21 や 1121 のように入力してください。',
    ],
    [
      'stayEnd',
      values.stayEnd !== '' && stayEnd === null && '日付は 11/23 や 1123 のように入力してください。',
    ],
    [
      'checkinTime',
      values.checkinTime !== '' &&
        checkinTime === null &&
        '時間は 15:00 のように10分単位で入力してください。',
    ],
    [
      'stayStart',
      stayStart && edges.earliest && stayStart < edges.earliest
        ? `この部屋では ${dayText(edges.earliest)} より前にできません。`
        : null,
    ],
    [
      'stayEnd',
      stayEnd && edges.latest && stayEnd > edges.latest
        ? edges.isInHouse
          ? `チェックイン後は ${dayText(edges.latest)} より後に延長できません。`
          : `この部屋では ${dayText(edges.latest)} より後にできません。`
        : null,
    ],
  ];
  return errors.filter((entry): entry is [FormField, string] => Boolean(entry[1]));
}

const errorsAtom = atom((get): ReadonlyMap<FormField, string> => {
  const form = get(formAtom);
  const today = get(todayAtom);
  if (!today || form.touched.size === 0) return new Map();
  const errors = new Map<FormField, string>();
  const tell = (field: FormField | undefined, message: string) => {
    if (field && form.touched.has(field) && !errors.has(field)) errors.set(field, message);
  };
  for (const [field, message] of typedErrors(form, today, get(edgesAtom))) tell(field, message);
  const { errors: broken } = parseDraft(form, get(roomFactsAtom), today);
  for (const rule of broken) tell(formFieldOf(rule.field), rule.message);
  for (const [field, message] of refusedErrors(form)) tell(field, message);
  return errors;
});

/** The error of a field that was left, and of a room that was lost; null for none. */
export const fieldErrorAtom = family((field: FormField) =>
  atom((get) => (field === 'roomId' ? get(lostRoomAtom) : null) ?? get(errorsAtom).get(field) ?? null),
);
