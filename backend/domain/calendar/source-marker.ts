import { BOOKING_SOURCES } from '../reservation/sources.js';

const SOURCES: readonly string[] = BOOKING_SOURCES;
const CIRCLED = ['①', '②', '③', '④', '⑤', '⑥', '⑦', '⑧', '⑨'];

/** A source's number 1 to 9, circled when the stay exceeds one night (spec 9); empty for an unknown source. */
export function sourceMarker(bookingSource: string, nights: number): string {
  const index = SOURCES.indexOf(bookingSource);
  if (index < 0) return '';
  return nights > 1 ? (CIRCLED[index] ?? '') : String(index + 1);
}
