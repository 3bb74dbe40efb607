import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

const BLOCK = 512;

/** Unpacks one brotli-compressed program. */
export function unpackProgram(archive: string, target: string): void {
  writeFileSync(target, brotliDecompressSync(readFileSync(archive)));
  chmodSync(target, 0o755);
}

/** Unpacks the plain files of a brotli-compressed tar archive; the system may have no tar. */
export function unpackFolder(archive: string, target: string): void {
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
