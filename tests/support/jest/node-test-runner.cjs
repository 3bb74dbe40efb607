// Jest's `testRunner` for tests of the server: jest-circus as it is, but test files run in Node itself instead of a VM, and
// what they import is loaded once in a worker. Nothing can be mocked at its import.
const { createRequire, register } = require('node:module');
const { fileURLToPath, pathToFileURL } = require('node:url');
const { compiledFileOf } = require('../typescript-options.cjs');

const { default: circus } = createRequire(require.resolve('jest'))('jest-circus/runner');

let files = 0;

/** Where `jest.setTimeout` leaves the limit of a file, and where jest-circus looks for it. */
const LIMIT = Symbol.for('TEST_TIMEOUT_SYMBOL');

const isSource = (source) => /^file:.*\.ts(\?|$)/.test(source);

module.exports = async (globalConfig, config, environment, runtime, testPath, ...rest) => {
  const counted = globalConfig.collectCoverage;
  if (files === 0) register('../typescript-hooks.mjs', pathToFileURL(__filename), { data: { counted } });
  files += 1;
  const sourceMaps = runtime.getSourceMaps();
  sourceMaps.get = (source) =>
    isSource(source)
      ? `${compiledFileOf(fileURLToPath(source), counted)}.map`
      : Map.prototype.get.call(sourceMaps, source);
  const settings = { ...process.env };
  const ownConsole = console;
  globalThis.console = environment.global.console;
  Object.defineProperty(globalThis, LIMIT, { get: () => environment.global[LIMIT], configurable: true });
  environment.fakeTimersModern = new environment.fakeTimersModern.constructor({ config, global: globalThis });
  try {
    const { testTimeout = globalConfig.testTimeout } = config.testEnvironmentOptions;
    return await circus(
      { ...globalConfig, testTimeout },
      config,
      environment,
      nodeRuntime(runtime, testPath),
      testPath,
      ...rest,
    );
  } finally {
    // Files share the worker: what one of them changed is put back at its end.
    environment.fakeTimersModern.dispose();
    environment.moduleMocker.restoreAllMocks();
    globalThis.console = ownConsole;
    delete globalThis[LIMIT];
    process.exitCode = undefined;
    for (const name of Object.keys(process.env)) if (!(name in settings)) delete process.env[name];
    Object.assign(process.env, settings);
    environment.global.__coverage__ = globalThis.__coverage__;
  }
};

/** Lets jest-circus load all modules in Node. */
function nodeRuntime(runtime, testPath) {
  return {
    // The framework keeps the tests of a file in its module: each file gets one of its own.
    requireInternalModule(path) {
      delete require.cache[path];
      delete globalThis[Symbol.for('EVENT_HANDLERS')];
      return require(path);
    },
    requireModule: require,
    unstable_shouldLoadAsEsm: () => true,
    unstable_importModule(path) {
      const url = pathToFileURL(path);
      if (path === testPath) url.search = String(files);
      return import(url.href);
    },
    setGlobalsForRuntime(globals) {
      runtime.setGlobalsForRuntime(globals);
      globalThis[Symbol.for('jest-globals')] = runtime.requireModuleOrMock(testPath, '@jest/globals');
    },
    enterTestCode() {},
    leaveTestCode() {},
  };
}
