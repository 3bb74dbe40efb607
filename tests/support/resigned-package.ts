import { generateKeyPairSync } from 'node:crypto';
import type { LinkedRow } from '#backend/event-store/hash-chain.js';
import { type EvidenceKey, keyIdOf, signed } from '#backend/evidence/evidence-folder.js';
import { linesOf, type PackageFiles } from './evidence-package.js';
import { rechained } from './tampering.js';

const HEAD = { logId: '', position: 0, hash: Buffer.alloc(0), recordedAt: '' };

function newKey(): EvidenceKey {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const publicPem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  return { id: keyIdOf(publicKey), privateKey, publicKey, publicPem };
}

/** The rows of a package's log. */
export function rowsOf(files: PackageFiles): LinkedRow[] {
  return linesOf(files, 'log.ndjson').map((line) => {
    const { schema_version, staff_id, request_id, recorded_at, hash, ...row } = JSON.parse(line);
    return {
      ...{ ...row, schemaVersion: schema_version, staffId: staff_id, requestId: request_id },
      ...{ recordedAt: recorded_at, hash: Buffer.from(hash, 'hex') },
    };
  });
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

/** A package whose log is another one: every hash computed anew, and all of it signed with a key of its own. */
export function resigned(files: PackageFiles, rows: readonly LinkedRow[]): PackageFiles {
  const key = newKey();
  const log = rechained({ rows: [...rows], head: HEAD });
  const { signature: _, ...manifest } = JSON.parse(files.get('manifest.json')?.toString() ?? '{}');
  const { position, hash } = log.head;
  const mark = signed(key, {
    ...{ log_id: manifest.log_id, position, hash: hash.toString('hex'), created_at: manifest.made_at },
    ...{ key_id: key.id, number: 1, previous: null },
  });
  const told = { ...manifest, to: position, events: position, checkpoints: 1, key_id: key.id };
  return new Map([
    ...files,
    ['log.ndjson', Buffer.from(packageLog(log.rows))],
    ['checkpoints.ndjson', Buffer.from(`${JSON.stringify(mark)}\n`)],
    ['manifest.json', Buffer.from(JSON.stringify(signed(key, told), null, 2))],
    ['public-key.pem', Buffer.from(key.publicPem)],
  ]);
}
