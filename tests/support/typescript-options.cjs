const { join, relative } = require('node:path');

const project = join(__dirname, '../..');

/** Returns the options that make JavaScript of a source, as in the build. */
exports.optionsOf = (filename) => ({
  filename,
  swcrc: false,
  jsc: {
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
    target: 'es2022',
    keepClassNames: true,
  },
  module: { type: 'es6' },
  sourceMaps: true,
});

/** Names the file that keeps its JavaScript for the next run, with or without counts of what runs; its source map is beside it. */
exports.compiledFileOf = (filename, counted) =>
  join(project, '.cache', counted ? 'typescript-counted' : 'typescript', `${relative(project, filename)}.js`);
