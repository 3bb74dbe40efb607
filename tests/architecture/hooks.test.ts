import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

const HOOK = /^(before|after)(All|Each)\(/m;
/** Jest loads these anew for each test file. */
const SETUP = 'tests/support/jest/';

const sources = () =>
  readdirSync('tests', { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !path.includes('node_modules'))
    .map((path) => `tests/${path}`);
const isTest = (path: string) => /\.(test|spec|speed|bench)\.tsx?$/.test(path);
const hooksAtLoad = (files: Iterable<[string, string]>) =>
  [...files].filter(([, text]) => HOOK.test(text)).map(([path]) => path);

test('a module that several test files share begins its hooks by a call: a worker loads it for the first file only', () => {
  const shared = sources().filter((path) => !isTest(path) && !path.startsWith(SETUP));
  expect(shared).toContain('tests/support/shared.ts');
  expect(hooksAtLoad(shared.map((path) => [path, readFileSync(path, 'utf8')]))).toEqual([]);
});

test('a hook at load is found, one within a function is not', () => {
  const files: [string, string][] = [
    ['world.ts', 'let database;\nbeforeEach(async () => {\n});\n'],
    ['shared.ts', 'export function use() {\n  beforeEach(() => undefined);\n}\n'],
  ];
  expect(hooksAtLoad(files)).toEqual(['world.ts']);
});
