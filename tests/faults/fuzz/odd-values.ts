import fc from 'fast-check';

/** Stands for a text that is put into JSON as it is, such as a number that no number can hold. */
export type Literal = { literal: string };

// biome-ignore format: read as a list
const NUMBERS = [
  '0', '-0', '-1', '0.5', '1e3', '1E400', '-1e309', '1e309', '5e-324', '2147483647', '2147483648', '-2147483649',
  '4294967296', '9007199254740991', '9007199254740993', '9223372036854775808', '18446744073709551616',
  '99999999', '100000000', '007', '0x10', '1_000', '+1', '.5', '1.', 'NaN', 'Infinity', '-Infinity', '1n', 'undefined',
];
// biome-ignore format: read as a list
const DATES = [
  'infinity', '-infinity', 'today', 'now', 'epoch', 'tomorrow', '2026-366', '2026-02-30', '2096-02-30', '2095-02-29',
  '20261122', '2026-11-22T00:00', '2026-11-22T00:00:00Z', '2026-11-22 00:00', '0000-01-01', '0001-01-01', '1899-12-31',
  '1900-01-01', '2200-12-31', '2201-01-01', '9999-12-31', '10000-01-01', '+010000-01-01', '-0001-01-01', '2026-13-01',
  '2026-00-10', '2026-11-00', '2026-1-2', '26-11-22', '２０２６-１１-２２', '2026−11−22', '2026/11/22', '2096年1月10日',
  '2026-W47-7', '2026-11-22BC', '2096-01-10\n', ' 2096-01-10', '2096-01-10\u0000', '令和8年11月22日', '24:00', '29:50',
  '30:00', '29:60', '9:00', '１５:００', '15:00:00', '25:00',
];
// biome-ignore format: read as a list
const TEXTS = [
  '', ' ', '　', '\u0000', 'a\u0000b', '\ud800', 'a\udfffb', '\udfff\ud800', '\u200b', '山\u200b田', '\ufeff山田',
  '\u202e田山\u202c', '\u2066山田\u2069', 'が', 'か\u3099', 'e\u0301\u0302\u0303', '𠮷野家', '葛\u{e0100}城', 'ﾔﾏﾀﾞ', '👨‍👩‍👧‍👦', '🇯🇵',
  'محمد علي', 'שלום', '\u001b[31m', '\r\n', 'a\nb', 'a\tb', '\u0085', '\u2028', '\u2029', '\ufffe', '\uffff', '\ufffd', '\u{10ffff}',
  '007', '1e3', '[7]', '{}', 'null', 'true', 'NaN', '%', '%00', '%zz', '_', '\\', "'", '"', '`', "'; drop table bookings; --",
  '{{7*7}}', '<script>', '=1+1', '@SUM(1)', '-1', '+1', '../../etc/passwd', 'C:\\', 'constructor', '__proto__', 'toString',
];
const SIZES = [99, 100, 101, 200, 201, 2_000, 2_001, 20_000, 300_000];

const literal = fc.constantFrom(...NUMBERS).map((text): Literal => ({ literal: text }));

/** A text that is odd in some way. */
export const oddText: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...TEXTS, ...DATES, ...NUMBERS) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 60 }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('長', '\u0301', '𠮷', 'ﷺ', ' ', '1'), fc.constantFrom(...SIZES))
      .map(([sign, size]) => sign.repeat(size)),
  },
);

/** Something that a field may not expect. */
export const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: oddText },
  { weight: 4, arbitrary: literal },
  { weight: 1, arbitrary: fc.constantFrom(null, true, false, [], {}, [7], ['7'], [[]], { length: 1 }) },
  { weight: 1, arbitrary: fc.integer({ min: -3, max: 3_000 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(100, 5_000)
      .map((depth) => ({ literal: '['.repeat(depth) + ']'.repeat(depth) })),
  },
);

const PLACE = '\u0002literal\u0003';

/** JSON in which literals stand as they are. */
export function jsonOf(value: unknown): string {
  const literals: string[] = [];
  const text = JSON.stringify(value, (_, part) => {
    if (part === null || typeof part !== 'object' || typeof part.literal !== 'string') return part;
    literals.push(part.literal);
    return PLACE;
  });
  const parts = (text ?? '').split(JSON.stringify(PLACE));
  return parts.map((part, index) => part + (index < parts.length - 1 ? literals[index] : '')).join('');
}
