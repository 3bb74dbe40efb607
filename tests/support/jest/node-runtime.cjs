// Jest's runtime without its VM: test files run in Node itself, and what they import is loaded once in a worker. Nothing
// can be mocked at its import.
const { createHash } = require('node:crypto');
const { mkdirSync, writeFileSync } = require('node:fs');
const { register } = require('node:module');
const { join } = require('node:path');
const { fileURLToPath, pathToFileURL } = require('node:url');
const { transformFileSync } = require('@swc/core');
const { optionsOf } = require('../typescript-options.cjs');

register('../typescript-hooks.mjs', pathToFileURL(__filename));

let files = 0;

class NodeRuntime {
  #environment;
  #testPath;
  #sourceMaps;

  constructor(config, environment, _resolver, _transformer, _sources, _coverage, testPath) {
    this.#environment = environment;
    this.#testPath = testPath;
    this.#sourceMaps = new SourceMaps(join(config.rootDir, '.cache/source-maps'));
  }

  /** The framework keeps the tests of a file in its module: each file gets one of its own. */
  requireInternalModule(path) {
    delete require.cache[path];
    delete globalThis[Symbol.for('EVENT_HANDLERS')];
    return require(path);
  }

  requireModule(path) {
    return require(path);
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  async unstable_importModule(path) {
    const url = pathToFileURL(path);
    if (path === this.#testPath) {
      files += 1;
      url.search = String(files);
    }
    return await import(url.href);
  }

  setGlobalsForRuntime(globals) {
    globalThis[Symbol.for('jest-globals')] = { ...globals, jest: this.#jest() };
  }

  #jest() {
    const { moduleMocker: mocker, fakeTimersModern: timers } = this.#environment;
    return {
      fn: mocker.fn.bind(mocker),
      spyOn: mocker.spyOn.bind(mocker),
      replaceProperty: mocker.replaceProperty.bind(mocker),
      restoreAllMocks: mocker.restoreAllMocks.bind(mocker),
      useFakeTimers: timers.useFakeTimers.bind(timers),
      useRealTimers: timers.useRealTimers.bind(timers),
      advanceTimersByTime: timers.advanceTimersByTime.bind(timers),
      getTimerCount: timers.getTimerCount.bind(timers),
    };
  }

  getSourceMaps() {
    return this.#sourceMaps;
  }

  enterTestCode() {}
  leaveTestCode() {}
  getAllCoverageInfoCopy() {}
  teardown() {}
}

/** Where the source map of a file is, made when a stack names the file. */
class SourceMaps extends Map {
  #folder;

  constructor(folder) {
    super();
    this.#folder = folder;
  }

  get(source) {
    if (/^file:.*\.ts(\?|$)/.test(source) && !this.has(source)) this.set(source, this.#made(source));
    return super.get(source);
  }

  #made(source) {
    const filename = fileURLToPath(source);
    const { map } = transformFileSync(filename, { ...optionsOf(filename), sourceMaps: true });
    const path = join(this.#folder, `${createHash('sha1').update(map).digest('hex')}.json`);
    mkdirSync(this.#folder, { recursive: true });
    writeFileSync(path, map);
    return path;
  }
}

module.exports = NodeRuntime;
