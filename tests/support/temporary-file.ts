import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder of its own for files that exist only during a test. */
export function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'hotel-test-files-'));
  let count = 0;
  const pathOf = (name: string) => join(folder, name);
  return {
    path: folder,
    pathOf,
    /** Writes a file and tells its path. */
    write: (content: string | Uint8Array): string => {
      count += 1;
      const path = pathOf(`${count}.csv`);
      writeFileSync(path, content);
      return path;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
