// Sources import each other as `./name.js`; the file beside them is `name.ts` or `name.tsx`.
const extensions = ['.ts', '.tsx'];

module.exports = (request, options) => {
  const isOurs = /^(\.{0,2}\/)/.test(request) && !options.basedir.includes('node_modules');
  if (isOurs && request.endsWith('.js')) {
    for (const extension of extensions) {
      try {
        return options.defaultResolver(request.replace(/\.js$/, extension), options);
      } catch {
        // Try the next one.
      }
    }
  }
  return options.defaultResolver(request, options);
};
