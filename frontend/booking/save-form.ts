import type { Day } from '@domain/dates.js';
import type { BookingSave } from '@wire/booking-save.js';
import { NEXT_STEP_ID, tellRegistered } from '../imports/after-import.js';
import { alertFailure, UNKNOWN_FAILURE } from '../shared/alert-failure.js';
import {
  cancelBooking,
  changeBookings,
  returnToAutoFail,
  type SavedBooking,
  saveBooking,
} from '../shared/api/booking-api.js';
import { ApiError, isLineDown, type WriteGuards } from '../shared/api/request.js';
import { withWriteOverlay } from '../shared/busy.js';
import { showAlert } from '../shared/dialogs.js';
import { todayAtom } from '../shared/hotel.js';
import { calendarAsOfAtom } from '../shared/live/connection.js';
import { liveSession } from '../shared/live/live-session.js';
import { recordOperation, withRequestId } from '../shared/operations.js';
import { store } from '../shared/store.js';
import { chosenRoomAtom, type FormState, formAtom, savingAtom, showErrorsOf } from './form.js';
import { alertRules, tidyForm } from './form-actions.js';
import { brokenFormRules, clearedBlacklistId, confirmedUnusual } from './form-checks.js';
import { storedBooking } from './form-mode.js';
import { payloadOf, saveRequestOf } from './form-request.js';
import { type FormField, fieldId, firstFieldOf, formFieldOf } from './form-values.js';
import { resetForm } from './open-form.js';
import { splitPayloads } from './split-payload.js';

const LINE_DOWN =
  '通信が切れているため、保存できません。\n入力した内容はこの端末に残ります。つながったら、もう一度保存してください。';

/** Shows what the server refused at its fields, until something else stands there. */
function showRefused(errors: ApiError['errors']): void {
  const told = errors.flatMap(({ field, message }) => {
    const ours = formFieldOf(field);
    return ours ? [[ours, message] as const] : [];
  });
  const messages: Partial<Record<FormField, string>> = Object.fromEntries(told);
  store.set(formAtom, (form) => ({ ...form, refused: { values: form.values, messages } }));
  showErrorsOf(told.map(([field]) => field));
}

function alertSaveFailure(error: unknown): Promise<void> {
  if (isLineDown(error) && store.get(calendarAsOfAtom) !== null)
    return showAlert(LINE_DOWN, '保存できません');
  const field = error instanceof ApiError ? firstFieldOf(error.fields) : undefined;
  if (error instanceof ApiError) showRefused(error.errors);
  return alertFailure(error, field && fieldId(field));
}

/** The text of the operation for staff. */
const actText = (room: string | null, guest: string, what: string): string =>
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

async function save(form: FormState, today: Day): Promise<Report | null> {
  const blacklistId = await clearedBlacklistId(form);
  if (blacklistId === null || !(await confirmedUnusual(form, today))) return null;
  const { mode } = form;
  const values = { ...form.values, blacklistId };
  store.set(formAtom, { ...form, values });
  const { id, version } = storedBooking(mode) ?? { id: null, version: null };
  const imported = mode.kind === 'csv' ? mode.record : null;
  const body = payloadOf(values, saveRequestOf(values, today), imported?.id);
  const room = store.get(chosenRoomAtom);
  const { answer: stored, requestId } = await withWriteOverlay(() =>
    withRequestId(version, (guards) => saveStay(form, body, guards)),
  );
  const [saved] = stored;
  recordOperation({
    requestId,
    text: actText(room, saved.guest_name_1, id === null ? '予約登録' : '予約変更'),
    ids: [...stored, ...(imported ? [imported] : [])].map((record) => record.id),
  });
  resetForm();
  void liveSession.applyOwnWrite(saved);
  if (imported) await tellRegistered(imported);
  const text = id === null ? (saved.mess ?? '予約を登録しました。') : '予約が更新されました！';
  return success(text, imported ? NEXT_STEP_ID : undefined);
}

/** 登録 or 更新: checks the rules, then the blacklist, asks about an unusual new stay, saves and says so (spec 5 and 8). */
export function submitForm(): Promise<void> {
  return exclusively(async () => {
    const today = store.get(todayAtom);
    if (!today) return null;
    tidyForm();
    const form = store.get(formAtom);
    const broken = brokenFormRules(store.get, form, today);
    return broken.length > 0 ? () => alertRules(broken) : save(form, today);
  });
}

/** 予約取消, once confirmed. */
export function cancelOpenBooking(): Promise<void> {
  return exclusively(async () => {
    const { mode } = store.get(formAtom);
    if (mode.kind !== 'edit') return null;
    const { id, version, borderRoom, guest_name_1 } = mode.booking;
    const { requestId } = await withWriteOverlay(() =>
      withRequestId(version, (guards) => cancelBooking(id, guards)),
    );
    recordOperation({ requestId, text: actText(borderRoom, guest_name_1, '予約取消'), ids: [id] });
    resetForm();
    void liveSession.applyOwnWrite(null);
    return success('予約がキャンセルされました');
  });
}

/** 自動登録失敗に戻す, once confirmed (spec 8). */
export function returnOpenBooking(): Promise<void> {
  return exclusively(async () => {
    const { mode } = store.get(formAtom);
    if (mode.kind !== 'edit') return null;
    const { id, version, borderRoom, guest_name_1, imported_record_id } = mode.booking;
    const { answer, requestId } = await withWriteOverlay(() =>
      withRequestId(version, (guards) => returnToAutoFail(id, guards)),
    );
    const { response, error } = answer;
    if (response !== true) throw new ApiError(error ?? UNKNOWN_FAILURE, 200);
    recordOperation({
      requestId,
      text: actText(borderRoom, guest_name_1, '自動登録失敗に戻し'),
      ids: imported_record_id === null ? [id] : [id, imported_record_id],
    });
    resetForm();
    void liveSession.applyOwnWrite(null);
    return success('予約情報を取消後、手間いらずの自動登録失敗状態にしました');
  });
}

const SPLIT_MESSAGE = '2室に分けて、2件の予約を登録しました。';

/** Saves what is in the form: a booking, or both of a stay in two rooms, together or not at all. */
async function saveStay(
  { mode, split }: FormState,
  body: BookingSave,
  guards: WriteGuards,
): Promise<[SavedBooking, ...SavedBooking[]]> {
  if (split === null) return [await saveBooking(storedBooking(mode)?.id ?? null, body, guards)];
  const changes = splitPayloads(body, split).map((booking) => ({ action: 'create' as const, booking }));
  const [first, second] = (await changeBookings(changes, guards)).bookings;
  if (!first || !second) throw new Error('a stay in two rooms was answered without its bookings');
  void liveSession.applyOwnWrite(second);
  return [{ ...first, mess: SPLIT_MESSAGE }, second];
}
