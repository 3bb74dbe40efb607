import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { pathOfAlias } from '../support/aliases.mjs';

/** The target of an import: a file of the project, a package or a module of Node; none of them when it is unresolved. */
type Target = { file?: string; package?: string; isNode?: boolean; isOnlyType: boolean };
type Import = { from: string; specifier: string; to: Target };
type Rule = {
  name: string;
  from: RegExp;
  except?: RegExp;
  /** Tells whether files of `from` must not import the target; `feature` is the importing feature. */
  forbids: (to: Target, feature: string) => boolean;
};
export type Violation = { rule: string; from: string; to: string };

const FOLDERS = ['backend', 'frontend', 'migrations', 'tests'];
const SOURCE = /\.[cm]?tsx?$|\.[cm]js$/;
/** The features of the server: each may import those before it. */
const FEATURES: readonly string[] = [
  ...[
    'event-log',
    'time-travel',
    'identity',
    'setup',
    'rooms',
    'masters',
    'guest-card',
    'calendar',
    'reservations',
    'cleaning',
    'guest-register',
  ],
  ...[
    'evidence',
    'payment',
    'lodging-tax',
    'erasure',
    'reports',
    'imports',
    'move-in',
    'handover',
    'hotel',
    'backup',
  ],
  ...['integrations', 'live', 'health'],
];
const FEATURE = new RegExp(`^backend/(${FEATURES.join('|')})/`);
const SHARED = /^backend\/(domain|wire|event-store|platform|streams)\//;
const PUBLIC = /\.(module|public)\.ts$/;
const MAX_PUBLIC_LINES = 60;
/** The folders of the screens, and what each may import of the others besides `shared`; `app` composes all of them. */
const SCREEN_FOLDER = /^frontend\/([\w-]+)\//;
const SCREEN_IMPORTS: Record<string, readonly string[]> = {
  audit: ['booking'],
  'auto-registration': ['booking', 'imports'],
  booking: ['guest-card', 'imports', 'payment'],
  'booking-panel': ['booking', 'front-desk', 'guest-card', 'guest-register', 'imports', 'payment'],
  calendar: ['booking', 'booking-panel'],
  'front-desk': ['booking', 'guest-card', 'guest-register', 'imports', 'payment'],
  'guest-search': ['guest-card'],
  handover: ['imports'],
  masters: ['guest-register'],
  reports: ['payment'],
  registration: ['booking', 'calendar', 'unplaced'],
  setup: ['masters'],
  undo: ['booking', 'guest-card', 'guest-register'],
  unplaced: ['auto-registration', 'calendar', 'imports'],
};
const BUILD_FILES = /^frontend\/(vite\.config|[\w-]+\.plugin)\.ts$/;

/** Files of the project other than these, and modules of Node. */
const allBut =
  (allowed: RegExp) =>
  ({ file, isNode }: Target) =>
    isNode === true || (file !== undefined && !allowed.test(file));
const filesIn =
  (forbidden: RegExp, allowed?: RegExp) =>
  ({ file = '' }: Target) =>
    forbidden.test(file) && !allowed?.test(file);
const packagesBut =
  (...allowed: string[]) =>
  (to: Target) =>
    to.package !== undefined && !allowed.includes(to.package);

const { dependencies, optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));

/** Forbidden imports, besides cycles and unresolved ones. */
const rules: readonly Rule[] = [
  {
    name: 'domain-imports-only-domain',
    from: /^backend\/domain\//,
    forbids: allBut(/^backend\/domain\//),
  },
  {
    // Only dates.ts uses luxon.
    name: 'domain-uses-no-packages',
    from: /^backend\/domain\//,
    except: /^backend\/domain\/dates\.ts$/,
    forbids: packagesBut(),
  },
  {
    name: 'domain-dates-use-only-luxon',
    from: /^backend\/domain\/dates\.ts$/,
    forbids: packagesBut('luxon'),
  },
  {
    name: 'wire-imports-only-domain',
    from: /^backend\/wire\//,
    forbids: allBut(/^backend\/(wire|domain)\//),
  },
  { name: 'wire-uses-only-zod', from: /^backend\/wire\//, forbids: packagesBut('zod') },
  {
    name: 'event-store-imports-no-feature',
    from: /^backend\/event-store\//,
    forbids: filesIn(/./, /^backend\/(event-store|domain|platform)\//),
  },
  {
    name: 'platform-imports-no-feature',
    from: /^backend\/platform\//,
    forbids: filesIn(/^(backend|frontend|tests)\//, /^backend\/(platform|domain|wire)\//),
  },
  {
    name: 'streams-import-no-feature',
    from: /^backend\/streams\//,
    forbids: filesIn(/./, /^backend\/(streams|event-store|domain|platform)\//),
  },
  {
    name: 'features-import-no-later-feature',
    from: FEATURE,
    forbids: ({ file = '' }, feature) =>
      FEATURES.indexOf(FEATURE.exec(file)?.[1] ?? feature) > FEATURES.indexOf(feature),
  },
  {
    name: 'features-import-only-public-files',
    from: FEATURE,
    forbids: ({ file = '' }, feature) =>
      file.startsWith('backend/') &&
      !SHARED.test(file) &&
      FEATURE.exec(file)?.[1] !== feature &&
      !(FEATURE.test(file) && PUBLIC.test(file)),
  },
  {
    name: 'database-driver-only-in-platform',
    from: /^backend\//,
    except: /^backend\/(platform|tools|event-store)\//,
    forbids: (to) => to.package === 'pg',
  },
  { name: 'backend-imports-no-screens', from: /^backend\//, forbids: filesIn(/^(frontend|tests)\//) },
  {
    name: 'frontend-imports-only-domain-and-wire',
    from: /^frontend\//,
    forbids: filesIn(/^(backend|migrations|tests)\//, /^backend\/(domain|wire)\//),
  },
  {
    name: 'screens-import-shared-and-named-features',
    from: SCREEN_FOLDER,
    except: /^frontend\/app\//,
    forbids({ file = '' }, feature) {
      const other = SCREEN_FOLDER.exec(file)?.[1] ?? feature;
      const isAllowed = other === feature || SCREEN_IMPORTS[feature]?.includes(other);
      return !isAllowed && (other !== 'shared' || feature === 'shared');
    },
  },
  {
    name: 'frontend-uses-no-node',
    from: /^frontend\//,
    except: BUILD_FILES,
    forbids: ({ isNode }) => isNode === true,
  },
  {
    name: 'frontend-uses-no-server-packages',
    from: /^frontend\//,
    except: BUILD_FILES,
    forbids: (to) => /^(@nestjs\/.*|pg|kysely|socket\.io|express)$/.test(to.package ?? ''),
  },
  { name: 'migrations-are-frozen', from: /^migrations\//, forbids: filesIn(/./) },
  {
    name: 'product-uses-no-development-packages',
    from: /^(backend|migrations|frontend)\//,
    except: /\.d\.ts$/,
    forbids: (to) =>
      !to.isOnlyType &&
      to.package !== undefined &&
      !(to.package in { ...dependencies, ...optionalDependencies }),
  },
];

export const ruleNames = [
  'no-cycles',
  'no-unresolvable-imports',
  'public-files-are-short',
  ...rules.map(({ name }) => name),
];

/** Every import and public file of a project folder that breaks a rule. */
export function violationsIn(root: string): Violation[] {
  const files = sourcesOf(root);
  const imports = files.flatMap((file) => importsOf(root, file));
  const broken = imports.flatMap(({ from, specifier, to }) =>
    rules
      .filter((rule) => rule.from.test(from) && !rule.except?.test(from))
      .filter((rule) => rule.forbids(to, rule.from.exec(from)?.[1] ?? ''))
      .map(({ name }) => ({ rule: name, from, to: specifier })),
  );
  const unresolved = imports.filter(({ to }) => !to.file && !to.package && !to.isNode);
  return [
    ...broken,
    ...unresolved.map(({ from, specifier }) => ({ rule: 'no-unresolvable-imports', from, to: specifier })),
    ...cyclesOf(imports),
    ...longPublicFiles(root, files),
  ];
}

/** Public files of the backend that have outgrown what a feature should offer to others. */
function longPublicFiles(root: string, files: readonly string[]): Violation[] {
  return files
    .filter((file) => /^backend\/.*\.public\.ts$/.test(file))
    .map((file) => ({ file, lines: readFileSync(join(root, file), 'utf8').trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > MAX_PUBLIC_LINES)
    .map(({ file, lines }) => ({ rule: 'public-files-are-short', from: file, to: `${lines} lines` }));
}

function sourcesOf(root: string): string[] {
  return FOLDERS.filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true }).map((file) => join(folder, String(file))),
    )
    .filter((file) => SOURCE.test(file) && !/^tests\/bench\/peers\//.test(file));
}

function importsOf(root: string, file: string): Import[] {
  const source = readFileSync(join(root, file), 'utf8');
  const { staticImports, staticExports, dynamicImports } = parseSync(file, source).module;
  const found = [
    ...staticImports.map(({ moduleRequest, entries }) => ({
      specifier: moduleRequest.value,
      isOnlyType: entries.length > 0 && entries.every(({ isType }) => isType),
    })),
    ...staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, isType }) =>
        moduleRequest ? [{ specifier: moduleRequest.value, isOnlyType: isType }] : [],
      ),
    ),
    ...dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
      const [, specifier] = /^['"`]([^$]+)['"`]$/.exec(source.slice(start, end)) ?? [];
      return specifier ? [{ specifier, isOnlyType: false }] : [];
    }),
    ...[...source.matchAll(/\btypeof import\('([^']+)'\)/g)].map(([, specifier = '']) => ({
      specifier,
      isOnlyType: true,
    })),
  ];
  return found.map(({ specifier, isOnlyType }) => ({
    from: file,
    specifier,
    to: { ...targetOf(root, file, specifier), isOnlyType },
  }));
}

function targetOf(root: string, from: string, specifier: string): Omit<Target, 'isOnlyType'> {
  const isThere = (path: string) => existsSync(join(root, path));
  if (specifier.startsWith('node:')) return { isNode: true };
  if (specifier.startsWith('#') && !from.startsWith('tests/')) return {};
  const alias = pathOfAlias(specifier);
  if (!specifier.startsWith('.') && alias === null) {
    const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
    return isThere(join('node_modules', name)) ? { package: name } : {};
  }
  const [path = ''] = (alias ?? join(dirname(from), specifier)).split('?');
  const file = [path, path.replace(/\.js$/, '.ts'), path.replace(/\.js$/, '.tsx')].find(isThere);
  return file === undefined ? {} : { file };
}

/** Each file that imports itself through others, with the shortest cycle. */
function cyclesOf(imports: readonly Import[]): Violation[] {
  const imported = new Map<string, string[]>();
  for (const { from, to } of imports)
    if (to.file) imported.set(from, [...(imported.get(from) ?? []), to.file]);
  // Removes files that import none of the remaining ones until only cycles, and what leads to them, remain.
  const remaining = new Set(imported.keys());
  const isLeaf = (file: string) => !imported.get(file)?.some((to) => remaining.has(to));
  for (let leaves = [...remaining]; leaves.length > 0; ) {
    leaves = [...remaining].filter(isLeaf);
    for (const leaf of leaves) remaining.delete(leaf);
  }
  return [...remaining].flatMap((file) => {
    const path = shortestCycle(file, imported);
    return path ? [{ rule: 'no-cycles', from: file, to: path.join(' → ') }] : [];
  });
}

function shortestCycle(start: string, imported: ReadonlyMap<string, readonly string[]>): string[] | null {
  const paths: string[][] = [[start]];
  const seen = new Set<string>();
  for (const path of paths) {
    for (const to of imported.get(path.at(-1) ?? start) ?? []) {
      if (to === start) return [...path, start];
      if (!seen.has(to)) paths.push([...path, to]);
      seen.add(to);
    }
  }
  return null;
}
