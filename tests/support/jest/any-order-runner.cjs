// Jest's own `testRunner`, which runs the tests of a file in an order drawn by the run's seed.
const { createRequire } = require('node:module');

const { default: circus } = createRequire(require.resolve('jest'))('jest-circus/runner');

module.exports = (globalConfig, ...rest) => circus({ ...globalConfig, randomize: true }, ...rest);
