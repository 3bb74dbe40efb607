import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { chooseClock, withChosenClock } from './support/clock/chosen-clock.mjs';

chooseClock();
// Here and in the workers before Jest takes the time of a test file.
await import('./support/clock/shift-date.cjs');
process.env.NODE_OPTIONS = withChosenClock.map((word) => `"${word}"`).join(' ');

const rootDir = fileURLToPath(new URL('..', import.meta.url));
/** Of the faults the gate has one contended room, one killed node, one lost answer and a restored sender, and a short fuzz of files and requests. */
const faultsOfTheGate = [
  'contention',
  'feed',
  'kills',
  'lines',
  'fuzz/channel-files',
  'fuzz/move-in-files',
  'fuzz/repeated-bytes',
  'fuzz/requests',
  'webhook-crashes',
].map((name) => `<rootDir>/tests/faults/${name}.test.ts`);

/** Suites that `npm test` leaves out, since they passed and have not changed. */
const leftOut = (process.env.TESTS_LEFT_OUT ?? '').split(' ').filter((path) => path !== '');

/**
 * A test of the server that hangs is red soon, after its longest wait has said what it waited for, unless a limit is given
 * by hand. Long runs of the faults replay properties five times as often.
 */
const isLimitGiven = process.argv.some((word) => word.startsWith('--testTimeout'));
const limitOfServer = isLimitGiven || process.env.FAULTS_LENGTH ? undefined : 20_000;

const shared = {
  rootDir,
  testPathIgnorePatterns: ['/node_modules/', ...leftOut.map((path) => `<rootDir>/${path}`)],
  setupFiles: ['<rootDir>/tests/support/clock/shift-date.cjs'],
  setupFilesAfterEnv: ['<rootDir>/tests/support/jest/seeded-draws.ts'],
  resolver: '<rootDir>/tests/support/jest/typescript-resolver.cjs',
  transform: { '\\.tsx?$': '<rootDir>/tests/support/jest/typescript-transform.cjs' },
  moduleNameMapper: {
    '^@domain/(.*)$': '<rootDir>/backend/domain/$1',
    '^@wire/(.*)$': '<rootDir>/backend/wire/$1',
    '^#(backend|frontend|migrations|tests)/(.*)$': '<rootDir>/$1/$2',
  },
};

const inNode = {
  ...shared,
  testEnvironment: 'node',
  testRunner: '<rootDir>/tests/support/jest/node-test-runner.cjs',
  injectGlobals: false,
};

/** Lists of what packages have, of which a screen uses little. */
const LISTS = '(@blueprintjs/(core|icons)/lib/cjs/(.*/)?index\\.js|zod/v4/locales/index\\.cjs)$';

const inJsdom = {
  ...shared,
  // The node builds of packages are CommonJS, so nothing in node_modules needs a transform but for long lists.
  testEnvironmentOptions: { customExportConditions: ['node', 'require', 'default'] },
  transform: {
    ...shared.transform,
    [LISTS]: '<rootDir>/tests/support/jest/lazy-exports.cjs',
  },
  transformIgnorePatterns: [`/node_modules/(?!${LISTS})`],
  setupFiles: [...shared.setupFiles, '<rootDir>/tests/support/jest/browser-globals.cjs'],
  setupFilesAfterEnv: [...shared.setupFilesAfterEnv, '<rootDir>/tests/support/jest/screens-setup.ts'],
  moduleNameMapper: {
    ...shared.moduleNameMapper,
    '\\.css$': '<rootDir>/tests/support/jest/empty.cjs',
  },
};

export default {
  rootDir,
  // The tests of a file run in an order drawn by the seed, which is shown and comes again with `--seed`.
  randomize: true,
  reporters: ['default', '<rootDir>/tests/support/jest/named-tests.mjs'],
  testSequencer: '<rootDir>/tests/support/jest/longest-first.cjs',
  collectCoverageFrom: ['{backend,frontend}/**/*.{ts,tsx}', '!**/*.d.ts'],
  coverageDirectory: '<rootDir>/.cache/coverage',
  coverageReporters: ['text', 'html'],
  // Every worker holds its own connections to the run's one PostgreSQL.
  // One more than there are cores: a worker waits for PostgreSQL a quarter of its time.
  maxWorkers: Math.min(4, availableParallelism() + 1),
  workerIdleMemoryLimit: '1GB',
  // No test says how fast a machine must be: each wait fails by itself within 15 s, and this only ends what hangs.
  testTimeout: 90_000,
  projects: [
    {
      ...inNode,
      displayName: 'pure',
      testMatch: ['<rootDir>/tests/{domain,architecture}/**/*.test.ts'],
    },
    // Before what only needs the database: its server is stopped first.
    {
      ...inJsdom,
      displayName: 'checklist',
      testEnvironment: '<rootDir>/tests/support/jest/served-jsdom.cjs',
      testMatch: ['<rootDir>/tests/frontend/checklist/*.test.ts'],
      setupFilesAfterEnv: shared.setupFilesAfterEnv,
      globalSetup: '<rootDir>/tests/support/jest/hotel-setup.mjs',
      globalTeardown: '<rootDir>/tests/support/jest/hotel-teardown.mjs',
    },
    {
      ...inNode,
      displayName: 'database',
      testEnvironmentOptions: { testTimeout: limitOfServer },
      testMatch: ['<rootDir>/tests/backend/**/*.test.ts', ...faultsOfTheGate],
      globalSetup: '<rootDir>/tests/support/jest/database-setup.mjs',
      globalTeardown: '<rootDir>/tests/support/jest/database-teardown.mjs',
    },
    {
      ...inJsdom,
      displayName: 'screens',
      testEnvironment: 'jsdom',
      testMatch: ['<rootDir>/tests/frontend/**/*.test.{ts,tsx}'],
      testPathIgnorePatterns: [...shared.testPathIgnorePatterns, '<rootDir>/tests/frontend/checklist/'],
    },
  ],
};
