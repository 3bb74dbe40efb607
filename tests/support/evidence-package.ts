import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inflateRawSync } from 'node:zlib';

/** The files of a package by name. */
export type PackageFiles = Map<string, Buffer>;

/** Downloads a package from a server. */
export async function downloadPackage(serverUrl: string, query = ''): Promise<PackageFiles> {
  const response = await fetch(`${serverUrl}/api/evidence-package${query}`);
  if (!response.ok) throw new Error(`no package: ${response.status} ${await response.text()}`);
  return zipEntries(Buffer.from(await response.arrayBuffer()));
}

/** The lines of one of a package's files. */
export function linesOf(files: PackageFiles, name: string): string[] {
  return (files.get(name)?.toString() ?? '').trimEnd().split('\n');
}

/** A package in a folder of its own, as somebody has it who unpacked it. */
export class UnpackedPackage {
  readonly folder = mkdtempSync(join(tmpdir(), 'evidence-package-'));

  constructor(files: PackageFiles) {
    for (const [name, bytes] of files) this.put(name, bytes);
  }

  pathOf = (name: string): string => join(this.folder, name);

  put(name: string, bytes: Buffer | string): void {
    writeFileSync(this.pathOf(name), bytes);
  }

  /** Runs the package's own program: what it prints, line by line, and the code that it ends with. */
  async verify(...args: string[]): Promise<{ code: number | null; lines: string[] }> {
    const run = promisify(execFile)(process.execPath, ['verify.mjs', ...args], { cwd: this.folder });
    const { code = 0, stdout, stderr } = await run.catch((error) => error);
    return { code, lines: `${stdout}${stderr}`.trim().split('\n') };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}

const CENTRAL = 0x02014b50;
const END = 0x06054b50;

function endOf(zip: Buffer): number {
  for (let at = zip.length - 22; at >= 0; at -= 1) if (zip.readUInt32LE(at) === END) return at;
  throw new Error('no ZIP');
}

/** The files of a ZIP by name, read by its directory. */
export function zipEntries(zip: Buffer): Map<string, Buffer> {
  const entries = new Map<string, Buffer>();
  const end = endOf(zip);
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (zip.readUInt32LE(at) !== CENTRAL) throw new Error('no entry of a ZIP');
    const packed = zip.readUInt32LE(at + 20);
    const [name, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const local = zip.readUInt32LE(at + 42);
    const begin = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const bytes = zip.subarray(begin, begin + packed);
    const isDeflated = zip.readUInt16LE(at + 10) === 8;
    entries.set(zip.toString('utf8', at + 46, at + 46 + name), isDeflated ? inflateRawSync(bytes) : bytes);
    at += 46 + name + extra + comment;
  }
  return entries;
}
