import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';

/** Kana, kanji, and the signs that stand for words. */
const JAPANESE = /[\u3040-\u30ff\u3400-\u9fff▲▼△▽]/;

/** A text of a source, `…` for what is filled in. */
export type ScreenText = { file: string; line: number; text: string };

/** The Japanese strings, templates and JSX texts of a source. */
export function textsOf(file: string, source: string): ScreenText[] {
  const found: ScreenText[] = [];
  const add = (start: number, raw: string): void => {
    const text = raw.replace(/\s+/g, ' ').trim();
    if (JAPANESE.test(text)) found.push({ file, line: source.slice(0, start).split('\n').length, text });
  };
  new Visitor({
    Literal: ({ start, value }) => void (typeof value === 'string' && add(start, value)),
    JSXText: ({ start, value }) => add(start, value),
    TemplateLiteral: ({ start, quasis }) => add(start, quasis.map(({ value }) => value.cooked).join('…')),
  }).visit(parseSync(file, source).program);
  return found;
}

/** All texts of the sources in a folder. */
export function textsIn(folder: string): ScreenText[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .flatMap((path) => textsOf(join(folder, path), readFileSync(join(folder, path), 'utf8')));
}
