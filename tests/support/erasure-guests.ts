import { addDays, type Day } from '@domain/dates.js';
import { type ChannelRow, channelRow } from './channel-file.js';

/** A guest nobody else has the name or the phone of, and a night in the past of their own. */
export type Guest = { name: string; kana: string; tel: string; notes: string; start: Day; end: Day };

const COLOURS = ['アカ', 'アオ', 'キイ', 'クロ', 'シロ', 'モモ', 'チャ', 'ハイ'];

/** Days from the first guest's night to today, less two: those of the thirtieth guest are in the past as well. */
const DAYS_BEFORE = 62;
const MOST_GUESTS = 30;

/** The guest of a number from 1 to 30; rooms that an import was given on a night are not offered to another guest's. */
export function theGuest(number: number, today: Day): Guest {
  if (number > MOST_GUESTS) throw new Error('the nights of more guests are not in the past');
  const start = addDays(today, 2 * number - DAYS_BEFORE);
  return {
    name: `秘密原${number}衛門`,
    kana: `ヒミツ${COLOURS[number % COLOURS.length]}ノ${number}セイ`,
    tel: `070-77${10 + number}-${4410 + number}`,
    notes: `蕎麦粉で湿疹${number}`,
    start,
    end: addDays(start, 1),
  };
}

/** Everything that tells who a guest is. */
export function personalWords({ name, kana, tel, notes }: Guest): string[] {
  return [name, kana, tel, tel.replaceAll('-', ''), notes];
}

/** The fields of a save for a guest's night. */
export function savedAs({ name, kana, tel, notes, start, end }: Guest) {
  return {
    stay_start: start,
    stay_end: end,
    reserver_name: name,
    reserver_name_kana: kana,
    guest_name_1: name,
    guest_name1_kana: kana,
    tel,
    notes,
  };
}

/** The channel manager's row for a guest's night. */
export function rowOf(guest: Guest, number: string, cells: Partial<ChannelRow> = {}): ChannelRow {
  return channelRow({
    予約番号: number,
    予約日時: `${addDays(guest.start, -30)} 10:00:00`,
    チェックイン日: guest.start,
    チェックアウト日: guest.end,
    宿泊者氏名: guest.name,
    宿泊者氏名カナ: guest.kana,
    会員氏名: guest.name,
    会員氏名カナ: guest.kana,
    電話番号: guest.tel,
    備考: guest.notes,
    ...cells,
  });
}
