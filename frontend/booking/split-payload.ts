import { daysBetween } from '@domain/dates.js';
import type { BookingSave } from '@wire/booking-save.js';
import type { ProposedRoom } from '@wire/room-proposals.js';
import { cameFromText, changeOfRoomText } from './room-proposals.js';

const withLine = (notes = '', line: string): string => [notes.trim(), line].filter(Boolean).join('\n');

function placed(body: BookingSave, { room_id, stay_start, stay_end }: ProposedRoom): BookingSave {
  return { ...body, room_id, stay_start, stay_end };
}

/**
 * The two bookings of a stay in two rooms: the fee by nights, so that the sum is exact, points and coupon with the
 * first, 翌OUT with the second; the notes of each name the other room.
 */
export function splitPayloads(
  body: BookingSave,
  [first, second]: [ProposedRoom, ProposedRoom],
): [BookingSave, BookingSave] {
  const total = body.total_fee ?? 0;
  const nights = daysBetween(second.stay_start, second.stay_end);
  const allNights = daysBetween(first.stay_start, second.stay_end);
  const laterFee = Math.floor((total * nights) / allNights);
  return [
    {
      ...placed(body, first),
      total_fee: total - laterFee,
      nextday_out_flag: 0,
      notes: withLine(body.notes, changeOfRoomText(second)),
    },
    {
      ...placed(body, second),
      total_fee: laterFee,
      csv_notes: '0',
      coupon: 0,
      is_day_before_same_flag: 0,
      notes: withLine(body.notes, cameFromText(first)),
    },
  ];
}
