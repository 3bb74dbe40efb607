import { bookingText, yenText } from '@domain/calendar/stay-text.js';
import { type BlacklistSubject, blacklistMatch, needsBlacklistCheck } from '@domain/reservation/blacklist.js';
import { NOT_BLACKLISTED } from '@domain/reservation/reservation-fields.js';
import { NEXT_STEP_ID, tellRegistered } from '../imports/after-import.js';
import { alertFailure } from '../shared/alert-failure.js';
import { type BookingChange, type SavedBooking, saveBookings } from '../shared/api/booking-api.js';
import { ApiError, failureText, isLineDown } from '../shared/api/request.js';
import { withOverlay, withWriteOverlay } from '../shared/busy.js';
import { type CalendarTarget, calendarSightAtom } from '../shared/calendar-data/calendar.js';
import { askConfirm, showAlert } from '../shared/dialogs.js';
import { todayAtom } from '../shared/hotel.js';
import { calendarAsOfAtom } from '../shared/live/connection.js';
import { liveSession } from '../shared/live/live-session.js';
import { blacklistAtom, isBlacklistReadAtom, readBlacklist } from '../shared/masters.js';
import { recorded } from '../shared/operations.js';
import { store } from '../shared/store.js';
import { afterPaint } from '../shared/ui/after-paint.js';
import { leadFocusTo } from '../shared/ui/focus-field.js';
import {
  chosenRoomAtom,
  type FormState,
  formAtom,
  formStayAtom,
  savingAtom,
  showErrorsOf,
  showRefusedFields,
} from './form.js';
import { alertRules, runRoomSearch } from './form-actions.js';
import { roomFactsAtom } from './form-errors.js';
import { storedBooking } from './form-mode.js';
import { type FormField, fieldId, firstFieldOf, formFieldOf } from './form-values.js';
import { beginAnotherRoom, resetForm } from './open-form.js';
import { type ParsedDraft, parseDraft, splitPayloads } from './parse-draft.js';
import { tidyForm } from './tidy-form.js';

const BLACKLISTED = 'ブラックリストに登録されている宿泊者です。予約登録を続行しますか？';
const UNCHECKED = 'ブラックリストを確認できませんでした。';
const GO_ON = { accept: '続行する', decline: 'やめる' };
const TRY_AGAIN = { accept: '再試行', decline: 'やめる' };
const SPLIT_MESSAGE = '2室に分けて、2件の予約を登録しました。';

const LINE_DOWN =
  '通信が切れているため、保存できません。\n入力した内容はこの端末に残ります。つながったら、もう一度保存してください。';

/** Shows what the server refused at its fields, until something else stands there. */
function showRefused(errors: ApiError['errors']): void {
  const refused = errors.flatMap(({ field, message }) => {
    const ours = formFieldOf(field);
    return ours ? [[ours, message] as const] : [];
  });
  const messages: Partial<Record<FormField, string>> = Object.fromEntries(refused);
  showRefusedFields(messages);
  showErrorsOf(refused.map(([field]) => field));
}

function alertSaveFailure(error: unknown): Promise<void> {
  if (isLineDown(error) && store.get(calendarAsOfAtom) !== null)
    return showAlert(LINE_DOWN, '保存できません');
  const field = error instanceof ApiError ? firstFieldOf(error.fields) : undefined;
  if (error instanceof ApiError) showRefused(error.errors);
  return alertFailure(error, field && fieldId(field));
}

/** The text of the operation for staff. */
const operationText = (room: string | null, guest: string, what: string): string =>
  [room, guest, what].filter(Boolean).join(' ');

/** The alert that follows a write, once the form can be used again. */
type Report = () => Promise<void>;

/** Says that it is done, and leads to the first field of the form, which is blank again, or to a next step. */
function success(text: string, nextStep = fieldId('stayStart')): Report {
  return () => showAlert(text, undefined, nextStep);
}

/** Runs a write of the form, one at a time; afterwards the form is blank, or as it was when the write failed. */
async function exclusively(work: () => Promise<Report | null>): Promise<void> {
  if (store.get(savingAtom)) return;
  store.set(savingAtom, true);
  let report: Report | null;
  try {
    report = await work();
  } catch (error) {
    report = () => alertSaveFailure(error);
  } finally {
    store.set(savingAtom, false);
  }
  await report?.();
}

/** A booking that is to be saved, the guest that the blacklist is asked about, and what a question calls it. */
export type Submission = BookingChange & {
  guest: BlacklistSubject & { blacklistId: number };
  subject: string;
};

/** Reads the blacklist unless it is held; false when it can't be read and staff don't want to try again. */
async function isBlacklistAtHand(): Promise<boolean> {
  if (store.get(isBlacklistReadAtom)) return true;
  for (;;) {
    try {
      await withOverlay(readBlacklist);
      return true;
    } catch (error) {
      if (isLineDown(error) && store.get(calendarAsOfAtom) !== null) throw error;
      const text = `${UNCHECKED}\n${failureText(error)}`;
      if (!(await askConfirm(text, '保存できません', undefined, TRY_AGAIN))) return false;
    }
  }
}

/** The booking with the id of its guest's entry in the blacklist; null when staff declined to go on (spec 5). */
async function withBlacklistId(submission: Submission): Promise<Submission | null> {
  const { id, guest, body, subject } = submission;
  const isChecked = needsBlacklistCheck({ isNew: id === null, blacklistId: guest.blacklistId });
  if (isChecked && !(await isBlacklistAtHand())) return null;
  const entries = (isChecked && store.get(blacklistAtom)) || [];
  const match = blacklistMatch(
    guest,
    entries.map((entry) => ({ ...entry, guestName: entry.guest_name })),
  );
  const entry = `該当するブラックリスト: ${match?.guestName}（電話番号: ${match?.tel ?? '登録なし'}）`;
  if (match && !(await askConfirm(BLACKLISTED, undefined, `${subject}\n${entry}`, GO_ON))) return null;
  const blacklistId = match?.id ?? NOT_BLACKLISTED;
  return blacklistId === guest.blacklistId
    ? submission
    : { ...submission, body: { ...body, blacklist_id: blacklistId } };
}

/** Sends bookings as one, and notes what was done, so that it can be taken back. */
function send(
  changes: readonly BookingChange[],
  text: (saved: SavedBooking | undefined) => string,
  alsoIds: readonly number[] = [],
): Promise<SavedBooking[]> {
  return recorded(
    null,
    (guards) => saveBookings(changes, guards),
    (answer) => ({ text: text(answer[0]), ids: [...answer.map(({ id }) => id), ...alsoIds] }),
  );
}

/** Saves bookings as one, outside of the form; null when staff declined to go on. A refusal is thrown. */
export async function submit(
  submissions: readonly Submission[],
  text: string,
): Promise<SavedBooking[] | null> {
  const changes: BookingChange[] = [];
  for (const submission of submissions) {
    const change = await withBlacklistId(submission);
    if (!change) return null;
    changes.push(change);
  }
  return send(changes, () => text);
}

/** Asks once about a new stay that is over already or costs nothing; false when staff declined to go on. */
export async function confirmedUnusual(
  { subject, body }: Submission,
  reasons: readonly string[],
): Promise<boolean> {
  if (reasons.length === 0) return true;
  const fee = `合計料金: ${yenText(body.total_fee ?? 0)}`;
  const question = [...reasons, 'このまま登録しますか？'].join('\n');
  return askConfirm(question, '登録内容の確認', `${subject}\n${fee}`);
}

async function save(form: FormState, parsed: ParsedDraft, next: AfterSave): Promise<Report | null> {
  const { mode, values, split } = form;
  if (!parsed.body) return () => alertRules(parsed.errors);
  const { id, version } = storedBooking(mode) ?? { id: null, version: null };
  const room = store.get(chosenRoomAtom);
  const subject = bookingText(room, values.guestName1, store.get(formStayAtom));
  const submission = await withBlacklistId({ id, version, body: parsed.body, guest: values, subject });
  if (!submission || !(await confirmedUnusual(submission, parsed.unusual))) return null;
  const parts =
    split && splitPayloads(submission.body, split).map((body) => ({ id: null, version: null, body }));
  const imported = mode.kind === 'csv' ? mode.record : null;
  const operation = id === null ? '予約を登録' : '予約を変更';
  const saved = await withWriteOverlay(() =>
    send(
      parts ?? [submission],
      (first) => operationText(room, first?.guest_name_1 ?? '', operation),
      imported ? [imported.id] : [],
    ),
  );
  const [first] = saved;
  // First emptied: what is saved is not set aside as a draft.
  resetForm();
  if (next === 'another-room' && first) beginAnotherRoom(values, first, room);
  for (const record of saved) void liveSession.applyOwnWrite(record);
  if (imported) await tellRegistered(imported);
  const created = parts ? SPLIT_MESSAGE : (first?.mess ?? '予約を登録しました。');
  const report = success(
    id === null ? created : '予約が更新されました！',
    imported ? NEXT_STEP_ID : undefined,
  );
  return async () => {
    if (typeof next === 'function') {
      if (first) next(first);
      return;
    }
    await report();
    if (first?.stay_start && room !== null)
      await showSaved(saved, { roomNumber: room, date: first.stay_start });
    if (next === 'blank') return;
    await runRoomSearch();
    leadFocusTo(fieldId('roomId'));
  };
}

const FLASH: Keyframe[] = [{ filter: 'none' }, { filter: 'brightness(1.5)' }, { filter: 'none' }];

/** Brings saved bookings into sight in the calendar and flashes their bars, so that the eye finds the guest. */
async function showSaved(saved: readonly SavedBooking[], place: CalendarTarget): Promise<void> {
  store.set(calendarSightAtom, place);
  await afterPaint();
  for (const { id } of saved) {
    for (const bar of document.querySelectorAll(`[data-booking-id="${id}"] .bar`))
      bar.animate(FLASH, { duration: 700, iterations: 2 });
  }
}

/** The next step after a save: a blank form, another room for the same guest and stay, or an action on the saved booking. */
export type AfterSave = 'blank' | 'another-room' | ((saved: SavedBooking) => void);

/**
 * 登録 or 更新: checks the rules, then the blacklist, asks about an unusual new stay, saves and says so (spec 5 and 8); what
 * is done with the saved booking next stands in for saying so.
 */
export function submitForm(next: AfterSave = 'blank'): Promise<void> {
  return exclusively(async () => {
    const today = store.get(todayAtom);
    if (!today) return null;
    tidyForm();
    const form = store.get(formAtom);
    return save(form, parseDraft(form, store.get(roomFactsAtom), today), next);
  });
}
