const { createRequire } = require('node:module');

const { default: TestSequencer } = createRequire(require.resolve('jest'))('@jest/test-sequencer');

/** Files that take longest, so that no worker is left with them at the end; the size of a file says nothing of that. */
const LONGEST = [
  /frontend\/checklist\//,
  /backend\/cli\/|embedded-postgres|\/faults\//,
  /\/(every-route|erased-memory|event-streams|rebuild|uploads|random-histories\.property|reservation-form)\.test\.|backend\/sample\//,
];

const rank = ({ path }) => LONGEST.findIndex((pattern) => pattern.test(path)) + 1 || LONGEST.length + 1;

module.exports = class LongestFirst extends TestSequencer {
  sort(tests) {
    return super.sort(tests).toSorted((a, b) => rank(a) - rank(b));
  }
};
