import type { CleaningState } from '@domain/cleaning/room-cleaning.js';
import type { CleaningContent, CleaningList } from '@wire/cleaning.js';
import { type Answer, get, type WriteGuards, write } from './request.js';

/** Reads the cleaning of all rooms. */
export function fetchCleaning(signal: AbortSignal): Promise<Answer<CleaningList>> {
  return get('/api/cleaning', {}, signal);
}

/** Records a room's state; `from` is the one that was shown. */
export function recordCleaning(
  room_number: string,
  state: CleaningState,
  from: CleaningState | null,
  guards: WriteGuards,
): Promise<CleaningContent> {
  return write('PUT', '/api/cleaning/state', { room_number, state, from }, guards);
}

/** Writes the remark about a room's cleaning. */
export function remarkCleaning(
  room_number: string,
  remark: string,
  guards: WriteGuards,
): Promise<CleaningContent> {
  return write('PUT', '/api/cleaning/remark', { room_number, remark }, guards);
}
