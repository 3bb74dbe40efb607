/**
 * `npm run kanji-variants -- FOLDER` writes backend/domain/search/kanji-variants.ts from the Unicode Han database. The folder holds Unihan_OtherMappings.txt, Unihan_Readings.txt and Unihan_Variants.txt (unicode.org, or Debian's package
 * unicode-data).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { groupBy } from '@domain/group-by.js';

const TARGET = 'backend/domain/search/kanji-variants.ts';
const [, , folder = '.'] = process.argv;

const facts = new Map<string, Map<string, string>>();
const character = (code: string): string => String.fromCodePoint(Number.parseInt(code.slice(2), 16));
for (const file of ['OtherMappings', 'Readings', 'Variants']) {
  for (const line of readFileSync(path.join(folder, `Unihan_${file}.txt`), 'utf8').split('\n')) {
    const [code, field, value] = line.split('\t');
    if (!code?.startsWith('U+') || !field || !value) continue;
    const kanji = character(code);
    facts.set(kanji, (facts.get(kanji) ?? new Map()).set(field, value));
  }
}
const fact = (kanji: string, field: string): string => facts.get(kanji)?.get(field) ?? '';

const JAPANESE = ['kJis0', 'kJis1', 'kJIS0213', 'kIBMJapan', 'kJoyoKanji', 'kJinmeiyoKanji'];
const kanji = [...facts.keys()].filter((one) => one.normalize('NFKC') === one);
const isJapanese = (one: string): boolean => JAPANESE.some((field) => fact(one, field) !== '');

/** Kanji that the lists of Japan's ministries name as characters of their own are different names. */
const isListed = (one: string): boolean =>
  ['kJoyoKanji', 'kJinmeiyoKanji'].some((field) => /^\d+$/.test(fact(one, field)));
/** The listed form of a kanji that such a list names as a variant. */
function listedForm(one: string): string | null {
  const [, code] = /(U\+[0-9A-F]+)/.exec(fact(one, 'kJinmeiyoKanji') || fact(one, 'kJoyoKanji')) ?? [];
  const form = code === undefined ? null : character(code).normalize('NFKC');
  return form === one ? null : form;
}

/** Libraries' codes: a kanji and its variants differ only in the layer, six planes each. */
function codesOf(one: string): string[] {
  const [code] = (fact(one, 'kEACC') || fact(one, 'kCCCII')).split(' ');
  return code ? [`${(Number.parseInt(code.slice(0, 2), 16) - 0x21) % 6} ${code.slice(2)}`] : [];
}
const readings = (one: string): string[] =>
  `${fact(one, 'kJapaneseOn')} ${fact(one, 'kJapaneseKun')}`.split(' ').filter(Boolean);
const soundAlike = (one: string, other: string): boolean =>
  readings(one).some((reading) => readings(other).includes(reading));

/** The commonest first: listed ones, then by their place in Japan's standards. */
const rank = (one: string): string =>
  `${isListed(one) ? 0 : 1} ${isJapanese(one) ? 0 : 1} ${fact(one, 'kJis0').padStart(5, fact(one, 'kJis0') ? '0' : '9')} ${one}`;
const byRank = (one: string, other: string): number => (rank(one) < rank(other) ? -1 : 1);

const commonForm = new Map<string, string>();
for (const one of kanji) {
  const form = listedForm(one);
  if (form !== null) commonForm.set(one, form);
}
for (const group of groupBy(
  kanji.flatMap((one) => codesOf(one).map((code) => ({ one, code }))),
  ({ code }) => code,
).values()) {
  const [first, ...others] = group.map(({ one }) => one).sort(byRank);
  if (
    first === undefined ||
    !isJapanese(first) ||
    others.some((other) => isListed(other) && listedForm(other) === null)
  )
    continue;
  const common = commonForm.get(first) ?? first;
  for (const other of others) {
    if (!commonForm.has(other) && other !== common && soundAlike(first, other)) commonForm.set(other, common);
  }
}

for (const one of kanji) {
  const forms =
    fact(one, 'kZVariant')
      .match(/U\+[0-9A-F]+/g)
      ?.map(character) ?? [];
  const form = forms.find((other) => isListed(other) || fact(other, 'kJis0') !== '');
  if (form !== undefined && !isListed(one) && !commonForm.has(one) && commonForm.get(form) !== one)
    commonForm.set(one, form);
}

const rooted = (one: string): string => {
  const form = commonForm.get(one);
  return form === undefined ? one : rooted(form);
};
const groups = [...groupBy([...commonForm.keys()].sort(byRank), rooted)].sort(([one], [other]) =>
  byRank(one, other),
);
const lines: string[] = [''];
for (const [common, variants] of groups) {
  const word = common + variants.join('');
  const last = lines.pop() ?? '';
  if (last.length + word.length > 80) lines.push(last, word);
  else lines.push(`${last} ${word}`.trim());
}
writeFileSync(
  TARGET,
  `// Written by tests/support/write-kanji-variants.ts from Unicode's Han database (Unicode License v3, © Unicode, Inc.).

/** Kanji and their variants in names, a group a word, the common form first. */
export const KANJI_VARIANTS = \`
${lines.map((line) => `  ${line}`).join('\n')}
\`;
`,
);
