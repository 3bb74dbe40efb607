import { stayText } from '@domain/calendar/stay-text.js';
import type { WaitingContent, WaitingRecord } from '@wire/waiting-list.js';

/** Returns the party and its wishes, as `男性1名 女性1名 禁煙`. */
export function partyText({ mens_count, womens_count, smoking_status }: WaitingContent): string {
  const men = mens_count > 0 ? `男性${mens_count}名` : '';
  const women = womens_count > 0 ? `女性${womens_count}名` : '';
  return [men, women, smoking_status].filter(Boolean).join(' ');
}

/** Returns guest and nights of an entry, as `佐藤 花様 11/21(土)～11/23(月) 2泊`. */
export function waitingText({ guest_name, stay_start, stay_end }: WaitingContent): string {
  return `${guest_name}様 ${stayText({ start: stay_start, end: stay_end })}`;
}

/** Returns the rooms that are free for an entry, as `空きあり 701・702`. */
export function fitText({ rooms, fewest_moves }: WaitingRecord): string {
  if (rooms.length > 0) return `空きあり ${rooms.map(({ room_number }) => room_number).join('・')}`;
  return fewest_moves === null ? '空きなし' : `部屋移動${fewest_moves}件で空きます`;
}
