import { addDays, type Day, day, daysBetween, weekdayOf } from '@domain/dates.js';
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

/** A day as the channel manager, a spreadsheet or staff write it. */
const DAY_SPELLINGS: readonly ((date: Day) => string)[] = [
  (date) => date,
  (date) => `${date.replaceAll('-', '/')} 0:00`,
  (date) => `令和${Number(date.slice(0, 4)) - 2018}年${Number(date.slice(5, 7))}月${Number(date.slice(8))}日`,
  (date) => `${date.replaceAll('-', '/')}(${WEEKDAYS[weekdayOf(date)]})`,
  (date) => String(FIRST_SERIAL + daysBetween(day('2000-01-01'), date)),
  (date) => `${date}T00:00:00+09:00`,
];
const WEEKDAYS = ['日', '月', '火', '水', '木', '金', '土'];
const FIRST_SERIAL = 36_526;

/** A minute after ten as an instant in each spelling. */
const INSTANT_SPELLINGS: readonly ((minute: number) => string)[] = [
  (minute) => `2095-11-01 10:${minute}:00`,
  (minute) => `2095/11/01 10:${minute}`,
  (minute) => `2095-11-01T10:${minute}:00+09:00`,
  (minute) => `2095-11-01T01:${minute}:00Z`,
];
const TIMES = ['18:00', '22:00頃', '午後6時', '18:00～19:00', '18時30分', '1830', '未定', '25:00'];
const FEES: readonly ((fee: number) => string)[] = [
  String,
  (fee) => `¥${fee.toLocaleString('en')}`,
  (fee) => `JPY ${fee}`,
  (fee) => `${fee.toLocaleString('en')}円(税込)`,
  (fee) => `${fee}.00`,
];
const PAYMENTS = ['現地決済', '事前カード決済', 'オンライン決済', 'VCC', 'カード決済済', 'クーポン券', ''];
const ROOM_TYPES = [
  { 部屋記号: 'NS', 部屋名称: '禁煙シングル' },
  { 部屋記号: 'NS', 部屋名称: '禁煙シングル' },
  { 部屋記号: 'NS', 部屋名称: '角部屋シングル' },
  { 部屋記号: 'XX', 部屋名称: '離れ' },
];

/** A row, its instant, and which state of its reservation it is then; null when only its place in the file tells. */
type VersionedRow = { row: ChannelRow; instant: string; version: string | null };

/** A row as the channel manager sends it; `run` keeps the reservations of one file apart from those of others. */
const channelRowOf = (run: string): fc.Arbitrary<VersionedRow> =>
  fc
    .record({
      reservation: fc.nat(3),
      kind: fc.constantFrom('予約', '予約', '予約変更', 'キャンセル'),
      minute: fc.constantFrom(10, 11, 30, 59),
      instant: fc.constantFrom(...INSTANT_SPELLINGS),
      isUntimed: fc.integer({ min: 0, max: 4 }).map((drawn) => drawn === 0),
      night: fc.constantFrom(0, 1, 90, 270),
      nights: fc.integer({ min: 1, max: 3 }),
      date: fc.constantFrom(...DAY_SPELLINGS),
      name: fc.oneof(fc.constantFrom('髙橋 太郎', '山﨑 花子【精算不要】'), oddName),
      type: fc.constantFrom(...ROOM_TYPES),
      rooms: fc.constantFrom('1', '1', '1', '2'),
      isGenderSaid: fc.boolean(),
      time: fc.constantFrom(...TIMES),
      fee: fc.nat(90_000),
      amount: fc.constantFrom(...FEES),
      payment: fc.constantFrom(...PAYMENTS),
    })
    .map(({ reservation, kind, minute, isUntimed, night, nights, name, rooms, ...drawn }) => {
      const isCancel = kind === 'キャンセル';
      const at = drawn.instant(minute);
      const booked = `2095-11-01 09:0${reservation}:00`;
      const start = addDays(FIRST_NIGHT, night);
      const row = channelRow({
        ...{ 予約番号: `${run}-${reservation}`, 予約区分: kind, 予約日時: booked },
        変更日時: kind === '予約変更' ? at : '',
        キャンセル日時: isCancel && !isUntimed ? at : '',
        ...{ チェックイン日: drawn.date(start), チェックアウト日: drawn.date(addDays(start, nights)) },
        ...{ 泊数: String(nights), チェックイン時刻: drawn.time, ...drawn.type },
        ...{ 部屋数: rooms, 男性人数: drawn.isGenderSaid ? rooms : '', 大人人数: rooms },
        ...{ 宿泊者氏名: name, 会員氏名: name, 合計料金: drawn.amount(drawn.fee), 支払方法: drawn.payment },
      });
      const instant = kind === '予約' ? booked : String(minute);
      return { row, instant, version: isCancel && isUntimed ? null : `${reservation} ${kind} ${instant}` };
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

/** Encodes as the channel manager does: characters that CP932 lacks are question marks. */
const asCp932 = (text: string) => encoded(text.replace(/./gsu, (sign) => (isInCp932(sign) ? sign : '?')));

const EUC_JP = new Map<string, Buffer>();
for (let lead = 0xa1; lead < 0xff; lead += 1) {
  for (let trail = 0xa1; trail < 0xff; trail += 1) {
    const bytes = Buffer.from([lead, trail]);
    const sign = new TextDecoder('euc-jp').decode(bytes);
    if ([...sign].length === 1 && sign !== '\ufffd') EUC_JP.set(sign, bytes);
  }
}
/** Encodes as a program of a Unix machine does: missing characters are question marks. */
const asEucJp = (text: string) =>
  Buffer.concat(
    [...text].map((sign) => (sign < '\x80' ? Buffer.from(sign) : (EUC_JP.get(sign) ?? Buffer.from('?')))),
  );

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
  (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
  asEucJp,
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

function fileOf(drawn: readonly VersionedRow[], harms: readonly Harm[]): OddFile {
  const rows = drawn.map(({ row }) => row);
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
  const versions = new Set(drawn.flatMap(({ version }) => version ?? []));
  const isPlain = isWhole && all.length === rows.length && all.every(({ number }) => number !== null);
  // The order of the file decides which of two reservations of one instant gets the last room, and which of two rows counts.
  const reservations = new Set(drawn.map(({ instant, row }) => `${instant} ${row.予約番号}`));
  const instants = new Set(drawn.map(({ instant }) => instant));
  const isGood = isPlain && versions.size === rows.length && reservations.size === instants.size;
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
