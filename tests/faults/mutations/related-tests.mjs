import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { pathOfAlias } from '../../support/aliases.mjs';

const SOURCE = /\.tsx?$/;
const TEST = /^tests\/(domain|backend|frontend)\/.*\.test\.tsx?$/;
/** These start the built server, in which there is no mutant. */
const OF_BUILT_SERVER = /^tests\/(backend\/(cli|embedded-postgres)|frontend\/checklist)\//;
/** Tests that are tried before the others of the same folder. */
const NEAREST = 4;
/** Tests of other folders that are tried in the end. */
const FURTHER = 8;

/** The files below some folders, by their paths from the root. */
export function sourcesIn(root, folders) {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .map((path) => `${folder}/${path}`)
      .filter((path) => SOURCE.test(path) && !path.endsWith('.d.ts')),
  );
}

/** For each file the files that import it, not counting imports of types. */
export function importersIn(root) {
  const importers = new Map();
  for (const from of sourcesIn(root, ['backend', 'frontend', 'tests', 'migrations'])) {
    const text = readFileSync(join(root, from), 'utf8');
    for (const specifier of importsOf(from, text)) {
      const file = resolved(root, from, specifier);
      if (file) importers.set(file, (importers.get(file) ?? new Set()).add(from));
    }
  }
  return importers;
}

/** The tests that import a file, themselves or through others, the nearest first. */
function relatedTests(importers, file) {
  const seen = new Set([file]);
  for (const each of seen) for (const importer of importers.get(each) ?? []) seen.add(importer);
  return [...seen].filter((path) => TEST.test(path) && !OF_BUILT_SERVER.test(path));
}

/** The folder of the tests of a file. */
function testFolderOf(file) {
  if (file.startsWith('backend/domain/')) return 'tests/domain/';
  return `tests/${file.split('/').slice(0, 2).join('/')}/`;
}

/** Groups of tests in the order in which they are tried. */
export function groupsOf(importers, file) {
  const related = relatedTests(importers, file);
  const own = related.filter((path) => path.startsWith(testFolderOf(file)));
  const others = related.filter((path) => !own.includes(path));
  return {
    own: [own.slice(0, NEAREST), own.slice(NEAREST)].filter(({ length }) => length > 0),
    further: others.length > 0 ? [others.slice(0, FURTHER)] : [],
  };
}

function importsOf(file, text) {
  const { module } = parseSync(file, text);
  const hasValue = ({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType);
  const imported = module.staticImports.filter(hasValue).map(({ moduleRequest }) => moduleRequest.value);
  const exported = module.staticExports
    .filter(hasValue)
    .flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest?.value));
  const loaded = module.dynamicImports.map(({ moduleRequest: { start, end } }) =>
    text.slice(start + 1, end - 1),
  );
  return [...imported, ...exported, ...loaded].filter(Boolean);
}

function resolved(root, from, specifier) {
  const alias = pathOfAlias(specifier);
  if (!alias && !specifier.startsWith('.')) return null;
  const path = alias ?? join(dirname(from), specifier);
  const candidates = [path, path.replace(/\.js$/, '.ts'), path.replace(/\.js$/, '.tsx')];
  return candidates.find((candidate) => SOURCE.test(candidate) && existsSync(join(root, candidate))) ?? null;
}
