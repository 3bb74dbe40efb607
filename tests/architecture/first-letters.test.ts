import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { Font } from 'fonteditor-core';
import subsetFont from 'subset-font';
import { firstLetters } from '#frontend/first-letters.plugin.js';

test('one font has the letters of the sources from several files of the app’s font, all kana, and no others', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'first-letters-'));
  writeFileSync(join(folder, 'texts.ts'), "export const TEXTS = ['予約', '髙橋', '𠮷田'];");
  writeFileSync(join(folder, 'texts.md'), '鬱');
  const file = join(folder, 'font', 'letters.woff2');
  await (firstLetters([folder], file).buildStart as () => Promise<void>)();
  const letters = '予約髙橋𠮷田アンあ鬱室';
  const font = Font.create(await subsetFont(readFileSync(file), letters, { targetFormat: 'truetype' }), {
    type: 'ttf',
  });
  rmSync(folder, { recursive: true });
  const codes = font.get().glyf.flatMap(({ unicode, contours }) => (contours?.length ? (unicode ?? []) : []));
  const has = new Set(codes.map((code) => String.fromCodePoint(code)));
  expect([...letters].filter((letter) => has.has(letter)).join('')).toBe('予約髙橋𠮷田アンあ');
});
