import { stayText } from '@domain/calendar/stay-text.js';
import type { Proposal } from './proposal.js';

/** What dropping would do, in words. */
export function proposalText(proposal: Proposal): string {
  const { roomNumber, stay } = proposal.place;
  const where = `${roomNumber} ${stayText(stay)}`;
  switch (proposal.kind) {
    case 'new':
      return `新しい予約 ${where}`;
    case 'nothing':
      return `元の場所 ${where}`;
    case 'gone':
      return where;
    case 'move': {
      const { booking } = proposal;
      const isMoved = booking.roomNumber !== roomNumber;
      return `${booking.record.guest_name_1} ${isMoved ? `${booking.roomNumber} → ` : ''}${where}`;
    }
    case 'swap': {
      const { booking, with: other } = proposal;
      return `部屋の交換 ${booking.roomNumber} ${booking.record.guest_name_1} ⇔ ${roomNumber} ${other.record.guest_name_1}`;
    }
    default:
      return proposal satisfies never;
  }
}

/** What was done by dropping, in words. */
export function doneText({
  booking,
  place,
  ...proposal
}: Extract<Proposal, { kind: 'move' | 'swap' }>): string {
  const guest = booking.record.guest_name_1;
  if (proposal.kind === 'swap') {
    const other = proposal.with;
    return `${booking.roomNumber} ${guest} と ${other.roomNumber} ${other.record.guest_name_1} の部屋を交換`;
  }
  if (booking.roomNumber !== place.roomNumber) {
    return `${guest} ${booking.roomNumber} → ${place.roomNumber} ${stayText(place.stay)} に移動`;
  }
  return `${booking.roomNumber} ${guest} ${stayText(place.stay)} に変更`;
}
