import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { withoutNamedIcons } from './named-icons.plugin.js';
import { precompress } from './precompress.plugin.js';
import { serviceWorker } from './service-worker.plugin.js';

const inProject = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const backend = process.env.API_URL ?? 'http://127.0.0.1:3000';

/**
 * Chromium takes a script compiled from the service worker's cache only where a script imports it: one that the page itself
 * names is compiled anew in each visit. So the page names one that imports it.
 */
const importedEntry = (): Plugin => ({
  name: 'imported-entry',
  apply: 'build',
  enforce: 'post',
  generateBundle(_, bundle) {
    const page = bundle['index.html'];
    if (page?.type !== 'asset') throw new Error('there is no page');
    page.source = String(page.source).replace(
      /(?<=src="\/)assets\/index(-[^"]+\.js)/,
      (entry, hash: string) => {
        const fileName = `assets/load${hash}`;
        this.emitFile({ type: 'asset', fileName, source: `import('/${entry}')` });
        return fileName;
      },
    );
  },
});

const { version } = JSON.parse(readFileSync(inProject('package.json'), 'utf8'));

export default defineConfig({
  define: { 'import.meta.env.VITE_VERSION': JSON.stringify(version) },
  root: inProject('frontend'),
  cacheDir: inProject('.cache/vite'),
  publicDir: false,
  resolve: {
    alias: {
      '@domain': inProject('backend/domain'),
      '@wire': inProject('backend/wire'),
    },
  },
  plugins: [
    react(),
    withoutNamedIcons(),
    importedEntry(),
    serviceWorker(inProject('frontend/service-worker.ts')),
    precompress(),
  ],
  build: {
    // The default where `vite build` is told no other folder.
    outDir: inProject('dist/ui'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // Files named for later would be fetched twice when the service worker takes over meanwhile.
    modulePreload: { resolveDependencies: (_, files, { hostType }) => (hostType === 'html' ? [] : files) },
    chunkSizeWarningLimit: 2_000,
    // The screens use the codecs of wire/, not its schemas: without this every schema would keep all of zod.
    rolldownOptions: {
      treeshake: { manualPureFunctions: ['z'] },
      // Puts the modules that every page needs into one file instead of a dozen small ones.
      output: { codeSplitting: { groups: [{ name: 'page', tags: ['$initial'] }] } },
    },
  },
  server: {
    host: '127.0.0.1',
    strictPort: true,
    proxy: {
      '/api': { target: backend },
      '/health': { target: backend },
      '/socket.io': { target: backend, ws: true },
    },
  },
});
