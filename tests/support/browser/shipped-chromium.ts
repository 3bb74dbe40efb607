import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { BrowserLaunch } from './browser-launch.js';
import { unpackFolder, unpackProgram } from './unpack-archive.js';

/** The Chromium that comes with the packages: unpacked once into the cache, with its own libraries and fonts. */
export function shippedChromium(cacheFolder: string): BrowserLaunch {
  const packageFolder = resolve(
    dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')),
    '../..',
  );
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'));
  const folder = join(cacheFolder, `chromium-${version}`);
  if (!existsSync(folder)) unpack(join(packageFolder, 'bin'), folder);
  return {
    executablePath: join(folder, 'chromium'),
    env: { LD_LIBRARY_PATH: join(folder, 'lib'), FONTCONFIG_FILE: writeFontConfiguration(folder) },
  };
}

function unpack(archives: string, folder: string): void {
  mkdirSync(dirname(folder), { recursive: true });
  const draft = mkdtempSync(`${folder}-`);
  unpackProgram(join(archives, 'chromium.br'), join(draft, 'chromium'));
  unpackFolder(join(archives, 'al2023.tar.br'), draft);
  unpackFolder(join(archives, 'fonts.tar.br'), draft);
  if (existsSync(folder)) rmSync(draft, { recursive: true });
  else renameSync(draft, folder);
}

// Without any font configuration Chromium draws blank pages, even those with web fonts.
function writeFontConfiguration(folder: string): string {
  const file = join(folder, 'fonts.conf');
  const folders = [
    join(folder, 'fonts'),
    '/usr/share/fonts',
    '/usr/local/share/fonts',
    join(homedir(), '.fonts'),
  ];
  const lines = folders.map((path) => `  <dir>${path}</dir>`);
  writeFileSync(
    file,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
${lines.join('\n')}
  <cachedir>${join(folder, 'font-cache')}</cachedir>
</fontconfig>
`,
  );
  return file;
}
