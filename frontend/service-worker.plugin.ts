import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { build, type Plugin } from 'vite';

const PAGE = 'index.html';
/** Built files that the app needs; all but index.html have a content hash in their names. */
const NEEDED = /\.(js|css|svg)$/;

type ShellFile = { url: string; revision: string | null };

async function shellOf(folder: string): Promise<ShellFile[]> {
  const files = (await readdir(folder, { recursive: true })).filter((file) => NEEDED.test(file)).sort();
  const page = createHash('sha256').update(await readFile(join(folder, PAGE)));
  return [
    { url: `/${PAGE}`, revision: page.digest('hex').slice(0, 16) },
    ...files.map((file) => ({ url: `/${file.split(sep).join('/')}`, revision: null })),
  ];
}

/** Builds the service worker once everything else is built, with the list of what it keeps. */
export function serviceWorker(source: string): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    writeBundle: {
      order: 'pre',
      sequential: true,
      async handler({ dir }) {
        if (!dir) return;
        await build({
          configFile: false,
          publicDir: false,
          logLevel: 'warn',
          define: {
            SHELL: JSON.stringify(await shellOf(dir)),
            'process.env.NODE_ENV': JSON.stringify('production'),
          },
          build: {
            outDir: dir,
            emptyOutDir: false,
            lib: { entry: source, formats: ['iife'], name: 'worker', fileName: () => 'service-worker.js' },
          },
        });
      },
    },
  };
}
