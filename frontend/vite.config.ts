import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { withoutNamedIcons } from './named-icons.plugin.js';
import { precompress } from './precompress.plugin.js';
import { serviceWorker } from './service-worker.plugin.js';

const inProject = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const backend = process.env.API_URL ?? 'http://127.0.0.1:3000';

/** Chromium drops a preload when the service worker takes over meanwhile: what the page's script imports comes as a script. */
const scriptsForPreloads = (): Plugin => ({
  name: 'scripts-for-preloads',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (page) =>
      page.replace(
        /<link rel="modulepreload"([^>]*?) href="([^"]+)">/g,
        '<script type="module"$1 src="$2"></script>',
      ),
  },
});

export default defineConfig({
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
    scriptsForPreloads(),
    serviceWorker(inProject('frontend/service-worker.ts')),
    precompress(),
  ],
  build: {
    outDir: inProject('dist/ui'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 2_000,
    // The screens use the codecs of wire/, not its schemas: without this every schema would keep all of zod.
    rolldownOptions: {
      treeshake: { manualPureFunctions: ['z'] },
      // What every page needs comes as one file, not as a dozen small ones.
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
