import { type BinaryFields, copiedRows } from '../../platform/binary-copy.js';
import type { LongRunningClient } from '../../platform/long-running-client.js';
import { type ChainPlace, followChain, type LinkedRow } from '../chain-check.js';
import { GENESIS_HASH } from '../hash-chain.js';
import { COLUMNS } from '../log-reader.js';
import { RebuildError } from './rebuild-error.js';

const readRow = (fields: BinaryFields): LinkedRow => ({
  position: fields.integer(),
  stream: fields.text(),
  version: fields.integer(),
  type: fields.text(),
  schemaVersion: fields.integer(),
  payload: fields.text(),
  staffId: fields.optionalInteger(),
  terminal: fields.optionalText(),
  requestId: fields.optionalText(),
  recordedAt: fields.text(),
  hash: fields.binary(),
});

/** Says which position of the log is bad; the tables are not built from such a log. */
export function badPosition(position: number): RebuildError {
  return new RebuildError(`位置 ${position}: ログが改ざんされているか、欠けています。`);
}

/** Follows the hash chain from the first event to a place; throws at the first position that does not fit. */
export async function followLog(client: LongRunningClient, end: ChainPlace): Promise<void> {
  let place: ChainPlace = { position: 0, hash: GENESIS_HASH };
  const select = `select ${COLUMNS}, e.hash from event_log e where e.position <= ${end.position} order by e.position`;
  for await (const rows of copiedRows(client, select, readRow)) {
    const next = followChain(rows, place);
    if ('broken' in next) throw badPosition(next.broken);
    place = next;
  }
  if (place.position < end.position) throw badPosition(place.position + 1);
  if (!place.hash.equals(end.hash)) throw badPosition(end.position);
}
