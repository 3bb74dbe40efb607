import { daysBetween, type Stay, weekdayOf } from '@domain/dates.js';
import type { Purpose } from '@domain/reservation/sources.js';
import { TWIN } from '@domain/room/room-month.js';
import type { Random } from './prng.js';
import type { SampleRoom } from './rooms.js';

const RATES: Readonly<Record<string, number>> = {
  シングル: 7200,
  セミダブル: 7900,
  ダブル: 9200,
  ツイン: 14_500,
};
const WEEKEND_EXTRA = 1500;
const WITH_NOTES = 0.28;

const NOTES = [
  '到着遅れ 23時頃',
  '領収書は会社宛、但し書き有り',
  '駐車場利用(1台)',
  '高層階希望',
  '朝食付',
  '荷物先送りあり',
  '連泊中の清掃不要',
  'エレベーターから離れた部屋を希望',
  '加湿器の貸出希望',
  'アーリーチェックイン希望 13:00',
  'レイトチェックアウト希望',
  '前回もご利用。枕を①低めに変更',
  '車椅子でご来館',
  '宅配便お預かり中\nチェックイン時にお渡し',
  '領収書2枚に分割\n①宿泊代 ②朝食代',
] as const;

/** A remark, or none as on most bookings. */
export function someNotes(random: Random): string {
  return random.chance(WITH_NOTES) ? random.pick(NOTES) : '';
}

/** The fee of a stay in whole yen: each night by room type, dearer on Fridays and Saturdays. */
export function feeOf(room: SampleRoom, { start, end }: Stay, random: Random): number {
  const rate = (RATES[room.roomType] ?? 0) + random.whole(-6, 14) * 100;
  const nights = daysBetween(start, end);
  const weekdays = Array.from({ length: nights }, (_, index) => (weekdayOf(start) + index) % 7);
  return nights * rate + weekdays.filter((weekday) => weekday >= 5).length * WEEKEND_EXTRA;
}

/** Why the guests come. */
export function purposeOf(room: SampleRoom, stay: Stay, corporate: boolean, random: Random): Purpose {
  if (corporate) return '出張';
  const work = room.roomType === TWIN ? 8 : weekdayOf(stay.start) >= 5 ? 25 : 70;
  const exams = ['01', '02', '03'].includes(stay.start.slice(5, 7)) ? 12 : 0;
  return random.weighted<Purpose>([
    ['出張', work],
    ['観光', 100 - work],
    ['帰省', 8],
    ['イベント', 9],
    ['冠婚葬祭', 5],
    ['受験', exams],
    ['その他', 4],
    ['', 3],
  ]);
}
