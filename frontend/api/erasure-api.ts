import type { ErasurePreview, ErasureResult } from '@wire/erasure.js';
import { get, write } from './request.js';

/** Which records of a booking's guest are to be erased, and why. */
export type ErasureRequest = { reason: string; booking_ids: number[]; csv_reservation_ids: number[] };

/** What belongs to the guest of a booking. */
export const fetchErasure = async (id: number) =>
  (await get<ErasurePreview>(`/api/booking/${id}/erasure`)).data;

/** Erases personal data for good. */
export function erase(id: number, body: ErasureRequest, key: string): Promise<ErasureResult> {
  return write('POST', `/api/booking/${id}/erasure`, body, { key });
}
