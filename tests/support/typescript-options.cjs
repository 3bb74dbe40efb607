const { join, relative } = require('node:path');

const project = join(__dirname, '../..');

/** How a source becomes JavaScript: as in the build. */
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

/** Where its JavaScript is kept for the next run, with or without counts of what runs; its source map is beside it. */
exports.compiledFileOf = (filename, counted) =>
  join(project, '.cache', counted ? 'typescript-counted' : 'typescript', `${relative(project, filename)}.js`);
