// A Jest transform for files that only re-export: a module is loaded once somebody uses what it exports. The icons of
// Blueprint are three thousand modules, of which a screen draws ten.
const { createHash } = require('node:crypto');
const { readFileSync } = require('node:fs');

const LOADED = /^var (\w+) = require\("([^"]+)"\);$/gm;

const own = readFileSync(__filename);

module.exports = {
  getCacheKey: (source, path) => createHash('sha256').update(own).update(path).update(source).digest('hex'),
  process(source) {
    const modules = new Map([...source.matchAll(LOADED)].map(([, name, path]) => [name, path]));
    const code = source
      .replace(LOADED, '')
      .replace(/\b\w+_\d+\b/g, (name) => (modules.has(name) ? `require("${modules.get(name)}")` : name));
    return { code };
  },
};
