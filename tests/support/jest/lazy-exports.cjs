// A Jest transform for files that only re-export: a module is loaded once somebody uses what it exports. The icons of
// Blueprint are three thousand modules, of which a screen draws ten; no screen uses the languages of zod.
const { createHash } = require('node:crypto');
const { readFileSync } = require('node:fs');

const LOADED = /^var (\w+) = require\("([^"]+)"\);$/gm;
/** The end of zod's lists, which reads all that they export. */
const SEALED = /^\/\/ seal-cjs-exports$.*/ms;

const own = readFileSync(__filename);

module.exports = {
  getCacheKey: (source, path) => createHash('sha256').update(own).update(path).update(source).digest('hex'),
  process(source) {
    const modules = new Map([...source.matchAll(LOADED)].map(([, name, path]) => [name, path]));
    const code = source
      .replace(LOADED, '')
      .replace(SEALED, '')
      .replace(/\b\w+_\d+\b/g, (name) => (modules.has(name) ? `require("${modules.get(name)}")` : name));
    return { code };
  },
};
