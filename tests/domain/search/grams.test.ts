import { gramsOf } from '@domain/search/grams.js';
import { expect, test } from '@jest/globals';

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
