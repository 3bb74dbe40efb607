// Which code a row of `.docs/proof` proves: the row carries a hash of the files that its check ran, and turns grey when they
// have changed since.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { filesIn, sharedReader, withImports } from './passed-suites.mjs';

/** Tests that import this start the built product, and so run all of it. */
const STARTER = 'tests/support/server.ts';
const SERVER = ['backend/main.ts', 'backend/tools/cli/commands.ts', ...filesIn('migrations')];
const IN_BROWSER = /^tests\/e2e\/|\.bench\.ts$/;
const COMMENTS = /^[ \t]*(?:\/\*[\s\S]*?\*\/|\/\/.*)?[ \t]*\n/gm;

/** Returns the files that a check runs, by imports: its own, and those of the product that it starts. */
export function coveredBy(file, read = readFileSync) {
  const own = withImports([file], read);
  const server = own.has(STARTER) ? SERVER : [];
  const screens = IN_BROWSER.test(file) ? ['frontend/main.tsx'] : [];
  return [...withImports([...own, ...server, ...screens], read)].sort();
}

/** Returns a hash of the code that a check runs, 10 characters: the names and texts of its files, without comments and empty lines. */
export function codeOf(file, read = readFileSync) {
  const hash = createHash('sha256');
  for (const path of coveredBy(file, read))
    hash.update(`\0${path}\0`).update(read(path).toString().replaceAll(COMMENTS, ''));
  return hash.digest('hex').slice(0, 10);
}

const GREY = /^<s>(?<run>.*)<\/s> stale since (?<day>.*)$/;

/** Returns whether a row is grey: its code has changed since its run. */
export const isStale = (row) => GREY.test(row.at(-2) ?? '');

/**
 * Returns rows whose last two cells are run and code, each grey with a day from when its code was first seen changed, and
 * black again where its code is as it was. `codeNow` gives the code of a row's check by its first cell, null where the check is no more.
 */
export function greyed(rows, codeNow, day) {
  return rows.map((row) => {
    const [run = '', code = ''] = row.slice(-2);
    const last = GREY.exec(run)?.groups;
    const isSame = code !== '' && codeNow(row[0] ?? '') === code;
    const shown = isSame ? (last?.run ?? run) : last ? run : `<s>${run}</s> stale since ${day}`;
    return [...row.slice(0, -2), shown, code];
  });
}

/** Returns a function that gives the code of a file, null where there is none; each file is read and hashed once. */
export function codeReader() {
  const read = sharedReader();
  const known = new Map();
  return (file) => {
    if (!existsSync(file)) return null;
    if (!known.has(file)) known.set(file, codeOf(file, read));
    return known.get(file);
  };
}
