import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { textsIn, textsOf } from '../support/screen-texts.js';

/** Words that no clerk would say, and their replacements. */
const NOT_SAID = [
  [/NDJSON/, '記録ファイル'],
  [/位置/, '記録番号'],
  [/イベント./, '記録'],
  [/：完了しました/, 'しました'],
  [/[▲▼△▽]/, '+ and −: ▲ means minus'],
  [/(?<!お)知らせを閉じる/, 'お知らせを閉じる'],
] as const;

test('the texts of a source are its strings, templates and JSX texts, each with its line', () => {
  const template = ['`$', '{a}件`'].join('');
  const source = `const a = "保存";\nconst b = <p title={${template}}>\n  予約\n</p>; // 注釈\nconst c = "plain";`;
  expect(textsOf('a.tsx', source)).toEqual([
    { file: 'a.tsx', line: 1, text: '保存' },
    { file: 'a.tsx', line: 2, text: '…件' },
    { file: 'a.tsx', line: 2, text: '予約' },
  ]);
});

test.each(NOT_SAID)('no screen says %s, but %s', (word, _said) => {
  const texts = textsIn('frontend');
  expect(texts.length).toBeGreaterThan(1_000);
  expect(texts.filter(({ text }) => word.test(text))).toEqual([]);
});

test('no browser translates the page, whose texts would not change any more, or has what is typed checked elsewhere', () => {
  const page = readFileSync('frontend/index.html', 'utf8');
  expect(page).toContain('<html lang="ja" translate="no" spellcheck="false">');
  expect(page).toContain('<meta name="google" content="notranslate" />');
});
