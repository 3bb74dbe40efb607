import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { SUITES, sharedReader, sourcesOf, stampOf, testsOf } from '../support/passed-suites.mjs';
import { temporaryFolder } from '../support/temporary-file.js';

/**
 * Paths that tests name and don't read: packages, builds and data, which are there once the product was started, and those
 * that tests copy or make in a project of their own.
 */
const NOT_READ =
  /^(\.\/?|(node_modules|dist|\.data|\.cache|\.secrets)(\/.*)?|backend(\/domain|\/wire)?|frontend|tests\/run\.mjs)$/;

describe('a suite that npm test may leave out', () => {
  const read = sharedReader();

  it.each(Object.entries(SUITES))('%s names only files that are there, tests among them', (_, suite) => {
    expect([...suite.tests, ...suite.reads].filter((path) => !existsSync(path))).toEqual([]);
    expect(testsOf(suite).length).toBeGreaterThan(0);
  });

  it.each(Object.entries(SUITES))('%s depends on every file that its tests name', (_, suite) => {
    const sources = sourcesOf(suite, read);
    const named = testsOf(suite).flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/'([\w./-]+)'/g)].map(([, path = '']) => path),
    );
    const paths = named.filter((path) => !path.startsWith('/') && !path.startsWith('..') && existsSync(path));
    const isSource = (path: string) =>
      sources.some((source) => source === path || source.startsWith(`${path}/`));
    expect(paths.filter((path) => !NOT_READ.test(path) && !isSource(path))).toEqual([]);
  });

  it('has every test of the server, of the screens and of the browser', () => {
    const all = { tests: ['tests/backend', 'tests/frontend', 'tests/e2e'], reads: [] };
    const known = Object.values(SUITES).flatMap(testsOf);
    expect(testsOf(all).filter((file) => !known.includes(file))).toEqual([
      'tests/frontend/seeded-draws.test.ts',
    ]);
  });

  it('is left out by a name that is the beginning of no other test', () => {
    const tests = Object.values(SUITES).flatMap((suite) => suite.tests);
    const folders = tests.filter((path) => statSync(path).isDirectory());
    expect(folders.filter((path) => !path.endsWith('/'))).toEqual([]);
  });
});

describe('the stamp of a suite', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let suite: { tests: string[]; reads: string[] };

  beforeEach(() => {
    folder = temporaryFolder();
    mkdirSync(folder.pathOf('read'));
    writeFileSync(folder.pathOf('a.test.ts'), "import { b } from './b.js';");
    writeFileSync(folder.pathOf('b.ts'), "export type { C } from './c.js';\nawait import('./d.js');");
    for (const name of ['c.ts', 'd.ts', 'unrelated.ts', 'read/script.sh'])
      writeFileSync(folder.pathOf(name), '');
    suite = { tests: [folder.pathOf('a.test.ts')], reads: [folder.pathOf('read')] };
  });
  afterEach(() => folder.remove());

  it.each<[string, () => void]>([
    ['a test', () => writeFileSync(folder.pathOf('a.test.ts'), "import './b.js';")],
    ['what it imports', () => writeFileSync(folder.pathOf('b.ts'), "import './c.js';\nimport './d.js';")],
    ['what that imports for a type', () => writeFileSync(folder.pathOf('c.ts'), 'export type C = 1;')],
    ['what that imports while it runs', () => writeFileSync(folder.pathOf('d.ts'), 'export {};')],
    ['what it reads', () => writeFileSync(folder.pathOf('read/script.sh'), 'true')],
    ['the mode of what it reads', () => chmodSync(folder.pathOf('read/script.sh'), 0o755)],
    ['a file more in a folder that it reads', () => writeFileSync(folder.pathOf('read/more.sh'), '')],
    ['a file less in a folder that it reads', () => rmSync(folder.pathOf('read/script.sh'))],
  ])('changes with %s', (_, change) => {
    const before = stampOf(suite);
    change();
    expect(stampOf(suite)).not.toBe(before);
  });

  it('changes with the time that a run chooses', () => {
    const before = stampOf(suite);
    process.env.TEST_NOW = '1999-12-31T23:59:00+09:00'; // No run is told this one.
    expect(stampOf(suite)).not.toBe(before);
  });

  it('stays as it is when something else changes', () => {
    const before = stampOf(suite);
    writeFileSync(folder.pathOf('unrelated.ts'), 'export {};');
    expect(stampOf(suite)).toBe(before);
  });
});
