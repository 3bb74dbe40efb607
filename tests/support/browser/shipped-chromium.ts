import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import type { BrowserLaunch } from './browser-launch.js';
import { unpackFolder, unpackProgram } from './unpack-archive.js';

/** The Chromium that comes with the packages: unpacked once into the cache, with its own libraries and fonts. */
export function shippedChromium(cacheFolder: string): BrowserLaunch {
  const packageFolder = resolve(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '..');
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'));
  const folder = join(cacheFolder, `chromium-${version}`);
  if (!existsSync(folder)) {
    unpack(join(packageFolder, 'bin'), folder);
    for (const line of missingLibraries(folder)) console.log(line);
  }
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

/** Says of the unpacked browser and each of its libraries what this machine lacks for it; nothing where `ldd` is missing. */
function missingLibraries(folder: string): string[] {
  const lib = join(folder, 'lib');
  const libraries = readdirSync(lib).filter((name) => name.includes('.so'));
  return [join(folder, 'chromium'), ...libraries.map((name) => join(lib, name))].flatMap((file) => {
    const { stdout } = spawnSync('ldd', [file], {
      encoding: 'utf8',
      env: { ...process.env, LD_LIBRARY_PATH: lib },
    });
    const missing = [...(stdout ?? '').matchAll(/^\s*(\S+) => not found$/gm)].map(([, name]) => name);
    return missing.length === 0
      ? []
      : [`同梱の ${basename(file)} に必要な ${missing.join(', ')} がこの環境にありません。`];
  });
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
