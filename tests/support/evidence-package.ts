import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zipEntries } from './zip-entries.js';

/** The files of a package by name. */
export type PackageFiles = Map<string, Buffer>;

/** Downloads a package from a server. */
export async function downloadPackage(serverUrl: string, query = ''): Promise<PackageFiles> {
  const response = await fetch(`${serverUrl}/api/evidence-package${query}`);
  if (!response.ok) throw new Error(`no package: ${response.status} ${await response.text()}`);
  return zipEntries(Buffer.from(await response.arrayBuffer()));
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
    const child = spawn(process.execPath, ['verify.mjs', ...args], { cwd: this.folder });
    let output = '';
    const keep = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    const code = await new Promise<number | null>((done) => child.once('close', done));
    return { code, lines: output.trim().split('\n') };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}
