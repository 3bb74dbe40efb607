import { groupBy } from '@domain/group-by.js';
import { gramsOf, searchable, searchedWords } from '@domain/search/searchable.js';
import { describe, expect, it, test } from '@jest/globals';

describe('searchable', () => {
  it.each([
    ['half-width kana', 'ﾀﾅｶ ｼﾞﾝ', 'タナカジン'],
    ['hiragana', 'たなか', 'タナカ'],
    ['full-width letters and digits', 'ＡＢＣ１２', 'abc12'],
    ['spaces of any width', ' 田中　太郎 ', '田中太郎'],
    ['hyphens of any kind', '090-1234‐5678−9', '090123456789'],
    ['a long vowel mark, which is no hyphen', 'コーヒー', 'コオヒイ'],
    ['decomposed marks', 'ハ\u3099', 'バ'],
    ['characters that PostgreSQL refuses', 'a\u0000b', 'ab'],
    ['variants outside of the first plane', '𠮷田', '吉田'],
    ['the small ke of names', '霞ヶ関・霞が関', '霞ケ関霞ガ関'],
  ])('folds %s', (_, text, folded) => {
    expect(searchable(text)).toBe(folded);
  });

  it.each('髙高 﨑崎 邊辺 邉辺 齋斎 齊斎 斉斎 濵浜 濱浜 澤沢 廣広 國国 嶋島 嶌島 櫻桜'.split(' '))(
    'takes one kanji of %s for the other',
    (pair) => {
      const [variant = '', common = ''] = pair;
      expect(variant).not.toBe(common);
      expect(searchable(`${variant}田`)).toBe(searchable(`${common}田`));
    },
  );

  it('keeps kanji apart that are different names', () => {
    expect(searchable('橋')).not.toBe(searchable('端'));
    expect(searchable('太田')).not.toBe(searchable('大田'));
  });

  it('is idempotent', () => {
    const folded = searchable('ｶﾞ 髙﨑ヶ邉 Ａ-1');
    expect(searchable(folded)).toBe(folded);
  });
});

describe('searchedWords', () => {
  it.each([
    ['田中 太郎', ['田中', '太郎']],
    ['　ﾀﾅｶ　 たなか ', ['タナカ']],
    ['090-1234-5678', ['09012345678']],
    [' - ', []],
    ['', []],
  ])('takes %j apart', (text, words) => {
    expect(searchedWords(text)).toEqual(words);
  });
});

test.each([
  ['', []],
  ['田', ['田']],
  ['田中', ['田中']],
  ['タナカ', ['タナカ']],
  ['タナカジ', ['タナカ', 'ナカジ']],
  ['00000', ['000']],
  ['𠮷田太郎', ['𠮷田太', '田太郎']],
])('what a text must have to hold %j', (word, grams) => {
  expect(gramsOf(word)).toEqual(grams);
});

test('grouping by a key keeps the order of items and of first appearance', () => {
  const groups = groupBy(['b1', 'a1', 'b2', 'a2'], (item) => item.slice(0, 1));
  expect([...groups]).toEqual([
    ['b', ['b1', 'b2']],
    ['a', ['a1', 'a2']],
  ]);
});
