import { readPartyText } from '../cells/party.js';
import { wordOf } from '../cells/values.js';
import { headerWord } from './header-words.js';
import { type ColumnMapping, columnLetter } from './move-in-fields.js';

/** The content that a column seems to have and that must not be lost: money, the party, or remarks. */
export const COLUMN_LOOKS = ['money', 'party', 'remarks'] as const;
export type ColumnLook = (typeof COLUMN_LOOKS)[number];

/** The words of the looks, as staff read them. */
export const LOOK_TEXTS: Readonly<Record<ColumnLook, string>> = {
  money: '金額',
  party: '人数',
  remarks: '備考',
};

const HEADERS: readonly (readonly [ColumnLook, RegExp, RegExp | null])[] = [
  [
    'money',
    /料$|料金|金額|金$|代$|代金|額$|税|[¥円]|売上|単価|収益|費$|PRICE|AMOUNT|FEE|CHARGE|RATE$|TOTAL/,
    /率$|税率|日$/,
  ],
  [
    'party',
    /内訳|人数|男|女|大人|子供|子ども|小人|幼児|人員|名数|PAX|ADULT|CHILD/,
    /氏名|名前|コード|ID$|電話|性別/,
  ],
  [
    'remarks',
    /備考|メモ|要望|コメント|特記|摘要|連絡事項|伝達|申し?送|注意|通信欄|リクエスト|NOTE|REMARK|COMMENT|MEMO|MESSAGE|REQUEST/,
    /コード|日時?$/,
  ],
];

const YEN = /[¥￥]|円(?:$|\()|^-?\d{1,3}(?:,\d{3})+$/;
const ROUND = /^[1-9]\d{1,5}00$/;
/** A text that somebody wrote: kana within it, and longer than a name. */
const WRITTEN = /[ぁ-ん]{2}/;
const SHORTEST_REMARK = 6;
const ONLY_KANA = /^[ぁ-んァ-ヶー・\s]+$/;

const isMoney = (value: string): boolean => YEN.test(wordOf(value)) || ROUND.test(wordOf(value));
const isParty = (value: string): boolean =>
  readPartyText(value) !== null || /^\d{1,2}(?:名|人)様?$/.test(wordOf(value));
const isRemark = (value: string): boolean =>
  value.length >= SHORTEST_REMARK && WRITTEN.test(value) && !ONLY_KANA.test(value);

const VALUES: readonly (readonly [ColumnLook, (value: string) => boolean])[] = [
  ['money', isMoney],
  ['party', isParty],
  ['remarks', isRemark],
];

/** Columns that this product adds to a file to be mended. */
export const MEND_HEADERS = ['元の行番号', '直すところ'] as const;

/** Most of the values look like it. */
const MOST = 0.5;

/** Tells what a column looks like by its header, else by its values; null for anything else, and for an empty column. */
export function columnLook(header: string, values: readonly string[]): ColumnLook | null {
  const given = values.filter((value) => value.trim() !== '');
  if (given.length === 0 || MEND_HEADERS.some((own) => own === header)) return null;
  const word = headerWord(header);
  const said = HEADERS.find(([, words, not]) => words.test(word) && not?.test(word) !== true);
  if (said) return said[0];
  return VALUES.find(([, test]) => given.filter(test).length >= given.length * MOST)?.[0] ?? null;
}

/** The columns, by their place, that look like something and are used for nothing, though nobody left them out on purpose. */
export function undecidedColumns(mapping: ColumnMapping, looks: readonly (ColumnLook | null)[]): number[] {
  return looks.flatMap((look, column) =>
    look !== null && (mapping[column] ?? null) === null ? [column] : [],
  );
}

/** Says of each undecided column that it must be decided, a sentence each. */
export function undecidedFaults(
  mapping: ColumnMapping,
  looks: readonly (ColumnLook | null)[],
  header: readonly string[],
): string[] {
  return undecidedColumns(mapping, looks).map((column) => {
    const look = looks[column] ?? 'remarks';
    return `${columnLetter(column)}列「${header[column] ?? ''}」は${LOOK_TEXTS[look]}のようです。どう使うか、使わないかを選んでください。`;
  });
}
