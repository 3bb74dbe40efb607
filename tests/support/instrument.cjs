const { createInstrumenter } = require('istanbul-lib-instrument');

const instrumenter = createInstrumenter({
  esModules: true,
  produceSourceMap: true,
  parserPlugins: ['typescript', 'jsx', 'decorators-legacy'],
});

/**
 * A source that counts what of it runs, with its source map. The counts are of the source as it is written, so that every
 * way to run it counts the same places.
 */
exports.instrument = (source, filename) => ({
  code: instrumenter.instrumentSync(source, filename),
  map: JSON.stringify(instrumenter.lastSourceMap()),
});
