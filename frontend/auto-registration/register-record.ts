import { bookingText } from '@domain/calendar/stay-text.js';
import type { Day } from '@domain/dates.js';
import type { CsvFormData } from '@wire/csv-record.js';
import type { RoomRecord } from '@wire/room-record.js';
import { formValuesOf } from '../booking/form-values.js';
import { type ParsedDraft, parseDraft, stayOfForm } from '../booking/parse-draft.js';
import { confirmedUnusual, submit } from '../booking/submit.js';
import { reloadQueue } from '../imports/failed-records.js';
import { alertFailure } from '../shared/alert-failure.js';
import { todayAtom } from '../shared/hotel.js';
import { connectionAtom } from '../shared/live/connection.js';
import { liveSession } from '../shared/live/live-session.js';
import { store } from '../shared/store.js';

const valuesIn = (record: CsvFormData, roomId: number) => ({
  ...formValuesOf(record, record.smoking_status),
  roomId,
});

/** The save of a record as it came, in a room that its room search found; or the rules that it breaks (spec 5). */
export function parseRecord(record: CsvFormData, roomId: number, today: Day): ParsedDraft {
  const form = {
    mode: { kind: 'csv', record } as const,
    values: valuesIn(record, roomId),
    search: {},
    partyOf: null,
    tentative: null,
    waiting: null,
  };
  return parseDraft(form, { roomAvailable: true, occupied: false }, today);
}

/**
 * Registers a record as it came in a room, by the form's own save: the question about an unusual stay and the blacklist
 * come first, a refusal is alerted. False when it was not registered.
 */
export async function registerRecord(
  record: CsvFormData,
  room: Pick<RoomRecord, 'id' | 'room_number'>,
): Promise<boolean> {
  const today = store.get(todayAtom);
  const parsed = today && parseRecord(record, room.id, today);
  if (!today || !parsed?.body) return false;
  const guest = valuesIn(record, room.id);
  const subject = bookingText(room.room_number, guest.guestName1, stayOfForm(guest, today));
  const submission = { id: null, version: null, body: parsed.body, guest, subject };
  try {
    if (!(await confirmedUnusual(submission, parsed.unusual))) return false;
    const saved = await submit([submission], `${room.room_number} ${guest.guestName1} 予約を登録`);
    for (const booking of saved ?? []) await liveSession.applyOwnWrite(booking);
    if (!store.get(connectionAtom).connected) await reloadQueue();
    return saved !== null;
  } catch (error) {
    await alertFailure(error);
    return false;
  }
}
