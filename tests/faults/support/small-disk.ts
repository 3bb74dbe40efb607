import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { choosePostgresAccount } from '#backend/tools/embedded-postgres/data-folder.js';

const MIB = 2 ** 20;

/** A disk of a few MiB that belongs to PostgreSQL. */
export type SmallDisk = {
  folder: string;
  /** Leaves not a byte free. */
  fill: () => void;
  /** Gives the space back. */
  empty: () => void;
  remove: () => void;
};

/** Runs as root, or as who may become root without being asked. */
function asRoot(...command: string[]): void {
  const [program = '', ...args] = process.getuid?.() === 0 ? command : ['sudo', '-n', ...command];
  execFileSync(program, args, { stdio: 'pipe' });
}

/** Reason why nobody may mount a disk on this machine; null where one can. */
export function whyNoSmallDisk(): string | null {
  try {
    mountSmallDisk(1).remove();
    return null;
  } catch (error) {
    return `no disk can be mounted here: ${(error as Error).message.split('\n').at(-1)}`;
  }
}

/** Makes a disk of its own for tests that need a full one. */
export function mountSmallDisk(mebibytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'hotel-small-disk-'));
  const { uid, gid } = choosePostgresAccount(null) ?? { uid: process.getuid?.(), gid: process.getgid?.() };
  const options = `size=${mebibytes}m,mode=700,uid=${uid},gid=${gid}`;
  try {
    asRoot('mount', '-t', 'tmpfs', '-o', options, 'tmpfs', folder);
  } catch (error) {
    rmdirSync(folder);
    throw error;
  }
  const filler = join(folder, 'filler');
  const free = () => statfsSync(folder).bavail * statfsSync(folder).bsize;
  return {
    folder,
    fill() {
      for (let size = MIB; size >= 4_096; size /= 2) {
        while (free() >= size) writeFileSync(filler, Buffer.alloc(size), { flag: 'a' });
      }
    },
    empty: () => rmSync(filler, { force: true }),
    remove() {
      asRoot('umount', '--lazy', folder);
      rmdirSync(folder);
    },
  };
}
