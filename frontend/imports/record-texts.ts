import { dayInYearText } from '@domain/calendar/stay-text.js';
import { type Day, daysBetween } from '@domain/dates.js';
import type { CsvRecord, Duplicate } from '@wire/csv-record.js';
import { bookingAddress, recordAddress } from '../shared/screens.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Returns how long something waits, in its largest unit: `12分`, `3時間`, `2日`. */
export function waitingText(since: string, now: number): string {
  const waited = now - Date.parse(since);
  if (waited < MINUTE) return '1分未満';
  if (waited < HOUR) return `${Math.floor(waited / MINUTE)}分`;
  return waited < DAY ? `${Math.floor(waited / HOUR)}時間` : `${Math.floor(waited / DAY)}日`;
}

/** The check-in as `11/21(土)`, with the year where it is not this one, and the nights as `2泊`; what cannot be read says so. */
export function stayTexts(
  { stay_start, stay_end }: Pick<CsvRecord, 'stay_start' | 'stay_end'>,
  today: Day | null,
): { start: string; nights: string } {
  const nights = stay_start && stay_end ? daysBetween(stay_start, stay_end) : null;
  return {
    start: stay_start ? dayInYearText(stay_start, today) : '日付なし',
    nights: nights !== null && nights > 0 ? `${nights}泊` : '泊数不明',
  };
}

type Named = Pick<CsvRecord, 'id' | 'guest_name_1' | 'booking_number'>;

/** The party as `男1 女2`. */
export function partyText({
  mens_count,
  womens_count,
}: Pick<CsvRecord, 'mens_count' | 'womens_count'>): string {
  const parts = [mens_count > 0 && `男${mens_count}`, womens_count > 0 && `女${womens_count}`];
  return parts.filter(Boolean).join(' ') || '人数なし';
}

/** Returns the name of a record: `山田太郎 R123`, `#12` when neither is known. */
export function recordName({ id, guest_name_1, booking_number }: Named): string {
  return [guest_name_1, booking_number].filter(Boolean).join(' ') || `#${id}`;
}

/** Returns the channel manager's name of the room: `NS 禁煙シングル`. */
export function roomTypeText({
  room_symbol,
  room_name,
}: Pick<CsvRecord, 'room_symbol' | 'room_name'>): string {
  return [room_symbol, room_name].filter(Boolean).join(' ') || '(なし)';
}

/** Another record of the same guest and days: `楽天トラベル R123`. */
export function duplicateText({ site, booking_number, booking_id }: Duplicate): string {
  return (
    [site, booking_number].filter(Boolean).join(' ') || (booking_id === null ? '' : `予約 #${booking_id}`)
  );
}

/** Returns the address of a duplicate: its booking, else its record. */
export function duplicateAddress({ booking_id, csv_reservation_id }: Duplicate): string {
  return booking_id !== null ? bookingAddress(booking_id) : recordAddress(csv_reservation_id ?? 0);
}
