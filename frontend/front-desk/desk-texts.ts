import { type DeskList, isLateArrival, isOverdue } from '@domain/calendar/front-desk.js';
import { dayText, nightText } from '@domain/calendar/stay-text.js';
import { type Day, daysBetween } from '@domain/dates.js';
import type { DeskBooking } from './desk.js';

/** The lists as their tabs and printouts say. */
export const LIST_NAMES: Record<DeskList, string> = {
  arrivals: '到着',
  inHouse: '在館',
  departures: '出発',
  unpaid: '未払い',
  nextDayOut: '翌OUT',
  invoices: '請求書払い',
  noShows: 'ノーショー',
};

/** All tabs of the screen: the lists, and the moves to other rooms. */
export const TAB_NAMES = { ...LIST_NAMES, roomChanges: '部屋移動', registers: '名簿' };

/** Returns the state of a booking: `到着前`, `在館`, `出発済`, `出発済 3日前`. */
function stateText({ checkinDate, checkoutDate, stayEnd, isNoShow }: DeskBooking, today: Day): string {
  if (isNoShow) return 'ノーショー';
  if (checkoutDate !== null) {
    return checkoutDate < today ? `出発済 ${daysBetween(checkoutDate, today)}日前` : '出発済';
  }
  if (checkinDate !== null) return '在館';
  return stayEnd < today ? '未到着' : '到着前';
}

/** A day as `今日`, or by its date. */
function nearDayText(date: Day, today: Day): string {
  return date === today ? '今日' : dayText(date);
}

/** Returns the heading of a list's first column. */
export function expectationName(list: DeskList): string {
  return list === 'arrivals' || list === 'noShows' ? '到着予定' : '出発予定';
}

/** Returns what is expected of a booking next, with a remark; `urgent` when that is over; `now` is in minutes since today began. */
export function expectation(
  list: DeskList,
  booking: DeskBooking,
  today: Day,
  now: number,
): { first: string; second: string; urgent: boolean } {
  const { stayStart, stayEnd, checkinTime, checkinDate, checkoutDate } = booking;
  const state = stateText(booking, today);
  if (list === 'noShows') return { first: nearDayText(stayStart, today), second: state, urgent: false };
  if (list === 'arrivals') {
    const late = isLateArrival(booking, today, now);
    const days = daysBetween(stayStart, today);
    const due = days === 1 ? '昨日' : `${days}日前`;
    const awaited = late ? `${due}到着予定・未到着` : days > 0 ? `${due}到着予定` : state;
    return { first: checkinTime, second: checkinDate === null ? awaited : '到着済', urgent: late };
  }
  const overdue = isOverdue(booking, today);
  const second = overdue ? `超過 ${daysBetween(stayEnd, today)}日` : state;
  return {
    first: nearDayText(list === 'unpaid' || list === 'invoices' ? (checkoutDate ?? stayEnd) : stayEnd, today),
    second,
    urgent: overdue,
  };
}

/** Returns the night of the stay that tonight is: `2/3泊目`; on the last day only how many there were. */
export function nightsText({ stayStart, stayEnd }: DeskBooking, today: Day): string {
  const nights = daysBetween(stayStart, stayEnd);
  const night = daysBetween(stayStart, today) + 1;
  return night >= 1 && night <= nights ? nightText(night, nights) : `${nights}泊`;
}

/** The guests' names, the second after a stroke. */
export function guestsText({ record }: DeskBooking): string {
  return [record.guest_name_1, record.guest_name_2].filter(Boolean).join(' / ');
}

/** Short marks of what is special about a booking. */
export function marksOf({ nextdayOutFlag, record }: DeskBooking): string[] {
  const marks = [
    record.no_show === 1 && 'ノーショー',
    nextdayOutFlag === 1 && '翌OUT',
    record.base_booking_id > 0 && '継続',
    record.room_move_lock === 1 && '移動不可',
    record.coupon === 1 && 'クーポン',
    record.blacklist_id > 0 && '要注意',
  ];
  return marks.filter((mark) => mark !== false);
}
