import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import type { LogRow } from '../../backend/event-store/event.js';
import { checkEvent, latestVersion } from '../../backend/event-store/event-codec.js';
import { chainHash } from '../../backend/event-store/hash-chain.js';
import { hasPersonalData, newKey, seal } from '../../backend/event-store/personal-data.js';
import { rebuild } from '../../backend/event-store/rebuild/rebuild.js';
import { streamName } from '../../backend/event-store/stream-definition.js';
import { openPatientClient, type PatientClient } from '../../backend/platform/patient-client.js';
import { eventStoreParts, READ_MODELS } from '../../backend/streams.js';
import { LARGE_LOG_CONTEXT, toMicroseconds } from './large-log.js';
import type { Planned, Subject } from './large-log-event.js';
import { type LargeLogOptions, planLargeLog } from './large-log-plan.js';
import { rawQuery } from './log-rows.js';

const ROWS_AT_A_TIME = 500;

/** Where a log ends, and the streams that were written to, for as long as somebody holds them. */
type Written = {
  position: number;
  hash: Buffer;
  recordedAt: string;
  reference: number;
  streams: WeakMap<Subject, { version: number; key: Buffer | null }>;
};

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

function write({ at, subject, event }: Planned, written: Written, keep: (key: string) => void): string {
  const { definition } = subject;
  const position = ++written.position;
  subject.key ??= position;
  const stream = streamName(definition, subject.key);
  const { type, data } = event();
  checkEvent(definition, { type, data });
  const known = written.streams.get(subject) ?? { version: 0, key: null };
  written.streams.set(subject, known);
  const isPersonal = hasPersonalData(data, definition.personalFields);
  if (isPersonal && !known.key) {
    known.key = newKey();
    keep(`${stream}\t\\\\x${known.key.toString('hex')}\n`);
  }
  const sealed = isPersonal && known.key ? seal(data, definition.personalFields, stream, known.key) : data;
  written.recordedAt = toMicroseconds(at);
  const row = {
    ...LARGE_LOG_CONTEXT,
    position,
    stream,
    version: ++known.version,
    type,
    schemaVersion: latestVersion(definition, type),
    payload: JSON.stringify(sealed),
    recordedAt: written.recordedAt,
  };
  written.hash = chainHash(written.hash, row);
  if (definition.isReference) written.reference = position;
  return line(row, written.hash);
}

function* linesOf(planned: Iterable<Planned>, written: Written, keep: (key: string) => void) {
  let lines: string[] = [];
  for (const one of planned) {
    if (lines.push(write(one, written, keep)) < ROWS_AT_A_TIME) continue;
    yield lines.join('');
    lines = [];
  }
  yield lines.join('');
}

/** Where a log ends before it is gone on with. */
async function endOf(client: PatientClient): Promise<Written> {
  const { rows } = await client.query('select position, hash, reference_position as reference from log_head');
  const [{ position, hash, reference }] = rows;
  return { position, hash, reference, recordedAt: '', streams: new WeakMap() };
}

/**
 * Puts events behind those of a log at once instead of by the writer; the read models are left as they were. Answers
 * where the log ends.
 */
async function copyEvents(databaseUrl: string, planned: Iterable<Planned>): Promise<number> {
  const [client, beside] = await Promise.all([
    openPatientClient(databaseUrl),
    openPatientClient(databaseUrl),
  ]);
  try {
    const written = await endOf(client);
    const keys = new PassThrough();
    const kept = pipeline(keys, beside.query(copyFrom('copy encryption_keys from stdin')));
    const lines = Readable.from(linesOf(planned, written, (key) => keys.write(key)));
    await pipeline(lines, client.query(copyFrom('copy event_log from stdin')));
    keys.end();
    await kept;
    await client.query({
      text: 'update log_head set position = $1, hash = $2, recorded_at = $3, reference_position = $4',
      values: [written.position, written.hash, written.recordedAt, written.reference],
    });
    await client.query('analyze');
    return written.position;
  } finally {
    await Promise.all([client.end(), beside.end()]);
  }
}

/** Goes on with a log by events that are there at once, and builds its read models. Answers where the log ends. */
export async function copyLog(databaseUrl: string, planned: Iterable<Planned>): Promise<number> {
  const end = await copyEvents(databaseUrl, planned);
  await rebuild(databaseUrl, eventStoreParts(), READ_MODELS, () => undefined);
  await rawQuery(databaseUrl, `update read_model_form set form = ${READ_MODELS.form}; analyze`);
  return end;
}

/** The log that `writeLargeLog` writes, put into an empty database. Answers how many events. */
export function copyLargeLog(databaseUrl: string, options: LargeLogOptions): Promise<number> {
  return copyLog(databaseUrl, planLargeLog(options));
}
