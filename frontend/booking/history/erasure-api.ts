import type { ErasableRecord, ErasurePreview, ErasureResult } from '@wire/erasure.js';
import { get, write } from '../../shared/api/request.js';

/** The record that a guest is named by. */
export type GuestRecordName = Pick<ErasableRecord, 'kind' | 'id'>;

/** Which records of a guest are to be erased, and why. */
export type ErasureRequest = { reason: string; booking_ids: number[]; csv_reservation_ids: number[] };

const pathOf = ({ kind, id }: GuestRecordName): string =>
  `/api/${kind === 'booking' ? 'booking' : 'csv-reservations'}/${id}/erasure`;

/** What belongs to the guest of a record. */
export const fetchErasure = async (start: GuestRecordName) => (await get<ErasurePreview>(pathOf(start))).data;

/** Erases personal data for good. */
export function erase(start: GuestRecordName, body: ErasureRequest): Promise<ErasureResult> {
  return write('POST', pathOf(start), body);
}
