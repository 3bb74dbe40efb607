const { createTransformer } = require('@swc/jest');
const { instrument } = require('../instrument.cjs');

const swc = createTransformer({
  swcrc: false,
  jsc: {
    parser: { syntax: 'typescript', decorators: true, tsx: true },
    transform: {
      legacyDecorator: true,
      decoratorMetadata: true,
      react: { runtime: 'automatic' },
      optimizer: {
        globals: { vars: { 'import.meta.env.PROD': 'false', 'import.meta.env.VITE_VERSION': '"1.2.3"' } },
      },
    },
    target: 'es2022',
    keepClassNames: true,
  },
  sourceMaps: 'inline',
});

/** swc, but coverage counts places of the source as it is written, and not of what swc makes of it. */
module.exports = {
  canInstrument: true,
  getCacheKey: swc.getCacheKey,
  process: (source, path, options) =>
    swc.process(options.instrument ? instrument(source, path).code : source, path, options),
};
