// The checks of `npm run faults`: each fault by its name, each other file of tests as a whole.
import { readdirSync, readFileSync } from 'node:fs';

const inProject = (path) => new URL(`../../${path}`, import.meta.url);

/** The files of tests in a folder and below it. */
function testsIn(folder) {
  const files = readdirSync(inProject(folder), { recursive: true });
  return files.filter((path) => /\.(test\.tsx?|spec\.ts)$/.test(path)).map((path) => `${folder}/${path}`);
}

/** Lists the checks of a file: each of its faults by its name, or all of it at once. */
function checksOf(file) {
  const text = file.startsWith('tests/faults/') ? readFileSync(inProject(file), 'utf8') : '';
  const names = [...text.matchAll(/^fault\(\s*'([\w-]+)'/gm)].map(([, name]) => name);
  if (names.length === 0) return [{ check: file, file, only: [] }];
  return names.map((name) => ({ check: name, file, only: ['--testNamePattern', `^${name} `] }));
}

/** Lists the checks of any length, and those of long runs: properties are in the gate as well, with a fifth of the cases. */
export function listChecks() {
  const isLong = (path) => readFileSync(inProject(path), 'utf8').includes('@long');
  const always = [...testsIn('tests/faults'), ...testsIn('tests/e2e').filter(isLong)].flatMap(checksOf);
  const properties = testsIn('tests').filter((path) => /\.property\.|histories\.test/.test(path));
  return { always, long: [...always, ...properties.flatMap(checksOf)] };
}

/** The first cell of a check's rows. */
export const cellOf = (check) => `\`${check.replace('tests/faults/', '')}\``;
