const { createRequire } = require('node:module');

const ofJest = createRequire(require.resolve('jest'));
const { ModuleMocker } = ofJest('jest-mock');
const { ModernFakeTimers } = ofJest('@jest/fake-timers');

/** Node itself, which the files of a worker share: what one of them changes is put back at its end. */
class NodeEnvironment {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  fakeTimers = null;
  #console = console;
  #exit = process.exit;
  #settings = { ...process.env };

  constructor({ projectConfig }) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  async setup() {}

  async teardown() {
    this.fakeTimersModern.dispose();
    this.moduleMocker.restoreAllMocks();
    globalThis.console = this.#console;
    process.exit = this.#exit;
    process.exitCode = undefined;
    for (const name of Object.keys(process.env)) if (!(name in this.#settings)) delete process.env[name];
    Object.assign(process.env, this.#settings);
  }

  getVmContext() {
    return null;
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }
}

module.exports = NodeEnvironment;
