import type { DayRange } from '@domain/calendar/default-range.js';
import type { Day } from '@domain/dates.js';
import type { HandoverChanges, NoteContent, NoteRecord, Unread } from '@wire/handover.js';
import { type Answer, get, type WriteGuards, write } from './request.js';

const NOTES = '/api/handover-notes';
const HANDOVER = '/api/handover';

/** The notes of a range of days, and if wanted those of any other day that wait to be done. */
export function fetchNotes(
  { first, last }: DayRange,
  withOpen: boolean,
  signal: AbortSignal,
): Promise<Answer<NoteRecord[]>> {
  const query = { start_date: first, end_date: last, ...(withOpen ? { with_open: '1' } : {}) };
  return get(NOTES, query, signal);
}

/** A note as staff write it. */
export type NoteText = { date: Day; text: string };

/** Writes a new note. */
export function createNote(note: NoteText): Promise<NoteContent> {
  return write('POST', NOTES, note);
}

/** Writes a note anew. */
export function rewriteNote(id: number, note: NoteText, guards: WriteGuards): Promise<NoteContent> {
  return write('PUT', `${NOTES}/${id}`, note, guards);
}

/** Says that a note is done, or that it is not. */
export function finishNote(id: number, isDone: 0 | 1, guards: WriteGuards): Promise<NoteContent> {
  return write('PUT', `${NOTES}/${id}/done`, { is_done: isDone }, guards);
}

/** Takes a note away. */
export function removeNote(id: number, guards: WriteGuards): Promise<NoteContent> {
  return write('DELETE', `${NOTES}/${id}`, undefined, guards);
}

/** Reads what happened since a position or instant; null for since the asker left. */
export function fetchChanges(since: string | null, signal: AbortSignal): Promise<Answer<HandoverChanges>> {
  return get(HANDOVER, since === null ? {} : { since }, signal);
}

/** Reads how much others did since the asker left, as far as it was not read yet. */
export function fetchUnread(read: number, signal: AbortSignal): Promise<Answer<Unread>> {
  return get(`${HANDOVER}/unread`, { read: String(read) }, signal);
}

/** Hands the shift over. */
export function handOver(memo: string, seen: number): Promise<unknown> {
  return write('POST', HANDOVER, { memo, seen });
}
