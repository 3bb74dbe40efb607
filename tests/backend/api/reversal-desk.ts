import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import { TERMINAL_HEADER } from '@wire/live.js';
import type { Reversal, ReversalAnswer } from '@wire/reversal.js';
import type { Hotel, Payload } from '../../support/hotel.js';

const at = (terminal: string) => ({ [TERMINAL_HEADER]: encodeURIComponent(terminal) });

/** Requests of terminals at a small hotel, and their taking back. */
export function reversalDesk(hotel: Hotel) {
  /** A request that goes by an id of its own, as a terminal's do. */
  async function asked(
    work: (headers: Record<string, string>) => Promise<{ status: number }>,
    terminal = '端末-A',
    id: string = randomUUID(),
  ) {
    const answer = await work({ 'x-request-id': id, ...at(terminal) });
    expect(answer.status).toBeLessThan(300);
    return id;
  }

  const stateOf = async (id: number): Promise<Omit<BookingRecord, 'version'>> => {
    const { version, ...state } = (await hotel.api.get<BookingRecord>(`/api/booking/${id}`)).body;
    return state;
  };
  const reverse = (request_id: string, accept = 'all', more: Payload = {}, terminal?: string) =>
    asReversal(randomUUID(), { request_id, accept, ...more }, terminal);
  const asReversal = async (id: string, body: Payload, terminal = '端末-A') => {
    const headers = { 'x-request-id': id, ...at(terminal) };
    return { ...(await hotel.api.post<ReversalAnswer>('/api/reversals', body, headers)), id };
  };
  const preview = (id: string, terminal = '端末-A') =>
    hotel.api.get<Reversal>(`/api/reversals/${id}`, at(terminal));
  const created = (fields: Payload = {}) => {
    let booking: BookingRecord | undefined;
    return asked(async (headers) => {
      const answer = await hotel.api.post<BookingRecord>('/api/booking', hotel.payload(fields), headers);
      booking = answer.body;
      return answer;
    }).then((request) => ({ request, booking: booking as BookingRecord }));
  };
  const put = (id: number, change: Payload, terminal?: string, request?: string) =>
    asked((headers) => hotel.api.put(`/api/booking/${id}`, change, headers), terminal, request);
  return { asked, stateOf, reverse, asReversal, preview, created, put };
}
