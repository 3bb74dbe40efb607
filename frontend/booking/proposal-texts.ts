import { dayText, stayRangeText } from '@domain/calendar/stay-text.js';
import type { ProposedMove, ProposedRoom } from '@wire/room-proposals.js';

/** When a room would be had, as `11/21(土)～11/23(月)`. */
export function nightsText({ stay_start, stay_end }: ProposedRoom): string {
  return stayRangeText({ start: stay_start, end: stay_end });
}

/** A move as `1003 → 1005 田中 一郎 11/21(土)～11/23(月)`. */
export function moveText({ from_room, to, guest_name_1 }: ProposedMove): string {
  return `${from_room} → ${to.room_number} ${guest_name_1} ${nightsText(to)}`;
}

/** What was done, as staff would say. */
export function appliedText(moves: readonly ProposedMove[]): string {
  const [first] = moves;
  const others = moves.length > 1 ? ` ほか${moves.length - 1}件` : '';
  return first ? `${first.from_room} → ${first.to.room_number} ${first.guest_name_1}${others} 部屋移動` : '';
}

/** Where a stay in two rooms goes on, as `11/23(月)に1005号室へ移動`. */
export function changeOfRoomText({ room_number, stay_start }: ProposedRoom): string {
  return `${dayText(stay_start)}に${room_number}号室へ移動`;
}

/** Where a stay in two rooms came from, as `11/23(月)に1003号室から移動`. */
export function cameFromText({ room_number, stay_end }: ProposedRoom): string {
  return `${dayText(stay_end)}に${room_number}号室から移動`;
}
