/** Where the event log is. */
export const AUDIT_ADDRESS = '/audit';

/** Where all that happened to a booking is listed. */
export function bookingLogAddress(id: number): string {
  return `${AUDIT_ADDRESS}?booking_id=${id}`;
}
