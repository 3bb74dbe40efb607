import type { BrokenRule } from '@domain/broken-rule.js';
import { bookingText, yenText } from '@domain/calendar/stay-text.js';
import { addDays, type Day, monthsFromTo, type Stay } from '@domain/dates.js';
import { blacklistMatch, needsBlacklistCheck } from '@domain/reservation/blacklist.js';
import { NOT_BLACKLISTED } from '@domain/reservation/reservation.js';
import { brokenSaveRules, type SaveFacts, unusualReasons } from '@domain/reservation/save-rules.js';
import { isBookableFor, roomMonthsOfStay } from '@domain/room/room-directory.js';
import type { Atom } from 'jotai';
import { UNKNOWN_FAILURE } from '../shared/alert-failure.js';
import { ApiError, isLineDown } from '../shared/api/request.js';
import { bookingUnansweredAtom } from '../shared/api/unanswered-writes.js';
import { withOverlay } from '../shared/busy.js';
import { calendarAtom } from '../shared/calendar-data/calendar.js';
import type { CalendarSnapshot } from '../shared/calendar-data/calendar-snapshot.js';
import type { ShownBooking } from '../shared/calendar-data/shown-booking.js';
import { askConfirm } from '../shared/dialogs.js';
import { calendarAsOfAtom } from '../shared/live/connection.js';
import { blacklistAtom, isBlacklistReadAtom, readBlacklist } from '../shared/masters.js';
import { store } from '../shared/store.js';
import { chosenRoomAtom, type FormState, formStayAtom } from './form.js';
import { checkedInUntil, editedId } from './form-mode.js';
import { saveRequestOf, stayOfForm } from './form-request.js';
import { bookingInTheWay } from './room-options.js';

const BLACKLISTED = 'ブラックリストに登録されている宿泊者です。予約登録を続行しますか？';
const UNCHECKED = 'ブラックリストを確認できませんでした。';
const TRY_AGAIN = { accept: '再試行', decline: 'やめる' };

/** Reads an atom: the store's, or a derived atom's own. */
type Read = <T>(source: Atom<T>) => T;

/** Whether every night of the stay lies in the days that are loaded; what lies outside only the server knows. */
function isLoaded({ range }: CalendarSnapshot, stay: Stay): boolean {
  const months = monthsFromTo(range.first, range.last);
  return monthsFromTo(stay.start, addDays(stay.end, -1)).every((month) => months.includes(month));
}

type Part = { roomNumber: string; stay: Stay };

/** A room that the form asks for, and what keeps it from being had: its months, or another booking. */
type RoomObstacle = { roomNumber: string; isClosed: boolean; booking: ShownBooking | undefined };

/** Which rooms the form asks for, one after the other: mostly one. */
function partsOf(get: Read, form: FormState, today: Day): Part[] {
  if (form.split) {
    return form.split.map(({ room_number, stay_start, stay_end }) => ({
      roomNumber: room_number,
      stay: { start: stay_start, end: stay_end },
    }));
  }
  const roomNumber = get(chosenRoomAtom);
  const stay = stayOfForm(form.values, today);
  return stay && roomNumber !== null ? [{ roomNumber, stay }] : [];
}

function isAvailable(snapshot: CalendarSnapshot, { roomNumber, stay }: Part, isNew: boolean): boolean {
  if (!isLoaded(snapshot, stay)) return true;
  const room = snapshot.rooms.byNumber.get(roomNumber);
  return room !== undefined && (isNew ? isBookableFor(room, stay) : roomMonthsOfStay(room, stay) !== null);
}

/** Whether a booking may be the form's own, saved without an answer: the server knows it by the key of the write. */
const mayBeOwn = (get: Read, { values }: FormState, { record }: ShownBooking): boolean =>
  get(bookingUnansweredAtom) && record.guest_name_1 === values.guestName1.trim();

/** The rooms that the form asks for and can't have as of now. */
export function roomObstacles(get: Read, form: FormState, today: Day): RoomObstacle[] {
  const snapshot = get(calendarAtom);
  if (!snapshot) return [];
  const id = editedId(form.mode);
  return partsOf(get, form, today)
    .map((part) => {
      const booking = bookingInTheWay(snapshot, part.roomNumber, part.stay, id);
      return {
        roomNumber: part.roomNumber,
        isClosed: !isAvailable(snapshot, part, id === null),
        booking: booking && !mayBeOwn(get, form, booking) ? booking : undefined,
      };
    })
    .filter(({ isClosed, booking }) => isClosed || booking);
}

function roomFacts(get: Read, form: FormState, today: Day): Pick<SaveFacts, 'roomAvailable' | 'occupied'> {
  const obstacles = roomObstacles(get, form, today);
  return {
    roomAvailable: obstacles.every(({ isClosed }) => !isClosed),
    occupied: obstacles.some(({ booking }) => booking),
  };
}

/** Every rule of spec 5 that saving the form now would break. */
export function brokenFormRules(get: Read, form: FormState, today: Day): BrokenRule[] {
  return brokenSaveRules(saveRequestOf(form.values, today), {
    ...roomFacts(get, form, today),
    isNew: editedId(form.mode) === null,
    roomSearched: form.search !== null,
    checkedInUntil: checkedInUntil(form.mode),
  });
}

/** Reads the blacklist unless it is held; false when it can't be read and staff don't want to try again. */
async function isBlacklistAtHand(): Promise<boolean> {
  if (store.get(isBlacklistReadAtom)) return true;
  for (;;) {
    try {
      await withOverlay(readBlacklist);
      return true;
    } catch (error) {
      if (isLineDown(error) && store.get(calendarAsOfAtom) !== null) throw error;
      const reason = error instanceof ApiError ? error.message : UNKNOWN_FAILURE;
      const text = `${UNCHECKED}\n${reason}`;
      if (!(await askConfirm(text, '保存できません', undefined, TRY_AGAIN))) return false;
    }
  }
}

/** The blacklist id to save with; null when staff declined to go on (spec 5, blacklist check). */
export async function clearedBlacklistId(form: FormState): Promise<number | null> {
  const { values, mode } = form;
  if (!needsBlacklistCheck({ isNew: editedId(mode) === null, blacklistId: values.blacklistId }))
    return NOT_BLACKLISTED;
  if (!(await isBlacklistAtHand())) return null;
  const blacklist = store.get(blacklistAtom) ?? [];
  const entries = blacklist.map(({ id, guest_name, tel }) => ({ id, guestName: guest_name, tel }));
  const match = blacklistMatch(values, entries);
  if (match === null) return NOT_BLACKLISTED;
  const { guestName, tel } = match;
  const subject = `${formText(form)}\n一致した登録: ${guestName}（電話番号: ${tel ?? '登録なし'}）`;
  return (await askConfirm(BLACKLISTED, undefined, subject)) ? match.id : null;
}

/** Asks once about a new stay that is over already or costs nothing; false when staff declined to go on. */
export async function confirmedUnusual(form: FormState, today: Day): Promise<boolean> {
  if (editedId(form.mode) !== null) return true;
  const request = saveRequestOf(form.values, today);
  const reasons = unusualReasons(request, today);
  if (reasons.length === 0) return true;
  const subject = `${formText(form)}\n合計料金: ${yenText(request.totalFee ?? 0)}`;
  return askConfirm([...reasons, 'このまま登録しますか？'].join('\n'), '登録内容の確認', subject);
}

/** The booking that the form would save, as a question names it. */
function formText({ values }: FormState): string {
  return bookingText(store.get(chosenRoomAtom), values.guestName1, store.get(formStayAtom));
}
