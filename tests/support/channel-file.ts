import { addDays, day, daysBetween, parseDay } from '@domain/dates.js';
import { type ChannelReservation, readRow } from '@domain/imports/channel-reservation.js';
import { type ChannelFileRow, readChannelFile, rowDigest } from '#backend/imports/channel-file.js';
import { encodeCp932 } from './cp932.js';

/** A row that can be registered as it stands, with all columns in the order in which they are exported. */
const GOOD_ROW = {
  ...{ 予約サイト名: '楽天トラベル', 予約番号: 'RY00000001', 予約区分: '予約' },
  ...{ 予約日時: '2026-11-01 10:00:00', 変更日時: '', キャンセル日時: '' },
  ...{ チェックイン日: '2026-12-15', チェックアウト日: '2026-12-16', チェックイン時刻: '18:00', 泊数: '1' },
  ...{
    部屋数: '1',
    部屋名称: '禁煙シングル',
    部屋マスタ: '禁煙S',
    部屋記号: 'NS',
    プラン名称: 'シンプルステイ',
  },
  ...{ 宿泊者氏名: '髙橋 太郎', 宿泊者氏名カナ: 'タカハシ タロウ' },
  ...{ 会員氏名: '髙橋 太郎', 会員氏名カナ: 'タカハシ タロウ', 会員会社名: '', 電話番号: '090-0000-0001' },
  ...{ 大人人数: '1', 子供人数: '0', 男性人数: '1', 女性人数: '0' },
  ...{
    合計料金: '8000',
    ポイント: '0',
    請求料金: '',
    支払方法: '現地決済',
    連泊情報: '',
    食事条件: '食事なし',
  },
  ...{ 備考: '', メモ: '', 施設名: 'サンプルホテル' },
};
export type ChannelColumn = keyof typeof GOOD_ROW;
export type ChannelRow = Record<ChannelColumn, string>;
export const CHANNEL_COLUMNS = Object.keys(GOOD_ROW) as readonly ChannelColumn[];

/** Cells that follow from the others of a row, where they can be read. */
function derived({ チェックイン日, チェックアウト日, 男性人数, 女性人数 }: ChannelRow): Partial<ChannelRow> {
  const [start, end] = [parseDay(チェックイン日), parseDay(チェックアウト日)];
  const people = Number(男性人数) + Number(女性人数);
  return {
    ...(start && end && { 泊数: String(daysBetween(start, end)) }),
    ...(people > 0 && { 大人人数: String(people) }),
  };
}

/** A row that can be registered as it stands (one man, one night, NS), with some of its cells replaced. */
export function channelRow(cells: Partial<ChannelRow> = {}): ChannelRow {
  const row = { ...GOOD_ROW, ...cells };
  return { ...row, ...derived(row), ...cells };
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) || cell.startsWith(' ') ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** One line of a CSV file, without its end. */
export function csvLine(cells: readonly string[]): string {
  return cells.map(quoted).join(',');
}

type FileOptions = {
  encoding?: 'utf8' | 'utf8-bom' | 'cp932';
  lineEnd?: '\r\n' | '\n' | '\r';
  /** The header's columns in their order; another selection than the exported one for odd files. */
  columns?: readonly string[];
};

/** The text of a channel file: the header and the rows; a row given as text stands as it is. */
export function channelText(rows: readonly (ChannelRow | string)[], options: FileOptions = {}): string {
  const { lineEnd = '\r\n', columns = CHANNEL_COLUMNS } = options;
  const lineOf = (row: ChannelRow | string) =>
    typeof row === 'string' ? row : csvLine(columns.map((column) => row[column as ChannelColumn] ?? ''));
  return [csvLine(columns), ...rows.map(lineOf), ''].join(lineEnd);
}

/** The bytes of a text as the channel manager or a spreadsheet writes them. */
export function encoded(text: string, encoding: FileOptions['encoding'] = 'cp932'): Buffer {
  if (encoding === 'cp932') return encodeCp932(text);
  return Buffer.from(encoding === 'utf8-bom' ? `\uFEFF${text}` : text, 'utf8');
}

/** The bytes of a channel file, CP932 and CRLF unless said otherwise. */
export function channelFile(rows: readonly (ChannelRow | string)[], options: FileOptions = {}): Buffer {
  return encoded(channelText(rows, options), options.encoding);
}

/** Rows that can be registered, each of another guest, one night each: 20 a day for 40 days from one on. */
export function goodRows(count: number, prefix = 'B', from = '2096-01-05'): ChannelRow[] {
  return Array.from({ length: count }, (_, index) => {
    const night = addDays(day(from), Math.floor(index / 20) % 40);
    return channelRow({
      予約番号: `${prefix}${String(index).padStart(5, '0')}`,
      予約日時: `2095-11-01 10:${String(Math.floor(index / 60) % 60).padStart(2, '0')}:${String(index % 60).padStart(2, '0')}`,
      チェックイン日: night,
      チェックアウト日: addDays(night, 1),
      電話番号: `090-1${prefix.length}00-${String(index).padStart(4, '0')}`,
    });
  });
}

/** A file of rows that can be registered. */
export const goodFile = (...rows: Parameters<typeof goodRows>): Buffer => channelFile(goodRows(...rows));

/** Reads a row that can be registered as it stands, with some of its cells replaced. */
export function channelReservation(cells: Partial<ChannelRow> = {}): ChannelReservation {
  const row = new Map(Object.entries(channelRow(cells)));
  return readRow(row, { digest: rowDigest(row, ''), timezone: 'Asia/Tokyo' });
}

/** Every row of a channel file of a hotel in Tokyo. */
export async function channelFileRows(path: string): Promise<ChannelFileRow[]> {
  const rows: ChannelFileRow[] = [];
  for await (const row of readChannelFile(path, { timezone: 'Asia/Tokyo' })) rows.push(row);
  return rows;
}
