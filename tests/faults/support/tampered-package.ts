import fc from 'fast-check';
import type { LinkedRow } from '#backend/event-store/hash-chain.js';
import type { PackageFiles } from '#tests/support/evidence-package.js';
import { rowsOf } from '#tests/support/resigned-package.js';
import type { TamperedLog } from '#tests/support/tampering.js';

/** The log of a package, as it would be stored. */
export function logOf(files: PackageFiles): TamperedLog {
  const rows = rowsOf(files);
  const { position, hash, recordedAt } = rows.at(-1) as LinkedRow;
  return { rows, head: { logId: '', position, hash: hash as Buffer, recordedAt } };
}

const DATA_FILES = ['log.ndjson', 'checkpoints.ndjson', 'manifest.json', 'public-key.pem'];

/** One byte of one of a package's files of data, exchanged, taken away or put in. */
export function byteChange(files: PackageFiles): fc.Arbitrary<{ name: string; bytes: Buffer }> {
  return fc.constantFrom(...DATA_FILES).chain((name) => {
    const whole = files.get(name) ?? Buffer.alloc(0);
    const at = fc.nat(whole.length - 1);
    const put = (from: number, to: number, ...bytes: number[]) => ({
      name,
      bytes: Buffer.concat([whole.subarray(0, from), Buffer.from(bytes), whole.subarray(to)]),
    });
    return fc.oneof(
      fc
        .tuple(at, fc.integer({ min: 1, max: 255 }))
        .map(([index, by]) => put(index, index + 1, (whole[index] ?? 0) ^ by)),
      at.map((index) => put(index, index + 1)),
      fc.tuple(at, fc.nat(255)).map(([index, byte]) => put(index, index, byte)),
    );
  });
}
