import fc from 'fast-check';
import type { LinkedRow } from '#backend/event-store/hash-chain.js';
import { linesOf, type PackageFiles } from '#tests/support/evidence-package.js';
import type { TamperedLog } from '#tests/support/tampering.js';

/** The log of a package, as it would be stored. */
export function logOf(files: PackageFiles): TamperedLog {
  const rows = linesOf(files, 'log.ndjson').map((line): LinkedRow => {
    const { schema_version, staff_id, request_id, recorded_at, hash, ...row } = JSON.parse(line);
    return {
      ...row,
      schemaVersion: schema_version,
      staffId: staff_id,
      requestId: request_id,
      recordedAt: recorded_at,
      hash: Buffer.from(hash, 'hex'),
    };
  });
  const last = rows.at(-1) as LinkedRow;
  const { position, hash, recordedAt } = last;
  return { rows, head: { logId: '', position, hash: hash as Buffer, recordedAt } };
}

/** Rows as the log of a package has them. */
export function packageLog(rows: readonly LinkedRow[]): string {
  const lineOf = ({ position, stream, version, type, payload, terminal, ...row }: LinkedRow) => ({
    ...{ position, stream, version, type, schema_version: row.schemaVersion, payload },
    ...{ staff_id: row.staffId, terminal, request_id: row.requestId, recorded_at: row.recordedAt },
    hash: row.hash?.toString('hex'),
  });
  return rows.map((row) => `${JSON.stringify(lineOf(row))}\n`).join('');
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
