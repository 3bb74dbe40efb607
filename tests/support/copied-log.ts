import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import type { LogRow } from '../../backend/event-store/event.js';
import { checkEvent, latestVersion } from '../../backend/event-store/event-codec.js';
import { chainHash, GENESIS_HASH } from '../../backend/event-store/hash-chain.js';
import { hasPersonalData, newKey, seal } from '../../backend/event-store/personal-data.js';
import { rebuild } from '../../backend/event-store/rebuild/rebuild.js';
import { streamName } from '../../backend/event-store/stream-definition.js';
import { openPatientClient } from '../../backend/platform/patient-client.js';
import { eventStoreParts, READ_MODELS } from '../../backend/streams.js';
import { LARGE_LOG_CONTEXT, toMicroseconds } from './large-log.js';
import type { Planned, Subject } from './large-log-event.js';
import { type LargeLogOptions, planLargeLog } from './large-log-plan.js';
import { rawQuery } from './log-rows.js';

const ROWS_AT_A_TIME = 500;

type Written = { hash: Buffer; recordedAt: string; reference: number; keys: Map<string, Buffer> };

const cell = (value: string | number | null): string =>
  value === null
    ? '\\N'
    : String(value).replace(
        /[\\\n\r\t]/g,
        (special) => `\\${{ '\n': 'n', '\r': 'r', '\t': 't' }[special] ?? special}`,
      );

const line = (row: LogRow, hash: Buffer): string =>
  `${[
    row.position,
    row.stream,
    row.version,
    row.type,
    row.schemaVersion,
    row.payload,
    row.staffId,
    row.terminal,
    row.requestId,
    row.recordedAt,
    `\\x${hash.toString('hex')}`,
  ]
    .map(cell)
    .join('\t')}\n`;

function* linesOf(planned: readonly Planned[], written: Written): Generator<string> {
  const versions = new Map<Subject, number>();
  let lines: string[] = [];
  for (const [index, { at, subject, event }] of planned.entries()) {
    const position = index + 1;
    subject.key ??= position;
    const { definition } = subject;
    const stream = streamName(definition, subject.key);
    const { type, data } = event();
    checkEvent(definition, { type, data });
    const version = (versions.get(subject) ?? 0) + 1;
    versions.set(subject, version);
    const key = written.keys.get(stream) ?? newKey();
    const isPersonal = hasPersonalData(data, definition.personalFields);
    if (isPersonal) written.keys.set(stream, key);
    const payload = JSON.stringify(isPersonal ? seal(data, definition.personalFields, stream, key) : data);
    const recordedAt = toMicroseconds(at);
    const schemaVersion = latestVersion(definition, type);
    const row = { ...LARGE_LOG_CONTEXT, position, stream, version, type, schemaVersion, payload, recordedAt };
    written.hash = chainHash(written.hash, row);
    written.recordedAt = recordedAt;
    if (definition.isReference) written.reference = position;
    lines.push(line(row, written.hash));
    if (lines.length < ROWS_AT_A_TIME) continue;
    yield lines.join('');
    lines = [];
  }
  yield lines.join('');
}

function* keyLines(keys: ReadonlyMap<string, Buffer>): Generator<string> {
  for (const [stream, key] of keys) yield `${stream}\t\\\\x${key.toString('hex')}\n`;
}

/**
 * The log that `writeLargeLog` writes, put into an empty database at once instead of by the writer, and read models built
 * from it. Answers how many events.
 */
export async function copyLargeLog(databaseUrl: string, options: LargeLogOptions): Promise<number> {
  const planned = planLargeLog(options);
  const written: Written = { hash: GENESIS_HASH, recordedAt: '', reference: 0, keys: new Map() };
  const client = await openPatientClient(databaseUrl);
  try {
    const copy = (table: string, lines: Iterable<string>) =>
      pipeline(Readable.from(lines), client.query(copyFrom(`copy ${table} from stdin`)));
    await copy('event_log', linesOf(planned, written));
    await copy('encryption_keys', keyLines(written.keys));
    await client.query({
      text: 'update log_head set position = $1, hash = $2, recorded_at = $3, reference_position = $4',
      values: [planned.length, written.hash, written.recordedAt, written.reference],
    });
    await client.query('analyze');
  } finally {
    await client.end();
  }
  await rebuild(databaseUrl, eventStoreParts(), READ_MODELS, () => undefined);
  await rawQuery(databaseUrl, `update read_model_form set form = ${READ_MODELS.form}; analyze`);
  return planned.length;
}
