import fc from 'fast-check';

/** Stands for a text that is put into JSON as it is, such as a number that no number can hold. */
type Literal = { literal: string };

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

const literal = fc.constantFrom(...NUMBERS).map((text): Literal => ({ literal: text }));
const levels = fc
  .constantFrom(100, 5_000)
  .map((depth): Literal => ({ literal: '['.repeat(depth) + ']'.repeat(depth) }));

/** Something that a field may not expect. */
export const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: oddText },
  { weight: 4, arbitrary: literal },
  { weight: 1, arbitrary: fc.constantFrom(null, true, false, [], {}, [7], ['7'], [[]], { length: 1 }) },
  { weight: 1, arbitrary: fc.integer({ min: -3, max: 3_000 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  { weight: 1, arbitrary: levels },
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

// biome-ignore format: read as a list
const PIECES = [
  '山田', '太郎', 'ヤマダ', 'Ｔａｒｏ', 'ﾔﾏﾀﾞ', 'ｶﾞｷﾞ', '髙﨑', '𠮷野', '𩸽', '𡈽屋', '葛\u{e0100}', '辻\u{e0101}', '邉\u{e0105}', '㍿', '㈱', '①',
  'か\u3099', 'は\u309a', 'e\u0301', 'o\u0302\u0323', 'q\u0307\u0323', '\u1112\u1161\u11ab', '한', 'ſ', 'ﬁ', '〜', '～', '゠', 'ヿ', 'ゟ', '々', '〆',
  '👨‍👩‍👧‍👦', '👍🏽', '🇯🇵', '☃\ufe0f', '☃\ufe0e', 'محمد', 'علي', 'ﷺ', 'שלום', 'नमस्ते', 'ไทย', 'ཀྵ', '𝒯𝒶𝓇𝑜', 'İ', 'ß', 'Σς', '\u2126', '\u212b',
  '\u200f', '\u202e', '\u2066', '\u2069', '\u200b', '\u200d', '\u2060', '\u00ad', '\u00a0', '　', ' ', '\ufeff', '\u2028', '\u2029', '\u180e',
  '\ufffd', '\ue000', '\u{10fffd}', '\ufdd0', '\uffff', '\u{1fffe}', '\u0958', '\ufb1d', '\uf900', '\u{2f800}', 'ー', '－', '‐', '−', '·',
  "O'Neil", '"', "''", '\\', '\\u0000', '%', '_', '<b>', '&amp;', '{}', '[7]', '=1+1', '+81', '-', '@SUM(1)', ',', ';', '|', 'null', '０７', '1e3', '%00', '$1',
];
const pieces = (piece: fc.Arbitrary<string>) => fc.array(piece, { minLength: 1, maxLength: 8 });

/** A text as it is stored: NFC and trimmed. */
export const tidied = (text: string): string => text.replace(/\r\n?/g, '\n').normalize('NFC').trim();

/** A name that is odd and valid. */
export const oddName: fc.Arbitrary<string> = fc
  .oneof(
    { weight: 4, arbitrary: pieces(fc.constantFrom(...PIECES)) },
    { weight: 1, arbitrary: pieces(fc.string({ unit: 'grapheme', maxLength: 4 })) },
  )
  .map((parts) => parts.join('').replace(/[\p{Cc}\p{Cs}]/gu, ''))
  .filter((name) => [...tidied(name)].length >= 2 && [...tidied(name)].length <= 100);
