import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

const frontend = fileURLToPath(new URL('../../frontend/', import.meta.url));

/** Elements that are restyled as a whole for each change within, if a selector uses :has() on them. */
const WIDE = /(?:html|body|:root|#app|\.shell|main|\.calendar[\w-]*|\.room-row)(?:[.[][^\s{,]*)?:has\(/;

const sheets = readdirSync(frontend, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.css'),
);
const textOf = (file: string) => readFileSync(`${frontend}${file}`, 'utf8');

const onScreen = (css: string) => css.replace(/@media print \{[\s\S]*?\n\}/g, '');

test('no selector uses :has() on the page or the calendar, which would restyle everything for each new cell', () => {
  expect(sheets.length).toBeGreaterThan(10);
  const wide = sheets.filter((file) => WIDE.test(onScreen(textOf(file))));
  expect(wide).toEqual([]);
});

test('what lies over what is said by the names of the layers, which stand in one sheet', () => {
  const layers = sheets.flatMap((file) =>
    [...textOf(file).matchAll(/^ {2}(--layer-[a-z]+): -?\d+;/gm)].map(([, name]) => name),
  );
  const used = sheets.flatMap((file) =>
    [...textOf(file).matchAll(/z-index: ([^;]+);/g)].map(([, value]) => ({
      file,
      layer: /^var\((.+)\)$/.exec(value ?? '')?.[1],
    })),
  );
  expect(used.length).toBeGreaterThan(10);
  expect(used.filter(({ layer }) => !layers.includes(layer))).toEqual([]);
  expect(layers.filter((name) => !used.some(({ layer }) => layer === name))).toEqual([]);
});

/** The first class of each selector, which says what it styles; styles of Blueprint apart. */
const subjectsOf = (css: string): string[] =>
  [...css.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{};]+)\{/g)]
    .flatMap(([, list = '']) => list.split(/,(?![^(]*\))/))
    .flatMap((selector) => /\.([a-z][\w-]*)/.exec(selector)?.[1] ?? [])
    .filter((name) => !name.startsWith('bp6'));

test('a class is styled by one feature alone, so that it means one thing; only the layout of all screens is beside them', () => {
  const features = new Map<string, Set<string>>();
  for (const file of sheets.filter((each) => !each.startsWith('app'))) {
    const feature = file.split(/[\\/]/)[0] ?? '';
    for (const name of subjectsOf(textOf(file)))
      features.set(name, (features.get(name) ?? new Set()).add(feature));
  }
  expect(features.size).toBeGreaterThan(300);
  expect([...features].filter(([, of]) => of.size > 1)).toEqual([]);
});

test('each class that is styled stands in a screen', () => {
  const screens = readdirSync(frontend, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.tsx'),
  );
  const words = new Set(screens.flatMap((file) => textOf(file).match(/[\w-]+/g) ?? []));
  // The grids make theirs of what they are called.
  const isMade = (name: string) => /^(\w+-grid|grid-(head|expansion))$/.test(name);
  const styled = sheets
    .flatMap((file) => textOf(file).match(/^[^@\n]*\{$|^[^\n]*,$/gm) ?? [])
    .flatMap((selector) => [...selector.matchAll(/\.([a-z][\w-]*)/g)].map(([, name = '']) => name))
    .filter((name) => !name.startsWith('bp6'));
  expect(styled.length).toBeGreaterThan(300);
  expect(styled.filter((name) => !words.has(name) && !isMade(name))).toEqual([]);
});

test('only the theme knows the classes of Blueprint', () => {
  const sources = readdirSync(frontend, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(css|tsx?)$/.test(file),
  );
  const knowing = sources.filter((file) => /\bbp\d+-/.test(textOf(file)));
  expect(knowing.map((file) => file.replaceAll('\\', '/'))).toEqual(['shared/ui/theme.css']);
});
