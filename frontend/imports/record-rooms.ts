import type { RecordRooms } from '@wire/csv-actions.js';
import type { CsvFormData } from '@wire/csv-record.js';
import { get } from '../shared/api/request.js';
import { onErasure } from '../shared/erasure.js';
import { Resource } from '../shared/resource.js';

/** A record as the form gets it, and the rooms that it may have. */
export type RecordWithRooms = RecordRooms & { record: CsvFormData };

/** The record whose row is expanded, with its room search already run. */
export const expandedRecord = new Resource<number, RecordWithRooms>('csv-reservation', async (id, signal) => {
  const [{ data: record }, { data, position }] = await Promise.all([
    get<CsvFormData>(`/api/fetch-csv-reservation-data/${id}`, {}, signal),
    get<RecordRooms>(`/api/csv-reservations/${id}/rooms`, {}, signal),
  ]);
  return { data: { ...data, record }, position };
});

/** Reads a record and its rooms, and anew whenever bookings, rooms or records change; returns how to stop. */
export function expandRecord(id: number): () => void {
  void expandedRecord.load(id);
  const stop = expandedRecord.follow(
    ({ bookings, rooms, closures, queue }) =>
      bookings.length + rooms.length + queue.failed.length > 0 || closures !== undefined,
  );
  return () => {
    stop();
    expandedRecord.reset();
  };
}

onErasure(() => expandedRecord.renew());
