import fc from 'fast-check';

// biome-ignore format: read as a list
const PIECES = [
  '山田', '太郎', 'ヤマダ', 'Ｔａｒｏ', 'ﾔﾏﾀﾞ', 'ｶﾞｷﾞ', '髙﨑', '𠮷野', '𩸽', '𡈽屋', '葛\u{e0100}', '辻\u{e0101}', '邉\u{e0105}', '㍿', '㈱', '①',
  'か\u3099', 'は\u309a', 'e\u0301', 'o\u0302\u0323', 'q\u0307\u0323', '\u1112\u1161\u11ab', '한', 'ſ', 'ﬁ', '〜', '～', '゠', 'ヿ', 'ゟ', '々', '〆',
  '👨‍👩‍👧‍👦', '👍🏽', '🇯🇵', '☃\ufe0f', '☃\ufe0e', 'محمد', 'علي', 'ﷺ', 'שלום', 'नमस्ते', 'ไทย', 'ཀྵ', '𝒯𝒶𝓇𝑜', 'İ', 'ß', 'Σς', '\u2126', '\u212b',
  '\u200f', '\u202e', '\u2066', '\u2069', '\u200b', '\u200d', '\u2060', '\u00ad', '\u00a0', '　', ' ', '\ufeff', '\u2028', '\u2029', '\u180e',
  '\ufffd', '\ue000', '\u{10fffd}', '\ufdd0', '\uffff', '\u{1fffe}', '\u0958', '\ufb1d', '\uf900', '\u{2f800}', 'ー', '－', '‐', '−', '·',
  "O'Neil", '"', "''", '\\', '\\u0000', '%', '_', '<b>', '&amp;', '{}', '[7]', '=1+1', '+81', '-', '@SUM(1)', ',', ';', '|', 'null', '０７', '1e3', '%00', '$1',
];
const MOST = 100;

/** A text as it is kept: NFC and trimmed. */
export const kept = (text: string): string => text.normalize('NFC').trim();

const isValid = (name: string) => {
  const length = [...kept(name)].length;
  return length >= 2 && length <= MOST;
};

/** A name that is odd and valid. */
export const oddName: fc.Arbitrary<string> = fc
  .oneof(
    { weight: 4, arbitrary: fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 8 }) },
    {
      weight: 1,
      arbitrary: fc.array(fc.string({ unit: 'grapheme', maxLength: 4 }), { minLength: 1, maxLength: 8 }),
    },
  )
  .map((pieces) => pieces.join('').replace(/[\p{Cc}\p{Cs}]/gu, ''))
  .filter(isValid);
