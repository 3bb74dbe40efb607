import { addDays, day } from '@domain/dates.js';
import fc from 'fast-check';
import {
  CHANNEL_COLUMNS,
  type ChannelRow,
  channelRow,
  csvLine,
  encoded,
} from '../../support/channel-file.js';
import { isInCp932 } from '../../support/cp932.js';
import { oddName, oddText } from './odd-values.js';

const FIRST_NIGHT = day('2096-01-05');

/** A row as the channel manager sends it; `run` keeps the reservations of one file apart from those of others. */
const channelRowOf = (run: string): fc.Arbitrary<ChannelRow> =>
  fc
    .record({
      reservation: fc.nat(5),
      kind: fc.constantFrom('予約', '予約', '予約変更', 'キャンセル'),
      minute: fc.nat(59),
      night: fc.nat(380),
      nights: fc.integer({ min: 1, max: 3 }),
      name: fc.oneof(fc.constantFrom('髙橋 太郎', '山﨑 花子【精算不要】'), oddName),
      symbol: fc.constantFrom('NS', 'NS', 'NS', 'NS', 'XX'),
      rooms: fc.constantFrom(1, 1, 1, 2),
      fee: fc.nat(90_000),
    })
    .map(({ reservation, kind, minute, night, nights, name, symbol, rooms, fee }) => {
      const at = `2095-11-01 10:${String(minute).padStart(2, '0')}:00`;
      return channelRow({
        予約番号: `${run}-${reservation}`,
        予約区分: kind,
        予約日時: '2095-11-01 09:00:00',
        変更日時: kind === '予約変更' ? at : '',
        キャンセル日時: kind === 'キャンセル' ? at : '',
        チェックイン日: addDays(FIRST_NIGHT, night),
        チェックアウト日: addDays(FIRST_NIGHT, night + nights),
        泊数: String(nights),
        部屋記号: symbol,
        部屋数: String(rooms),
        男性人数: String(rooms),
        大人人数: String(rooms),
        宿泊者氏名: name,
        会員氏名: name,
        合計料金: String(fee),
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
    const line = lines[index % Math.max(1, lines.length)];
    if (line) Object.assign(line, { text: change(line.text), number: null, isRow: staysRow && line.isRow });
  };

/** Does something to the cells of one line. */
const inCells = (index: number, change: (cells: string[]) => string[]): Harm =>
  atLine(index, (line) => change(line.split(',')).join(','));

const cells: fc.Arbitrary<Harm> = fc.oneof(
  fc
    .tuple(nth, nth, oddText)
    .map(([index, at, text]) =>
      inCells(index, (all) => all.map((cell, place) => (place === at % 34 ? csvLine([text]) : cell))),
    ),
  fc.tuple(nth, nth).map(([index, at]) => inCells(index, (all) => all.toSpliced(at % 30, 1))),
  fc.tuple(nth, nth).map(([index, at]) => inCells(index, (all) => all.toSpliced(at % 30, 0, '1'))),
  fc.tuple(nth, nth).map(([index, left]) => inCells(index, (all) => all.slice(0, left % 34))),
  fc
    .tuple(nth, nth)
    .map(([index, at]) =>
      inCells(index, (all) => all.map((cell, place) => (place === at % 34 ? `"${cell}` : cell))),
    ),
  nth.map((index) => atLine(index, (line) => `${line}"`)),
  nth.map((index) => atLine(index, (line) => line.replace(/,/, ',\0'))),
  fc
    .tuple(nth, fc.constantFrom(1_000, 70_000, 1_000_000))
    .map(([index, size]) => atLine(index, (line) => line.replace(/,/, `,${'表'.repeat(size)}`), true)),
);

const ODD_LINES = ['', ',,,', 'x', '"', '""', csvLine(CHANNEL_COLUMNS), ' ', '\u001a', '予約サイト名'];
const lines: fc.Arbitrary<Harm> = fc.oneof(
  nth.map(
    (index): Harm =>
      (draft) => {
        const line = draft.lines[index % Math.max(1, draft.lines.length)];
        if (line) draft.lines.push({ ...line });
      },
  ),
  fc.constantFrom(...ODD_LINES).map(
    (text): Harm =>
      ({ lines: all }) => {
        all.splice(Math.floor(all.length / 2), 0, { text, number: null, isRow: false });
      },
  ),
  fc.constant<Harm>((draft) => draft.lines.reverse()),
  fc.constant<Harm>((draft) => Object.assign(draft, { lines: [] })),
);

/** Writes the file in a way that need not leave any row as it was. */
const spoilt =
  (change: (bytes: Draft['bytes']) => Draft['bytes'], more: Partial<Draft> = {}): Harm =>
  (draft) =>
    Object.assign(draft, { bytes: change(draft.bytes), isWhole: false, ...more });

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

const forms: fc.Arbitrary<Harm> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom('\n', '\r', '\n\n', '\r\r\n').map(
      (end): Harm =>
        (draft) =>
          Object.assign(draft, { end }),
    ),
  },
  {
    weight: 6,
    arbitrary: fc.constantFrom(...ENCODINGS).map(
      (bytes): Harm =>
        (draft) =>
          Object.assign(draft, { bytes }),
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom(...SPOILT).map((bytes) => spoilt(() => bytes)) },
  {
    weight: 1,
    arbitrary: someBytes.map(([at, put]) =>
      spoilt((bytes) => (text) => {
        const good = bytes(text);
        const rest = good.subarray(at * good.length + put.length / 2);
        return Buffer.concat([good.subarray(0, at * good.length), put, rest]);
      }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.uint8Array({ maxLength: 3_000 }).map((noise) => spoilt(() => () => Buffer.from(noise))),
  },
  {
    weight: 1,
    arbitrary: fc
      .shuffledSubarray([...CHANNEL_COLUMNS], { minLength: 20 })
      .map((columns) => spoilt((bytes) => bytes, { columns })),
  },
);

const VERSION = ['予約番号', '予約区分', '変更日時', 'キャンセル日時'] as const;

function written(rows: readonly ChannelRow[], harms: readonly Harm[]): OddFile {
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
    .map(([rows, harms]) => written(rows, harms));
