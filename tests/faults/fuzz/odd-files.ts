import { addDays, day } from '@domain/dates.js';
import fc from 'fast-check';
import {
  CHANNEL_COLUMNS,
  type ChannelRow,
  channelRow,
  csvLine,
  encoded,
} from '#tests/support/channel-file.js';
import { isInCp932 } from '#tests/support/cp932.js';
import { oddName, oddText } from './odd-values.js';

const FIRST_NIGHT = day('2096-01-05');

/** A row as the channel manager sends it; `run` keeps the reservations of one file apart from those of others. */
const channelRowOf = (run: string): fc.Arbitrary<ChannelRow> =>
  fc
    .record({
      reservation: fc.nat(5),
      kind: fc.constantFrom('予約', '予約', '予約変更', 'キャンセル'),
      minute: fc.integer({ min: 10, max: 59 }),
      night: fc.nat(380),
      nights: fc.integer({ min: 1, max: 3 }),
      name: fc.oneof(fc.constantFrom('髙橋 太郎', '山﨑 花子【精算不要】'), oddName),
      symbol: fc.constantFrom('NS', 'NS', 'NS', 'NS', 'XX'),
      rooms: fc.constantFrom('1', '1', '1', '2'),
      fee: fc.nat(90_000),
    })
    .map(({ reservation, kind, minute, night, nights, name, symbol, rooms, fee }) => {
      const at = `2095-11-01 10:${minute}:00`;
      const start = addDays(FIRST_NIGHT, night);
      return channelRow({
        ...{ 予約番号: `${run}-${reservation}`, 予約区分: kind, 予約日時: '2095-11-01 09:00:00' },
        変更日時: kind === '予約変更' ? at : '',
        キャンセル日時: kind === 'キャンセル' ? at : '',
        ...{ チェックイン日: start, チェックアウト日: addDays(start, nights), 泊数: String(nights) },
        ...{ 部屋記号: symbol, 部屋数: rooms, 男性人数: rooms, 大人人数: rooms },
        ...{ 宿泊者氏名: name, 会員氏名: name, 合計料金: String(fee) },
      });
    });

/** A line of a file; `number` is its booking number as long as nothing is wrong with it, `isRow` that it is a row of its own. */
type Line = { text: string; number: string | null; isRow: boolean };
/** A file that is being made. */
type Draft = {
  columns: readonly string[];
  lines: Line[];
  end: string;
  isWhole: boolean;
  bytes: (text: string) => Buffer;
};
/** A file, the booking numbers of the rows in it with which nothing is wrong, and how many rows it has at least: all have to be told of. */
export type OddFile = {
  bytes: Buffer;
  numbers: string[];
  rows: number;
  /** The same rows the other way round, when nothing is wrong with any. */
  reversed: Buffer | null;
};
type Harm = (draft: Draft) => void;

const nth = fc.nat(50);

/** As the channel manager writes it: what CP932 has no sign for is a question mark. */
const asCp932 = (text: string) => encoded(text.replace(/./gsu, (sign) => (isInCp932(sign) ? sign : '?')));

/** Does something to one line; what it told before need not be told any more, but it may stay a row. */
const atLine =
  (index: number, change: (text: string) => string, staysRow = false): Harm =>
  ({ lines }) => {
    const line = lines[index % lines.length];
    if (line) Object.assign(line, { text: change(line.text), number: null, isRow: staysRow && line.isRow });
  };

/** Does something to the cells of one line, mostly at one of them. */
const inCells = (change: (cells: string[], at: number) => string[]): fc.Arbitrary<Harm> =>
  fc
    .tuple(nth, nth)
    .map(([index, at]) => atLine(index, (line) => change(line.split(','), at % CELLS).join(',')));
const CELLS = 34;
const exchanged = (cells: string[], at: number, change: (cell: string) => string) =>
  cells.map((cell, place) => (place === at ? change(cell) : cell));

const cells: fc.Arbitrary<Harm> = fc.oneof(
  oddText.chain((text) => inCells((all, at) => exchanged(all, at, () => csvLine([text])))),
  inCells((all, at) => all.toSpliced(at, 1)),
  inCells((all, at) => all.toSpliced(at, 0, '1')),
  inCells((all, at) => all.slice(0, at)),
  inCells((all, at) => exchanged(all, at, (cell) => `"${cell}`)),
  nth.map((index) => atLine(index, (line) => `${line}"`)),
  nth.map((index) => atLine(index, (line) => line.replace(/,/, ',\0'))),
  fc
    .tuple(nth, fc.constantFrom(1_000, 70_000, 1_000_000))
    .map(([index, size]) => atLine(index, (line) => line.replace(/,/, `,${'表'.repeat(size)}`), true)),
);

const ODD_LINES = ['', ',,,', 'x', '"', '""', csvLine(CHANNEL_COLUMNS), ' ', '\u001a', '予約サイト名'];
const twice =
  (index: number): Harm =>
  ({ lines: all }) => {
    const line = all[index % all.length];
    if (line) all.push({ ...line });
  };
const between =
  (text: string): Harm =>
  ({ lines: all }) =>
    void all.splice(Math.floor(all.length / 2), 0, { text, number: null, isRow: false });
const lines: fc.Arbitrary<Harm> = fc.oneof(
  nth.map(twice),
  fc.constantFrom(...ODD_LINES).map(between),
  fc.constant<Harm>((draft) => draft.lines.reverse()),
  fc.constant<Harm>((draft) => Object.assign(draft, { lines: [] })),
);

const written =
  (as: Partial<Draft>): Harm =>
  (draft) =>
    Object.assign(draft, as);
/** Writes the file in a way that need not leave any row as it was. */
const spoilt =
  (change: (bytes: Draft['bytes']) => Draft['bytes']): Harm =>
  (draft) =>
    Object.assign(draft, { bytes: change(draft.bytes), isWhole: false });

const SPOILT: ((text: string) => Buffer)[] = [
  (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  (text) => Buffer.concat([encoded(text.slice(0, 700), 'utf8'), asCp932(text.slice(700))]),
  (text) => Buffer.concat([encoded(text, 'utf8'), Buffer.from([0xff, 0xfe, 0x00])]),
  () => Buffer.alloc(0),
  () => Buffer.from('\ufeff'),
  (text) => Buffer.from(text.replaceAll(',', '\t')),
  (text) => asCp932(text).subarray(0, -37),
];
const ENCODINGS: ((text: string) => Buffer)[] = [
  (text) => encoded(text, 'utf8'),
  (text) => encoded(text, 'utf8-bom'),
  asCp932,
];
const someBytes = fc.tuple(
  fc.double({ min: 0, max: 1, noNaN: true }),
  fc.uint8Array({ minLength: 1, maxLength: 6 }),
);

/** Bytes put into a file in the place of some of its own. */
const patched = ([at, put]: [number, Uint8Array]): Harm =>
  spoilt((bytes) => (text) => {
    const good = bytes(text);
    const rest = good.subarray(at * good.length + put.length / 2);
    return Buffer.concat([good.subarray(0, at * good.length), put, rest]);
  });
const noise = fc.uint8Array({ maxLength: 3_000 }).map((bytes) => spoilt(() => () => Buffer.from(bytes)));
const shuffled = fc.shuffledSubarray([...CHANNEL_COLUMNS], { minLength: 20 });

const forms: fc.Arbitrary<Harm> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('\n', '\r', '\n\n', '\r\r\n').map((end) => written({ end })) },
  { weight: 6, arbitrary: fc.constantFrom(...ENCODINGS).map((bytes) => written({ bytes })) },
  { weight: 1, arbitrary: fc.constantFrom(...SPOILT).map((bytes) => spoilt(() => bytes)) },
  { weight: 1, arbitrary: someBytes.map(patched) },
  { weight: 1, arbitrary: noise },
  { weight: 1, arbitrary: shuffled.map((columns) => written({ columns, isWhole: false })) },
);

const VERSION = ['予約番号', '予約区分', '変更日時', 'キャンセル日時'] as const;

function fileOf(rows: readonly ChannelRow[], harms: readonly Harm[]): OddFile {
  const draft: Draft = {
    columns: CHANNEL_COLUMNS,
    lines: rows.map((row) => {
      const text = csvLine(CHANNEL_COLUMNS.map((column) => row[column]));
      return { text, number: row.予約番号, isRow: true };
    }),
    end: '\r\n',
    isWhole: true,
    bytes: (text) => encoded(text, 'utf8'),
  };
  for (const harm of harms) harm(draft);
  const bytesOf = (all: readonly Line[]) =>
    draft.bytes([csvLine(draft.columns), ...all.map(({ text }) => text), ''].join(draft.end));
  const { lines: all, isWhole } = draft;
  const versions = new Set(rows.map((row) => VERSION.map((column) => row[column]).join(' ')));
  const isPlain = isWhole && all.length === rows.length && all.every(({ number }) => number !== null);
  // Of two rows of one instant and kind the order of the file decides.
  const isGood = isPlain && versions.size === rows.length;
  return {
    bytes: bytesOf(all),
    numbers: isWhole ? all.flatMap(({ number }) => number ?? []) : [],
    rows: isWhole ? all.filter(({ isRow }) => isRow).length : 0,
    reversed: isGood && all.length > 1 ? bytesOf(all.toReversed()) : null,
  };
}

/** A file as the channel manager may send it, with whatever wrong with it. */
export const oddFile = (run: string): fc.Arbitrary<OddFile> =>
  fc
    .tuple(
      fc.array(channelRowOf(run), { minLength: 1, maxLength: 6 }),
      fc.array(fc.oneof(cells, lines, forms), { maxLength: 3 }),
    )
    .map(([rows, harms]) => fileOf(rows, harms));
