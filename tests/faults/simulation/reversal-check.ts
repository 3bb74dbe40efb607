import type { Reservation } from '@domain/reservation/reservation.js';
import type { LogRow } from '../../../backend/event-store/event.js';
import { must } from './oracle.js';
import type { Sent } from './request-log.js';

const unversioned = (booking: object): string =>
  JSON.stringify(Object.entries({ ...booking, version: 0 }).sort());

/**
 * A request that is taken back wholly, with nothing in between, leaves every booking as it was before it, but for its
 * version; one that it made is cancelled.
 */
export function checkReversal(sent: Sent, after: readonly Reservation[], rows: readonly LogRow[]): void {
  const { reverses: target, begun } = sent;
  if (sent.state !== 'done' || !target?.before || target.begun === null || begun === null) return;
  const isNext = rows.slice(target.begun, begun).every(({ requestId }) => requestId === target.key);
  if (!isNext) return;
  for (const booking of after) {
    const before = target.before.get(booking.id);
    if (before) {
      must(unversioned(before) === unversioned(booking), () => {
        const [was, is] = [JSON.stringify(before), JSON.stringify(booking)];
        return `${sent.told}: booking ${booking.id} was\n  ${was} and is\n  ${is}`;
      });
    } else {
      must(booking.status === 'cancelled', () => `${sent.told}: booking ${booking.id} is still there`);
    }
  }
}
