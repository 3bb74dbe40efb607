// Builds a page for each way of showing the calendar into the folder given; prints which ways could not be built, and why.
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const [folder] = process.argv.slice(2);

/** Both packages of FullCalendar 7 bring a core of their own; they must share one. */
const oneCore = {
  name: 'one-core',
  enforce: 'pre',
  resolveId(source, importer) {
    if (!/^@fullcalendar\/core/.test(source) || !importer?.includes('/fullcalendar-scheduler/')) return null;
    return this.resolve(source, here('../node_modules/fullcalendar/index.js'), { skipSelf: true });
  },
};

const failed = {};
for (const file of readdirSync(here('ways'))) {
  const way = file.replace('.mjs', '');
  try {
    await build({
      configFile: false,
      root: here('.'),
      base: './',
      mode: 'production',
      publicDir: false,
      logLevel: 'silent',
      plugins: [oneCore],
      resolve: { alias: { 'way-to-show': here(`ways/${file}`) } },
      build: { outDir: `${folder}/${way}`, emptyOutDir: true, reportCompressedSize: false },
    });
  } catch (error) {
    failed[way] = String(error.message).split('\n').find(Boolean);
  }
}
console.log(JSON.stringify(failed));
