// Suites of one subject, which `npm test` leaves out as long as everything that they depend on is as it was when they last
// passed here. In a fresh clone nothing has passed.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathOfAlias } from './aliases.mjs';

/** Files that decide how any test runs. */
const PLATFORM = [
  'package.json',
  'package-lock.json',
  'tests/jest.config.mjs',
  'tests/support/aliases.mjs',
  'tests/support/clock',
  'tests/support/jest',
  'tests/support/test-cluster.mjs',
  'tests/support/typescript-hooks.mjs',
  'tests/support/typescript-options.cjs',
];

const BUILD = ['.swcrc', 'nest-cli.json', 'tsconfig.json', 'backend/tools/cli', 'migrations'];
const SERVER = ['backend', 'tests/support', ...BUILD];
const SCREENS = ['frontend', 'backend/domain', 'backend/wire', 'tsconfig.json'];

/** Makes a suite of each folder with tests in a layer, but for some folders. */
const suitesIn = (layer, title, reads, but) =>
  readdirSync(`tests/${layer}`, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !but.includes(entry.name))
    .map(({ name }) => {
      // With its slash, so that no folder is the beginning of another.
      const suite = { title: `${title} ${name}`, tests: [`tests/${layer}/${name}/`], reads };
      return [`${layer}-${name}`, suite];
    });

/**
 * Each suite's tests, and what they `read` or run beside the modules that they import. The programs of `cli` are
 * the whole server; `dev` and `prepare` test how it is built and restarted, whatever is in it.
 */
export const SUITES = {
  containers: {
    title: 'コンテナー',
    tests: [
      'tests/architecture/containers.test.ts',
      'tests/architecture/kubernetes.test.ts',
      'tests/architecture/neighbours.test.ts',
      'tests/architecture/patroni.test.ts',
    ],
    reads: [
      ...[
        '.container',
        '.debian',
        '.monitoring',
        'docker-compose.yml',
        '.dockerignore',
        '.gitignore',
        '.npmrc',
      ],
      ...['.docs/operations.md', 'tests/backend/api/route-table.ts', ...BUILD],
    ],
  },
  'embedded-postgres': {
    title: '内蔵の PostgreSQL',
    tests: ['tests/backend/embedded-postgres/'],
    reads: ['backend/tools/embedded-postgres', ...BUILD],
  },
  dev: {
    title: 'npm run dev とその準備',
    tests: ['tests/backend/cli/dev.test.ts', 'tests/backend/cli/prepare.test.ts'],
    reads: [
      'backend/main.ts',
      'backend/app.module.ts',
      'backend/tools/embedded-postgres',
      'backend/health',
      'backend/platform',
      'frontend/index.html',
      'frontend/vite.config.ts',
      'frontend/named-icons.plugin.ts',
      'frontend/precompress.plugin.ts',
      'frontend/service-worker.plugin.ts',
      ...BUILD,
    ],
  },
  cli: {
    title: 'コマンド',
    tests: [
      'tests/backend/cli/commands.test.ts',
      'tests/backend/cli/image.test.ts',
      'tests/backend/cli/migrate.test.ts',
      'tests/backend/cli/open-database.test.ts',
      'tests/backend/cli/serving-node.test.ts',
      'tests/backend/cli/start.test.ts',
    ],
    reads: ['backend', '.container/Dockerfile', ...BUILD],
  },
  faults: {
    title: '障害の試験',
    tests: [
      'tests/backend/move-in/killed-move-in.test.ts',
      'tests/faults/contention.test.ts',
      'tests/faults/feed.test.ts',
      'tests/faults/fuzz/channel-files.test.ts',
      'tests/faults/fuzz/move-in-files.test.ts',
      'tests/faults/fuzz/repeated-bytes.test.ts',
      'tests/faults/fuzz/requests.test.ts',
      'tests/faults/kills.test.ts',
      'tests/faults/lines.test.ts',
      'tests/faults/webhook-crashes.test.ts',
    ],
    reads: ['backend', ...BUILD],
  },
  sample: {
    title: '見本のホテル',
    tests: ['tests/backend/sample/'],
    reads: ['backend', ...BUILD],
  },
  ...Object.fromEntries([
    ...suitesIn(
      'backend',
      'サーバー',
      [...SERVER, '.docs/api.md', '.docs/openapi.json', '.monitoring'],
      ['cli', 'embedded-postgres', 'sample'],
    ),
    ...suitesIn('frontend', '画面', SCREENS, ['checklist', 'support']),
  ]),
  checklist: {
    title: 'チェックリスト',
    tests: ['tests/frontend/checklist/'],
    reads: [...SERVER, ...SCREENS, 'tests/e2e/support'],
  },
  browser: {
    title: 'ブラウザー',
    step: 'e2e',
    tests: ['tests/e2e/'],
    reads: [...SERVER, ...SCREENS],
  },
};

const stampFile = (name) => `.cache/passed/${name}.json`;

/** The files in a folder and below it, or the file itself. */
export function filesIn(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesIn(join(path, name)));
}

export const testsOf = ({ tests }) =>
  tests.flatMap(filesIn).filter((file) => /\.(test|spec)\.tsx?$/.test(file));

/** The modules of the project that a file imports, if only for their types. */
function importsOf(file, read) {
  const specifiers = read(file)
    .toString()
    .matchAll(/(?:from|import|import\()\s*'([.@#][^']*)'/g);
  return [...specifiers].flatMap(([, specifier]) => {
    const alias = pathOfAlias(specifier);
    if (alias === null && !specifier.startsWith('.')) return [];
    const path = alias ?? join(dirname(file), specifier);
    return [path, path.replace(/js$/, 'ts'), path.replace(/js$/, 'tsx')].filter(
      (each) => existsSync(each) && statSync(each).isFile(),
    );
  });
}

/** Reads each file once: suites have most of what they depend on in common. */
export function sharedReader() {
  const contents = new Map();
  return (file) => {
    if (!contents.has(file)) contents.set(file, readFileSync(file));
    return contents.get(file);
  };
}

/** Adds to a set of files all that they import, and what that imports. */
export function withImports(files, read = readFileSync) {
  const imported = new Set(files);
  // What is added while the set is gone through is gone through as well.
  for (const file of imported) for (const one of importsOf(file, read)) imported.add(one);
  return imported;
}

/** All that a suite depends on, in order. */
export function sourcesOf({ tests, reads }, read = readFileSync) {
  const imported = withImports(tests.flatMap(filesIn), read);
  return [...new Set([...imported, ...[...PLATFORM, ...reads].flatMap(filesIn)])].sort();
}

/** Changes with every name, mode and content of what a suite depends on, with Node and with the time that a run chooses. */
export function stampOf(suite, read = readFileSync) {
  const hash = createHash('sha256').update(`${process.version}\0${process.env.TEST_NOW ?? ''}`);
  for (const file of sourcesOf(suite, read))
    hash.update(`\0${file}\0${statSync(file).mode}\0`).update(read(file));
  return hash.digest('hex');
}

/** The stamp with which a suite last passed here, and since when it passes with that. */
export function lastPassed(name) {
  const file = stampFile(name);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

export function notePassed(name, stamp) {
  mkdirSync(dirname(stampFile(name)), { recursive: true });
  const since = lastPassed(name);
  const noted = since?.stamp === stamp ? since : { stamp, since: new Date().toISOString() };
  writeFileSync(stampFile(name), JSON.stringify(noted));
}
