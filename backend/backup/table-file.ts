import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { LongRunningClient } from '../platform/database.js';
import type { BackupFile, BackupTable } from './backup-folder.js';

const LINE_BREAK = 10;

/** A pass-through stream that observes its chunks. */
function observer(observe: (chunk: Buffer) => void): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, pass) {
      observe(chunk);
      pass(null, chunk);
    },
  });
}

/** Rows in a chunk of COPY: line breaks inside values are escaped. */
function rowsIn(chunk: Buffer): number {
  let rows = 0;
  for (let at = chunk.indexOf(LINE_BREAK); at >= 0; at = chunk.indexOf(LINE_BREAK, at + 1)) rows += 1;
  return rows;
}

async function columnsOf(client: LongRunningClient, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' order by ordinal_position`,
    [table],
  );
  return rows.map(({ name }) => name);
}

const listed = (columns: readonly string[]): string => columns.map((column) => `"${column}"`).join(', ');

/** Writes a table to a file, row by row; null when the database has no such table. */
export async function writeTable(
  client: LongRunningClient,
  { name: table, order }: BackupTable,
  folder: string,
  progress: (rows: number) => void,
): Promise<BackupFile | null> {
  const columns = await columnsOf(client, table);
  if (columns.length === 0) return null;
  const name = `${table}.copy.gz`;
  const hash = createHash('sha256');
  let [rows, bytes] = [0, 0];
  await pipeline(
    client.query(copyTo(`copy (select ${listed(columns)} from public.${table} order by ${order}) to stdout`)),
    observer((chunk) => {
      rows += rowsIn(chunk);
      progress(rows);
    }),
    createGzip(),
    observer((chunk) => {
      hash.update(chunk);
      bytes += chunk.length;
    }),
    createWriteStream(join(folder, name), { flags: 'wx', mode: 0o600, flush: true }),
  );
  return { table, name, columns, rows, bytes, sha256: hash.digest('hex') };
}

/** Reads a file into a table; returns how many rows it holds. */
export async function loadTable(
  client: LongRunningClient,
  { name, columns }: BackupFile,
  folder: string,
  into: string,
  progress: (rows: number) => void,
): Promise<number> {
  let rows = 0;
  await pipeline(
    createReadStream(join(folder, name)),
    createGunzip(),
    observer((chunk) => {
      rows += rowsIn(chunk);
      progress(rows);
    }),
    client.query(copyFrom(`copy ${into} (${listed(columns)}) from stdin`)),
  );
  return rows;
}
