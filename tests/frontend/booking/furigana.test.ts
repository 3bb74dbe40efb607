import { expect, test } from '@jest/globals';
import { Furigana, readingOf } from '#frontend/booking/furigana.js';

/** Events in the field: a composition with all that it shows, the last as it is committed; or another change. */
type Step = readonly string[] | { value: string };

/** The kana after these steps in a field that begins with a name. */
function kanaAfter(steps: readonly Step[], name = { text: '', kana: '' }): string {
  const furigana = new Furigana();
  let { text, kana } = name;
  for (const step of steps) {
    if ('value' in step) {
      kana = furigana.changed({ text, kana }, step.value);
      text = step.value;
      continue;
    }
    furigana.begin({ text, kana });
    for (const shown of step) furigana.composing(shown);
    text += step.at(-1) ?? '';
    kana = furigana.end(text);
  }
  return kana;
}

const YAMADA = ['y', 'や', 'やm', 'やま', 'やまd', 'やまだ', '山田'];
const TARO = ['t', 'た', 'たr', 'たろ', 'たろう', '太郎'];

test.each<[string, Step[], string]>([
  ['letters that become kana and are converted', [YAMADA], 'ヤマダ'],
  ['other candidates before the right one', [['やまだ', '山田', 'ヤマダ', '山駄', '山田']], 'ヤマダ'],
  ['a reading that is typed to its end with a letter over', [['やまm', 'やまもと', '山本']], 'ヤマモト'],
  [
    'a conversion that is taken back and typed on',
    [['やま', '山', 'やま', 'やまg', 'やまぐち', '山口']],
    'ヤマグチ',
  ],
  ['family name, space and first name', [YAMADA, { value: '山田 ' }, TARO], 'ヤマダ タロウ'],
  ['a full-width space of the input method', [YAMADA, ['　'], TARO], 'ヤマダ タロウ'],
  ['both names in one composition', [['やまだたろう', '山田たろう', '山田太郎']], 'ヤマダタロウ'],
  ['half-width kana', [['ﾔﾏﾀﾞ', '山田']], 'ヤマダ'],
  ['a name in kana that is not converted', [['さ', 'さく', 'さくら']], 'サクラ'],
  ['ん that is written out when it is committed', [['けんn', 'けん', '健']], 'ケン'],
  [
    'a name in Roman letters, which has no reading here',
    [{ value: 'J' }, { value: 'Jo' }, { value: 'John' }],
    '',
  ],
  ['a pasted name', [{ value: '山田 太郎' }], ''],
  ['pasted kana', [{ value: 'やまだ' }], 'ヤマダ'],
  ['the last name taken away letter by letter', [YAMADA, TARO, { value: '山田太' }], 'ヤマダタロウ'],
  ['the last name taken away', [YAMADA, TARO, { value: '山田太' }, { value: '山田' }], 'ヤマダ'],
  ['all taken away', [YAMADA, { value: '' }], ''],
  ['all taken away, and another name', [YAMADA, { value: '' }, TARO], 'タロウ'],
  ['a composition that is given up', [YAMADA, ['た', 'たろ', '']], 'ヤマダ'],
])('%s', (_what, steps, kana) => {
  expect(kanaAfter(steps)).toBe(kana);
});

test('each name in an emptied field has its own reading', () => {
  const furigana = new Furigana();
  const type = (name: readonly string[]) => {
    furigana.begin({ text: '', kana: '' });
    for (const shown of name) furigana.composing(shown);
    return furigana.end(String(name.at(-1)));
  };
  expect(type(YAMADA)).toBe('ヤマダ');
  expect(type(TARO)).toBe('タロウ');
  expect(type(YAMADA)).toBe('ヤマダ');
});

test('what is typed in front of a name is read in front', () => {
  const furigana = new Furigana();
  furigana.begin({ text: '', kana: '' });
  furigana.composing('たろう');
  furigana.end('太郎');
  furigana.begin({ text: '太郎', kana: 'タロウ' });
  furigana.composing('やまだ');
  expect(furigana.end('山田太郎')).toBe('ヤマダタロウ');
});

test.each([
  [
    'kana that was written by hand stays, and what is typed is added',
    { text: '山田', kana: 'ヤマタ' },
    'ヤマタタロウ',
  ],
  ['kana that stands before the name stays', { text: '', kana: 'ヤマダ タロウ' }, 'ヤマダ タロウ'],
  ['kana that a name does not have is not begun in its middle', { text: '山田', kana: '' }, ''],
])('%s', (_what, name, kana) => {
  expect(kanaAfter([TARO], name)).toBe(kana);
});

test.each([
  ['やま', 'やま'],
  ['やまd', 'やま'],
  ['ﾔﾏﾀﾞ', 'ヤマダ'],
  ['山だ', null],
  ['', null],
  ['d', null],
  ['やまだ たろう', 'やまだ たろう'],
  ['やまだ　たr', 'やまだ た'],
  ['山田 たろう', null],
])('%j is read as %j', (shown, reading) => {
  expect(readingOf(shown)).toBe(reading);
});
