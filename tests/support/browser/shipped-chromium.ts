import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join, normalize, resolve } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { BrowserLaunch } from './browser-launch.js';

/** The Chromium that comes with the packages: unpacked once into the cache, with its own libraries and fonts. */
export function shippedChromium(cacheFolder: string): BrowserLaunch {
  const packageFolder = resolve(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '..');
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
  const places = [
    join(folder, 'fonts'),
    '/usr/share/fonts',
    '/usr/local/share/fonts',
    join(homedir(), '.fonts'),
  ];
  const lines = [
    ...places.map((path) => `<dir>${path}</dir>`),
    `<cachedir>${join(folder, 'font-cache')}</cachedir>`,
  ];
  const fonts = `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>${lines.join('')}</fontconfig>`;
  writeFileSync(file, fonts);
  return file;
}

const BLOCK = 512;

/** Unpacks one brotli-compressed program. */
function unpackProgram(archive: string, target: string): void {
  writeFileSync(target, brotliDecompressSync(readFileSync(archive)));
  chmodSync(target, 0o755);
}

/** Unpacks the plain files of a brotli-compressed tar archive; the system may have no tar. */
function unpackFolder(archive: string, target: string): void {
  const tar = brotliDecompressSync(readFileSync(archive));
  for (let at = 0; at + BLOCK <= tar.length && tar[at] !== 0; ) {
    const text = (start: number, length: number) =>
      tar.toString('utf8', at + start, at + start + length).split('\0', 1)[0] ?? '';
    const size = Number.parseInt(text(124, 12), 8) || 0;
    const isFile = text(156, 1) === '0' || text(156, 1) === '';
    if (isFile) {
      const path = join(target, normalize(`/${text(0, 100)}`));
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, tar.subarray(at + BLOCK, at + BLOCK + size), { mode: 0o755 });
    }
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
}
