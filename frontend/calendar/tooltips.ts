import { nightAt, type StayCell } from '@domain/calendar/stay-cells.js';
import { countText, dayText, nightText, stayText, yenText } from '@domain/calendar/stay-text.js';
import { type Day, daysBetween } from '@domain/dates.js';
import { closureText, closureWord, type RoomClosure } from '@domain/room/room-closure.js';
import type { NoteRecord } from '@wire/handover.js';
import { closuresOfRoomAtom, rowStaysAtom } from '../shared/calendar-data/calendar.js';
import type { ShownBooking } from '../shared/calendar-data/calendar-snapshot.js';
import { clockText } from '../shared/clock-text.js';
import { hotelAtom } from '../shared/hotel.js';
import { store } from '../shared/store.js';
import { recordStayText, rowMarksAtom, sinceText } from './past/differences.js';
import { gendersText } from './preview-fields.js';

const MOST_NOTES = 5;
const LONGEST_LINE = 60;

/** The notes of a day for its tooltip, a line each; long ones and many are cut short. */
export function notesHint(notes: readonly NoteRecord[]): string {
  const lines = notes.slice(0, MOST_NOTES).map(({ text }) => {
    const line = text.replaceAll('\n', ' ');
    return `・${line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line}`;
  });
  const more = notes.length > MOST_NOTES ? [`ほか${notes.length - MOST_NOTES}件`] : [];
  return ['申し送り', ...lines, ...more].join('\n');
}

/** Everything a clerk wants to know of a booked night without opening it, a fact a line. */
function stayTooltip({ record, roomNumber }: ShownBooking, cell: StayCell, date: Day): string {
  const guests = [record.guest_name_1, record.guest_name_2].filter(Boolean).join('、');
  const lines = [
    `${roomNumber}　${guests}（${gendersText(record)}）`,
    record.reserver_name !== record.guest_name_1 && `予約者 ${record.reserver_name}`,
    stayText({ start: record.stay_start, end: record.stay_end }),
    `${dayText(date)} ${nightText(cell.night, cell.nights)}　チェックイン ${record.checkin_time}`,
    `${record.booking_source}　${record.purpose}`,
    `${yenText(record.total_fee)}　支払 ${record.payment_status}`,
    record.coupon === 1 && 'クーポン有',
    record.used_points > 0 && `利用ポイント ${countText(record.used_points)}pt`,
    record.nextday_out_flag === 1 && '翌OUT',
    record.base_booking_id > 0 && '前日と同一予約',
    record.room_move_lock === 1 && '部屋移動不可',
    record.no_show === 1 && 'ノーショー',
    record.checkin_date && `チェックイン済 ${dayText(record.checkin_date)}`,
    record.checkout_date && `チェックアウト済 ${dayText(record.checkout_date)}`,
    record.notes && `備考 ${record.notes}`,
  ];
  return lines.filter(Boolean).join('\n');
}

function closureTooltip(closure: RoomClosure): string {
  const { tentative } = closure;
  const zone = store.get(hotelAtom)?.timezone;
  const lines = [
    closureWord(closure),
    closureText(closure),
    tentative?.tel,
    tentative?.remark,
    tentative && zone && `期限 ${clockText(tentative.until, zone)}`,
  ];
  return lines.filter(Boolean).join('\n');
}

/** Returns the tooltip of a room's night, undefined for none; `first` is the first day shown. */
export function cellTooltip(roomNumber: string, date: Day, first: Day): string | undefined {
  const night = nightAt(store.get(rowStaysAtom(roomNumber)), daysBetween(first, date));
  const { stays, added } = store.get(rowMarksAtom(roomNumber));
  const mark = night && stays.get(night.cell.bookingId);
  const later = added.get(date)?.after;
  const closure = store
    .get(closuresOfRoomAtom(roomNumber))
    .find(({ start, end }) => start <= date && date < end);
  const lines = [
    closure && closureTooltip(closure),
    mark && sinceText(mark.kind, mark.text),
    night && stayTooltip(night.stay, night.cell, date),
    later && `${sinceText('added', '')}\n${later.guest_name_1}　${recordStayText(later)}`,
  ];
  return lines.filter(Boolean).join('\n') || undefined;
}
