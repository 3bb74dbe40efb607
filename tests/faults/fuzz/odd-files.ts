import fc from 'fast-check';
import { CHANNEL_COLUMNS, csvLine, encoded } from '../../support/channel-file.js';
import { isInCp932 } from '../../support/cp932.js';
import { channelRows } from './channel-rows.js';
import { oddText } from './odd-values.js';

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

const VERSION = ['予約番号', '予約区分', '変更日時', 'キャンセル日時'] as const;
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
const cellsOf = (text: string) => text.split(',');

const cells: fc.Arbitrary<Harm> = fc.oneof(
  fc.tuple(nth, nth, oddText).map(([index, at, text]) =>
    atLine(index, (line) =>
      cellsOf(line)
        .map((cell, place) => (place === at % CHANNEL_COLUMNS.length ? csvLine([text]) : cell))
        .join(','),
    ),
  ),
  fc.tuple(nth, nth).map(([index, at]) =>
    atLine(index, (line) =>
      cellsOf(line)
        .toSpliced(at % 30, 1)
        .join(','),
    ),
  ),
  fc.tuple(nth, nth).map(([index, at]) =>
    atLine(index, (line) =>
      cellsOf(line)
        .toSpliced(at % 30, 0, '1')
        .join(','),
    ),
  ),
  fc.tuple(nth, nth).map(([index, left]) =>
    atLine(index, (line) =>
      cellsOf(line)
        .slice(0, left % 34)
        .join(','),
    ),
  ),
  fc.tuple(nth, nth).map(([index, at]) =>
    atLine(index, (line) =>
      cellsOf(line)
        .map((cell, place) => (place === at % 34 ? `"${cell}` : cell))
        .join(','),
    ),
  ),
  nth.map((index) => atLine(index, (line) => `${line}"`)),
  nth.map((index) => atLine(index, (line) => line.replace(/,/, ',\0'))),
  fc
    .tuple(nth, fc.constantFrom(1_000, 70_000, 1_000_000))
    .map(([index, size]) => atLine(index, (line) => line.replace(/,/, `,${'表'.repeat(size)}`), true)),
);

const lines: fc.Arbitrary<Harm> = fc.oneof(
  nth.map(
    (index): Harm =>
      ({ lines }) => {
        const line = lines[index % Math.max(1, lines.length)];
        if (line) lines.push({ ...line });
      },
  ),
  fc.constantFrom('', ',,,', 'x', '"', '""', csvLine(CHANNEL_COLUMNS), ' ', '\u001a', '予約サイト名').map(
    (text): Harm =>
      ({ lines }) => {
        lines.splice(Math.floor(lines.length / 2), 0, { text, number: null, isRow: false });
      },
  ),
  fc.constant<Harm>(({ lines }) => lines.reverse()),
  fc.constant<Harm>((draft) => {
    draft.lines = [];
  }),
);

const forms: fc.Arbitrary<Harm> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom('\n', '\r', '\n\n', '\r\r\n').map(
      (end): Harm =>
        (draft) => {
          draft.end = end;
        },
    ),
  },
  {
    weight: 6,
    arbitrary: fc.constantFrom('utf8', 'utf8-bom', 'cp932').map(
      (encoding): Harm =>
        (draft) => {
          draft.bytes = encoding === 'cp932' ? asCp932 : (text) => encoded(text, encoding as 'utf8');
        },
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom<(text: string) => Buffer>(
        (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
        (text) => Buffer.concat([encoded(text.slice(0, 700), 'utf8'), asCp932(text.slice(700))]),
        (text) => Buffer.concat([encoded(text, 'utf8'), Buffer.from([0xff, 0xfe, 0x00])]),
        () => Buffer.alloc(0),
        () => Buffer.from('\ufeff'),
        (text) => Buffer.from(text.replaceAll(',', '\t')),
        (text) => asCp932(text).subarray(0, -37),
      )
      .map(
        (bytes): Harm =>
          (draft) => {
            draft.bytes = bytes;
            draft.isWhole = false;
          },
      ),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.uint8Array({ minLength: 1, maxLength: 6 }))
      .map(
        ([at, put]): Harm =>
          (draft) => {
            const { bytes } = draft;
            draft.bytes = (text) => {
              const good = bytes(text);
              return Buffer.concat([
                good.subarray(0, at * good.length),
                put,
                good.subarray(at * good.length + put.length / 2),
              ]);
            };
            draft.isWhole = false;
          },
      ),
  },
  {
    weight: 1,
    arbitrary: fc.uint8Array({ maxLength: 3_000 }).map(
      (noise): Harm =>
        (draft) => {
          draft.bytes = () => Buffer.from(noise);
          draft.isWhole = false;
        },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.shuffledSubarray([...CHANNEL_COLUMNS], { minLength: 20 }).map(
      (columns): Harm =>
        (draft) => {
          draft.columns = columns;
          draft.isWhole = false;
        },
    ),
  },
);

/** A file as the channel manager may send it, with whatever wrong with it. */
export const oddFile = (run: string): fc.Arbitrary<OddFile> =>
  fc
    .tuple(channelRows(run), fc.array(fc.oneof(cells, lines, forms), { maxLength: 3 }))
    .map(([rows, harms]) => {
      const draft: Draft = {
        columns: CHANNEL_COLUMNS,
        lines: rows.map((cells) => ({
          text: csvLine(CHANNEL_COLUMNS.map((column) => cells[column])),
          number: cells.予約番号,
          isRow: true,
        })),
        end: '\r\n',
        isWhole: true,
        bytes: (text) => encoded(text, 'utf8'),
      };
      for (const harm of harms) harm(draft);
      const written = (lines: readonly Line[]) =>
        draft.bytes([csvLine(draft.columns), ...lines.map((line) => line.text), ''].join(draft.end));
      const { lines: all, isWhole } = draft;
      const versions = rows.map((cells) => VERSION.map((column) => cells[column]).join(' '));
      const isPlain = isWhole && all.length === rows.length && all.every(({ number }) => number !== null);
      // Of two rows of one instant and kind the order of the file decides.
      const isGood = isPlain && new Set(versions).size === versions.length;
      return {
        bytes: written(all),
        numbers: isWhole ? all.flatMap(({ number }) => number ?? []) : [],
        rows: isWhole ? all.filter(({ isRow }) => isRow).length : 0,
        reversed: isGood && all.length > 1 ? written(all.toReversed()) : null,
      };
    });
