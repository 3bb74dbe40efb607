import { readAmount, readCount, sourceOfSite } from '../imports/channel-cells.js';
import { BOOKING_SOURCES, type BookingSource, PURPOSES, type Purpose } from '../reservation/sources.js';
import type { RoomDirectory } from '../room/room-directory.js';
import { roomKey } from '../room/room-number.js';
import { halfWidth } from '../typed-text.js';
import { withFigures } from './kanji-numbers.js';

/** A cell as it is compared with words: half-width, without spaces, capitals. */
export function wordOf(cell: string): string {
  return halfWidth(cell).replace(/\s/g, '').toUpperCase();
}

const NAME_ENDING = /(?:\s*(?:様|さま|サマ)|\s+(?:殿|氏))(?:\s*(?:他|ほか)?\s*\d*\s*(?:名|人)?(?:様)?)?$/;

/** A guest's name without 様 and the like behind it. */
export function readGuestName(cell: string): string {
  return cell.replace(NAME_ENDING, '');
}

/** A number of people such as `2`, `2名`, `二名`, `計2名` or `大人2名様`; null when unreadable. */
export function readPeople(cell: string): number | null {
  const text = withFigures(wordOf(cell))
    .replace(/^(?:合?計|総数|大人|男性?|女性?)/, '')
    .replace(/(?:名|人)?様?$/, '');
  return readCount(text);
}

/** Text around an amount that doesn't change it: tax notes, the currency, 円也 and the dash behind it. */
const AROUND_YEN =
  /[([（][^)\]）]*(?:税|サ|込|円)[^)\]）]*[)\]）]|JPY|YEN|税(?:サ)?込み?|税[抜別]き?|合計|総額|也|^金(?=[\d¥])/gi;

/** Amounts in units of ten thousand and a thousand. */
const IN_UNITS = /^(?:(\d{1,4}(?:\.\d{1,4})?)万)?(?:(\d)千)?(\d{0,4})円?$/;

function withoutUnits(text: string): string {
  const [whole, myriads = '0', thousands = '0', rest] = /[万千]/.test(text)
    ? (IN_UNITS.exec(text) ?? [])
    : [];
  if (whole === undefined) return text;
  return String(Math.round(Number(myriads) * 10_000) + Number(thousands) * 1_000 + Number(rest || 0));
}

/** Whole yen such as `¥12,000`, `12000.00`, `JPY 12000`, `12,000円(税込)` or `金壱万弐千円也`; null when unreadable. */
export function readYen(cell: string): number | null {
  const text = withFigures(halfWidth(cell))
    .replace(AROUND_YEN, '')
    .trim()
    .replace(/\.0{1,2}(?=円?$)/, '')
    .replace(/\.?-$/, '');
  if (/^無料$/.test(text)) return 0;
  return readAmount(text.trim() === '' && halfWidth(cell) !== '' ? 'x' : withoutUnits(text));
}

/** Points such as `500` or `500pt`; null when unreadable. */
export function readPoints(cell: string): number | null {
  return readYen(halfWidth(cell).replace(/(?:ポイント|PT|P)$/i, ''));
}

const YES =
  /^(?:1|TRUE|YES|Y|はい|有|有り|あり|○|〇|◯|●|✓|✔|レ|済|済み|.*(?:精算|支払|入金|決済|清算)(?:い)?済(?:み)?|PAID|ク有|ポ有|利用|使用|同じ)$/;
const NO =
  /^(?:|0|FALSE|NO|N|いいえ|無|無し|なし|×|✕|-|未|未.*|.*未(?:精算|払い?|入金|収|決済|清算)|UNPAID|ク無|ポ無)$/;

/** A yes or no such as 済, ○, 未 or 0; null when it is neither. */
export function readYesNo(cell: string): 0 | 1 | null {
  const word = wordOf(cell);
  if (NO.test(word)) return 0;
  return YES.test(word) ? 1 : null;
}

/** A man, a woman, or null for neither. */
export function readGender(cell: string): 'male' | 'female' | null {
  const word = wordOf(cell);
  if (/^(?:男性?|男子|M|MALE|オトコ)$/.test(word)) return 'male';
  return /^(?:女性?|女子|F|FEMALE|オンナ)$/.test(word) ? 'female' : null;
}

/** State of a booking in another system; null for a word that is not known. */
export type BookingStanding = 'booked' | 'cancelled' | 'no-show' | 'in-house' | 'departed';

const STANDINGS: readonly (readonly [BookingStanding, RegExp])[] = [
  ['no-show', /ノーショー?|NO-?SHOW|不泊|^N\/S$|^NS$/],
  ['cancelled', /取り?消|キャンセル|CANCEL|^CXL$|破棄|無効|削除/],
  [
    'departed',
    /チェックアウト済|^チェックアウト$|C\/?O済|出発済|退室済|退館|宿泊済|^OUT済?$|^C\/O$|CHECKEDOUT|^完了$|来店済/,
  ],
  [
    'in-house',
    /チェックイン済|^チェックイン$|C\/?I済|到着済|入室済|滞在|在室|宿泊中|^IN済?$|^C\/I$|CHECKEDIN/,
  ],
  [
    'booked',
    /^$|予約|確定|確認済|未チェックイン|未到着|CONFIRMED|^OK$|^NEW$|^新規$|変更|^有効$|^済$|成立|受付/,
  ],
];

/** Words that name a cancellation that there is none of: its fee, its terms, a place in the queue for one. */
const NO_CANCELLATION = /(?:キャンセル|取り?消し?)(?:料|待ち|不可|可|なし|無し?|規定|ポリシー|前|期限)/g;

/** Returns what a cell says became of a booking. */
export function readStanding(cell: string): BookingStanding | null {
  const word = wordOf(cell).replace(NO_CANCELLATION, '?');
  return STANDINGS.find(([, pattern]) => pattern.test(word))?.[0] ?? null;
}

const SOURCE_WORDS: readonly (readonly [BookingSource, RegExp])[] = [
  ['電話', /電話|^TEL$|PHONE|FAX/],
  ['訪問', /訪問|来館|来店|来訪|窓口|ウォークイン|WALK-?IN/],
  ['企業(法人)', /法人|企業|会社/],
  ['自社', /自社|公式|直販|直予約|ホームページ|^HP$|DIRECT|オフィシャル/],
  ['宿泊時', /宿泊時|滞在中|連泊/],
];

/** Returns where a booking came from, and whether the cell says it in a word that is known here. */
export function readSource(cell: string): { source: BookingSource; isKnown: boolean } {
  const word = wordOf(cell);
  const same = BOOKING_SOURCES.find((source) => wordOf(source) === word);
  const site = same ?? sourceOfSite(cell);
  const source =
    site === 'その他' ? (SOURCE_WORDS.find(([, pattern]) => pattern.test(word))?.[0] ?? site) : site;
  return { source, isKnown: source !== 'その他' || word === 'その他' };
}

const PURPOSE_WORDS: readonly (readonly [Purpose, RegExp])[] = [
  ['出張', /出張|ビジネス|仕事|業務|BUSINESS/],
  ['観光', /観光|レジャー|旅行|LEISURE/],
  ['帰省', /帰省/],
  ['受験', /受験|試験/],
  ['冠婚葬祭', /冠婚葬祭|結婚|婚礼|葬|法事/],
  ['イベント', /イベント|コンサート|ライブ|大会/],
];

/** The purpose of a stay; その他 for a word that is not known, and the blank one for an empty cell. */
export function readPurpose(cell: string): Purpose {
  const word = wordOf(cell);
  const same = PURPOSES.find((purpose) => purpose === word);
  return same ?? PURPOSE_WORDS.find(([, pattern]) => pattern.test(word))?.[0] ?? 'その他';
}

/** A room's number as others may write it: leading zeros only count in texts, and 桜の間 is the room 桜. */
const plainRoom = (text: string): string =>
  roomKey(text)
    .replace(/^(?:no\.?|#)(?=.)/, '')
    .replace(/(?<=\d)(?:号室|号|室)$/, '')
    .replace(/(?<=.)の?(?:間|部屋)$/, '')
    .replace(/^0+(?=\d+$)/, '');

/** The rooms of a hotel by their numbers as other systems may write them. */
export type RoomNumbers = { find(cell: string): string | null };

const numbersOfHotels = new WeakMap<RoomDirectory, RoomNumbers>();

/** Finds rooms by numbers such as `0201`, `201号室`, `２０１` or `桜の間`; a number that two rooms could be is none. */
export function roomNumbersOf(rooms: RoomDirectory): RoomNumbers {
  const known = numbersOfHotels.get(rooms) ?? indexRooms(rooms);
  numbersOfHotels.set(rooms, known);
  return known;
}

function indexRooms({ byNumber }: RoomDirectory): RoomNumbers {
  const exact = new Map([...byNumber.keys()].map((number) => [roomKey(number), number]));
  const plain = new Map<string, string | null>();
  for (const number of byNumber.keys()) {
    const key = plainRoom(number);
    plain.set(key, plain.has(key) ? null : number);
  }
  const found = (text: string) => exact.get(roomKey(text)) ?? plain.get(plainRoom(text));
  return {
    find(cell) {
      const text = halfWidth(cell);
      // 201 ツイン: the number stands first.
      const first = /^(\S+?)[\s(]/.exec(text)?.[1] ?? '';
      return (byNumber.has(text) ? text : found(text)) ?? found(first) ?? null;
    },
  };
}
