// Builds a page for each way of showing the calendar into the folder given; prints which ways could not be built, and why.
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const [folder] = process.argv.slice(2);

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
      resolve: { alias: { 'way-to-show': here(`ways/${file}`) } },
      build: { outDir: `${folder}/${way}`, emptyOutDir: true, reportCompressedSize: false },
    });
  } catch (error) {
    failed[way] = String(error.message).split('\n').find(Boolean);
  }
}
console.log(JSON.stringify(failed));
