import { EXPORT_COLUMNS } from './export-columns.js';
import { headerWord } from './header-words.js';
import type { ColumnMapping, MoveInField } from './move-in-fields.js';

/**
 * A file of a known system: what its columns are, by their headers. The file is one of this system's when it has all of
 * these; other columns of it are left out.
 */
type Layout = {
  system: string;
  columns: Readonly<Record<string, MoveInField>>;
  /** Columns that a file of the system may lack. */
  also?: Readonly<Record<string, MoveInField>>;
};

/** The name of this product's own export as a system. */
export const OWN_SYSTEM = 'このシステムの書き出し';

/** This product's own export: its columns have the fields' own names. */
const OWN: Layout = {
  system: OWN_SYSTEM,
  columns: Object.fromEntries(EXPORT_COLUMNS.map(({ field, header }) => [header, field])),
};

/** The columns of its reservation file that the automatic registration reads as well. */
const TEMAIRAZU: Layout = {
  system: '手間いらず',
  columns: {
    予約サイト名: 'bookingSource',
    予約番号: 'bookingNumber',
    予約区分: 'status',
    チェックイン日: 'stayStart',
    チェックアウト日: 'stayEnd',
    チェックイン時刻: 'checkinTime',
    宿泊者氏名: 'guestName1',
    会員氏名: 'reserverName',
    部屋名称: 'roomNumber',
    男性人数: 'mensCount',
    女性人数: 'womensCount',
    合計料金: 'totalFee',
    ポイント: 'usedPoints',
    電話番号: 'tel',
    支払方法: 'paymentType',
    備考: 'notes',
  },
};

/** https://suitebook.helpsite.com/articles/21611-91 (予約データのエクスポート, the list of its columns). */
const SUITE_BOOK: Layout = {
  system: 'SUITE BOOK',
  columns: {
    チェックイン日: 'stayStart',
    チェックアウト日: 'stayEnd',
    予約コード: 'bookingNumber',
    ゲスト名: 'guestName1',
    物件名: 'roomNumber',
    予約サイト名: 'bookingSource',
    キャンセル: 'status',
    あなたの収益: 'totalFee',
  },
};

/** https://support.airhost.co/ja/articles/9479286 names some of its columns, programs that read such files the others. */
const AIRHOST: Layout = {
  system: 'AirHost',
  columns: {
    AirHost予約ID: 'sourceNumber',
    チャンネル予約ID: 'bookingNumber',
    予約サイト: 'bookingSource',
    状態: 'status',
    チェックイン: 'stayStart',
    チェックアウト: 'stayEnd',
    部屋番号: 'roomNumber',
    ゲスト名: 'guestName1',
    ゲスト数: 'guests',
    電話番号: 'tel',
    メールアドレス: 'email',
    販売: 'totalFee',
    コメント: 'notes',
  },
};

/** Its list of bookings, a line a night; by programs that read such files. */
const NEPPAN: Layout = {
  system: 'ねっぱん!',
  columns: {
    予約サイト名称: 'bookingSource',
    予約番号: 'bookingNumber',
    予約区分: 'status',
    チェックイン日: 'stayStart',
    チェックイン時刻: 'checkinTime',
    泊数: 'nights',
    部屋タイプ名称: 'roomNumber',
    予約者氏名: 'reserverName',
    宿泊者氏名: 'guestName1',
    大人人数計: 'guests',
    料金合計額: 'totalFee',
    決済方法: 'paymentType',
    ポイント割引額: 'usedPoints',
    電話番号: 'tel',
    備考1: 'notes',
  },
  also: { 室数: 'roomCount', 子供人数計: 'children', 備考2: 'notes', メモ: 'notes' },
};

const LAYOUTS: readonly Layout[] = [OWN, TEMAIRAZU, SUITE_BOOK, AIRHOST, NEPPAN];

/** The known system whose file this is by its header, and what its columns are; null for any other. */
export function layoutOf(header: readonly string[]): { system: string; mapping: ColumnMapping } | null {
  const words = header.map(headerWord);
  for (const { system, columns, also = {} } of LAYOUTS) {
    if (!Object.keys(columns).every((name) => words.includes(headerWord(name)))) continue;
    const all = Object.entries({ ...columns, ...also });
    const known = new Map(all.map(([name, field]) => [headerWord(name), field]));
    // Of two columns with one name the first counts.
    const mapping = words.map((word, column) =>
      words.indexOf(word) === column ? (known.get(word) ?? null) : null,
    );
    return { system, mapping };
  }
  return null;
}
