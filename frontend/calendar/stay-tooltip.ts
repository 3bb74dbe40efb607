import type { StayCell } from '@domain/calendar/stay-cells.js';
import { dayText, nightText, stayText, yenText } from '@domain/calendar/stay-text.js';
import type { Day } from '@domain/dates.js';
import type { ShownBooking } from '../shared/calendar-data/shown-booking.js';
import { gendersText } from './preview-fields.js';

/** Everything a clerk wants to know of a booked night without opening it, a fact a line. */
export function stayTooltip({ record, roomNumber }: ShownBooking, cell: StayCell, date: Day): string {
  const guests = [record.guest_name_1, record.guest_name_2].filter(Boolean).join('、');
  const lines = [
    `${roomNumber}　${guests}（${gendersText(record)}）`,
    record.reserver_name !== record.guest_name_1 && `予約者 ${record.reserver_name}`,
    stayText({ start: record.stay_start, end: record.stay_end }),
    `${dayText(date)} ${nightText(cell.night, cell.nights)}　チェックイン ${record.checkin_time}`,
    `${record.booking_source}　${record.purpose}`,
    `${yenText(record.total_fee)}　支払 ${record.payment_status}`,
    record.coupon === 1 && 'クーポン有',
    record.used_points > 0 && `利用ポイント ${record.used_points.toLocaleString('en-US')}pt`,
    record.nextday_out_flag === 1 && '翌OUT',
    record.base_booking_id > 0 && '前日と同一予約',
    record.room_move_lock === 1 && '部屋移動不可',
    record.checkin_date && `チェックイン済 ${dayText(record.checkin_date)}`,
    record.checkout_date && `チェックアウト済 ${dayText(record.checkout_date)}`,
    record.notes && `備考 ${record.notes}`,
  ];
  return lines.filter(Boolean).join('\n');
}
