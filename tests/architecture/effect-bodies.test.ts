import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { temporaryFolder } from '../support/temporary-file.js';

const REFUSED = [
  'useEffect(() => pane.scrollTo({ top: 0 }), [pane]);',
  'useEffect(() => pane?.focus());',
  'useLayoutEffect(() => (pane ? pane.focus() : look()), [pane]);',
  'useInsertionEffect(() => insert(), []);',
  'timeAtom.onMount = (set) => set(1);',
  'export const list = <div ref={(element) => element.focus()} />;',
];
const ALLOWED = [
  'useEffect(() => {\n  pane.scrollTo({ top: 0 });\n}, [pane]);',
  'useEffect(() => void load(), []);',
  'useEffect(follow, []);',
  'useEffect(() => stop, []);',
  'timeAtom.onMount = (set) => {\n  set(1);\n};',
];

/** A folder with one file per snippet, linted under the project's rules. */
const folder = temporaryFolder();
const planted = (index: number) => `Planted${index}x.tsx`;
let report = '';

beforeAll(() => {
  mkdirSync(folder.pathOf('tests/architecture'), { recursive: true });
  for (const file of ['.biome.json', '.gitignore', 'tests/architecture/effect-bodies.grit'])
    copyFileSync(file, folder.pathOf(file));
  for (const [index, code] of [...REFUSED, ...ALLOWED].entries())
    writeFileSync(folder.pathOf(planted(index)), `${code}\n`);
  const args = [resolve('node_modules/@biomejs/biome/bin/biome'), 'lint', '--reporter=github'];
  report = spawnSync(process.execPath, args, { cwd: folder.path, encoding: 'utf8' }).stdout;
});

afterAll(folder.remove);

const complaints = (index: number) =>
  report
    .split('\n')
    .filter((line) => line.includes(planted(index)) && line.includes('is called as its clean-up'));

test.each(REFUSED)('the lint refuses %s', (code) => {
  expect(complaints(REFUSED.indexOf(code))).toHaveLength(1);
});

test.each(ALLOWED)('the lint allows %s', (code) => {
  expect(complaints(REFUSED.length + ALLOWED.indexOf(code))).toEqual([]);
});
