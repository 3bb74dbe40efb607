// Who may import whom. tests/architecture plants a violation of each rule and expects it to be found.
const features =
  '^backend/(reservations|calendar|rooms|masters|auto-registration|audit|live|identity|handover|reports)/';
const shared = '^backend/(domain|wire|event-store|platform)/';
const doors = '\\.(module|stream|catalog)\\.ts$';
const packages = ['npm', 'npm-dev', 'npm-optional', 'npm-no-pkg', 'npm-unknown'];
const buildFiles = '^frontend/(vite\\.config|precompress\\.plugin|service-worker\\.plugin)\\.ts$';

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolvable-imports',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'domain-imports-only-domain',
      severity: 'error',
      from: { path: '^backend/domain/' },
      to: { pathNot: '^backend/domain/|node_modules/' },
    },
    {
      name: 'domain-uses-no-packages',
      comment: 'dates.ts is the one door to luxon',
      severity: 'error',
      from: { path: '^backend/domain/', pathNot: '^backend/domain/dates\\.ts$' },
      to: { dependencyTypes: packages },
    },
    {
      name: 'domain-dates-use-only-luxon',
      severity: 'error',
      from: { path: '^backend/domain/dates\\.ts$' },
      to: { dependencyTypes: packages, pathNot: 'node_modules/(@types/)?luxon/' },
    },
    {
      name: 'wire-imports-only-domain',
      severity: 'error',
      from: { path: '^backend/wire/' },
      to: { pathNot: '^backend/(wire|domain)/|node_modules/' },
    },
    {
      name: 'wire-uses-only-zod',
      severity: 'error',
      from: { path: '^backend/wire/' },
      to: { dependencyTypes: packages, pathNot: 'node_modules/zod/' },
    },
    {
      name: 'event-store-knows-no-feature',
      severity: 'error',
      from: { path: '^backend/event-store/' },
      to: {
        path: '^(backend|frontend|migrations|tests)/',
        pathNot: '^backend/(event-store|domain|platform)/',
      },
    },
    {
      name: 'platform-knows-no-feature',
      severity: 'error',
      from: { path: '^backend/platform/' },
      to: { path: '^(backend|frontend|tests)/', pathNot: '^backend/(platform|domain|wire)/' },
    },
    {
      name: 'features-meet-only-at-their-doors',
      severity: 'error',
      from: { path: features },
      to: { path: '^backend/', pathNot: [shared, '^backend/$1/', `${features}.*${doors}`] },
    },
    {
      name: 'database-driver-has-one-door',
      severity: 'error',
      from: { path: '^backend/', pathNot: '^backend/(platform|launch|event-store)/' },
      to: { path: 'node_modules/pg/' },
    },
    {
      name: 'backend-knows-no-screens',
      severity: 'error',
      from: { path: '^backend/' },
      to: { path: '^(frontend|tests)/' },
    },
    {
      name: 'frontend-sees-only-domain-and-wire',
      severity: 'error',
      from: { path: '^frontend/' },
      to: { path: '^(backend|migrations|tests)/', pathNot: '^backend/(domain|wire)/' },
    },
    {
      name: 'frontend-uses-no-node',
      severity: 'error',
      from: { path: '^frontend/', pathNot: buildFiles },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'frontend-uses-no-server-packages',
      severity: 'error',
      from: { path: '^frontend/', pathNot: buildFiles },
      to: { path: 'node_modules/(@nestjs|pg|kysely|socket\\.io|express)/' },
    },
    {
      name: 'migrations-are-frozen',
      severity: 'error',
      from: { path: '^migrations/' },
      to: { path: '^(backend|frontend|tests|migrations)/' },
    },
    {
      name: 'product-uses-no-development-packages',
      severity: 'error',
      from: { path: '^(backend|migrations|frontend)/', pathNot: [buildFiles, '\\.d\\.ts$'] },
      to: {
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
        dependencyTypesNot: ['type-only'],
        pathNot: 'node_modules/@types/',
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|\\.cache|tests/bench/peers)/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
