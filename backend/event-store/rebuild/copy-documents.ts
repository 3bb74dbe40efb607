import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { groupBy } from '@domain/group-by.js';
import { from as copyFrom } from 'pg-copy-streams';
import type { LongRunningClient } from '../../platform/long-running-client.js';
import type { DocumentChange } from '../document-change.js';
import { type DocumentRow, documentRow } from './row-checksum.js';

const ROWS_AT_A_TIME = 200;
const SPECIAL = /[\\\n\r\t]/g;
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function cell(value: unknown): string {
  if (typeof value === 'number') return String(value);
  if (value === null || value === undefined) return '\\N';
  return String(value).replace(SPECIAL, (special) => ESCAPES[special] ?? special);
}

type Row = DocumentRow & { position: number };

function* lines(rows: readonly Row[], columns: readonly string[]): Generator<string> {
  for (let first = 0; first < rows.length; first += ROWS_AT_A_TIME) {
    let text = '';
    for (const { columns: values, state, position } of rows.slice(first, first + ROWS_AT_A_TIME)) {
      text += `${cell(state)}\t${position}`;
      for (const column of columns) text += `\t${cell(values[column])}`;
      text += '\n';
    }
    yield text;
  }
}

/** Writes the states of streams that have no row yet, a row each; answers the sum of the checksums by table. */
export async function copyDocuments(
  client: LongRunningClient,
  changes: readonly DocumentChange[],
): Promise<Map<string, bigint>> {
  const checksums = new Map<string, bigint>();
  for (const [definition, begun] of groupBy(changes, (change) => change.definition)) {
    const { table, key } = definition;
    const rows = begun.map((change) => ({ ...documentRow(change, change.after), position: change.position }));
    const columns = [key.column, 'version', ...definition.columns];
    await pipeline(
      Readable.from(lines(rows, columns)),
      client.query(copyFrom(`copy ${table} (${['state', 'position', ...columns].join(', ')}) from stdin`)),
    );
    checksums.set(
      table,
      rows.reduce((sum, { checksum }) => sum + checksum, 0n),
    );
  }
  return checksums;
}
