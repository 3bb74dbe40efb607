import fc from 'fast-check';
import { CHANNEL_COLUMNS, type ChannelRow, channelRow } from './channel-file.js';

const JAPANESE = [
  '表',
  'ソ',
  '髙',
  '﨑',
  '①',
  '～',
  '㈱',
  'ｿ',
  '能',
  '予',
  '\\',
  '=',
  '"',
  ',',
  '\n',
  ' ',
  'a',
  '1',
];
const cell = fc.oneof(
  fc.string({ unit: fc.constantFrom(...JAPANESE), maxLength: 10 }),
  fc.constantFrom('=HYPERLINK("x")', '@SUM(1)', '-1', '2026-02-30', '99999999999', '1e9', '0', '【', '】'),
);
const someCells = fc.dictionary(fc.constantFrom(...CHANNEL_COLUMNS), cell, { maxKeys: 6 });
/** A row with some cells of any text. */
export const dirtyRow = someCells.map((cells) => channelRow(cells as Partial<ChannelRow>));
const columns = fc.shuffledSubarray([...CHANNEL_COLUMNS, '予約番号', '備考'], { minLength: 30 });
/** The encodings that a file may have. */
export const encoding = fc.constantFrom('cp932', 'utf8', 'utf8-bom') as fc.Arbitrary<
  'cp932' | 'utf8' | 'utf8-bom'
>;
/** The ends that its lines may have. */
export const lineEnd = fc.constantFrom('\r\n', '\n', '\r') as fc.Arbitrary<'\r\n' | '\n' | '\r'>;
/** How a file is written — in whatever encoding, line ends and columns, some of them twice. */
export const writing = fc.record({ encoding, lineEnd, columns });

const damage = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  left: fc.nat(3),
  put: fc.uint8Array({ maxLength: 4 }),
  isEnd: fc.boolean(),
});

/** Where bytes of a file are changed, put in, left out or cut off. */
export const damages = fc.array(damage, { maxLength: 3 });
type Damages = typeof damages extends fc.Arbitrary<infer Value> ? Value : never;

/** The bytes of a file with that harm done to it. */
export function damaged(bytes: Buffer, harm: Damages): Buffer {
  return harm.reduce((left, { at, left: out, put, isEnd }) => {
    const place = Math.floor(at * left.length);
    const rest = isEnd ? [] : [left.subarray(place + out)];
    return Buffer.concat([left.subarray(0, place), put, ...rest]);
  }, bytes);
}

/** Lines that are no good rows. */
export const BAD_LINES = [
  'x',
  ',,,',
  '"',
  '楽天,"open',
  '=cmd|calc',
  ','.repeat(40),
  `a,${'表'.repeat(70_000)}`,
];
