import type { Plugin } from 'vite';

const NONE = '\0no-named-icons';

/**
 * Leaves out what Blueprint needs to draw an icon by its name, all icons there are: the screens hand over icons as
 * elements. One that is named nevertheless is reported on the console.
 */
export function withoutNamedIcons(): Plugin {
  return {
    name: 'without-named-icons',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source, importer) =>
      /\/iconLoader$/.test(source) && importer?.includes('@blueprintjs/icons') ? NONE : null,
    load: (id) =>
      id === NONE
        ? `export const Icons = {
             getPaths() {},
             async load(name) { console.error('icon by name: ' + name); },
           };`
        : null,
  };
}
