import { once } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { EventRecord } from '@wire/event-record.js';
import { instantText } from '@wire/value-texts.js';
import { stringify } from 'csv-stringify/sync';
import type { Response } from 'express';
import { detailOf } from '../platform/thrown.js';

const COLUMNS = {
  position: '位置',
  recorded_at: '日時',
  label: '種類',
  subject: '対象',
  booking_id: '予約ID',
  booking_number: '予約番号',
  changes: '内容',
  staff_name: '担当者',
  terminal: '端末',
  version: '版',
  stream: 'ストリーム',
  hash: 'ハッシュ',
};

const OPTIONS = { columns: COLUMNS, escape_formulas: true, record_delimiter: 'windows' } as const;

function rowOf(event: EventRecord, timezone: string) {
  const changes = event.changes.map(
    ({ label, before_text, after_text }) => `${label}: ${before_text} → ${after_text}`,
  );
  return { ...event, recorded_at: instantText(event.recorded_at, timezone), changes: changes.join('\n') };
}

/** Events as CSV in chunks: UTF-8 with BOM, instants in the hotel's time zone, formulas escaped. */
export async function* eventsCsv(
  batches: AsyncIterable<EventRecord[]>,
  timezone: string,
): AsyncGenerator<string> {
  const headings = stringify([], { ...OPTIONS, header: true, bom: true });
  let isFirst = true;
  for await (const events of batches) {
    const rows = events.map((event) => rowOf(event, timezone));
    yield (isFirst ? headings : '') + stringify(rows, OPTIONS);
    isFirst = false;
  }
  if (isFirst) yield headings;
}

/** Events as newline-delimited JSON in chunks. */
export async function* eventLines(batches: AsyncIterable<EventRecord[]>): AsyncGenerator<string> {
  for await (const events of batches) yield events.map((event) => `${JSON.stringify(event)}\n`).join('');
}

/** `pipeline` adds seven listeners to those that count, log and compress a response. */
const MAX_LISTENERS = 20;

/** Aborts when the client disconnects. */
export function abortOnClose(response: Response): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => controller.abort());
  return controller.signal;
}

/** Returns whether an error means that the client disconnected. */
export function isDisconnect(error: unknown): boolean {
  return detailOf(error, 'name') === 'AbortError' || detailOf(error, 'code') === 'ERR_STREAM_PREMATURE_CLOSE';
}

/**
 * Streams a response with backpressure. An error before the first chunk becomes an error response; a later one breaks
 * the connection, so that a part is never taken for the whole.
 */
export async function sendChunks(
  response: Response,
  contentType: string,
  chunks: AsyncGenerator<string>,
): Promise<void> {
  const stream = Readable.from(chunks);
  await once(stream, 'readable');
  // Compression would hold chunks back.
  response.setHeader('Cache-Control', 'no-store, no-transform');
  response.setHeader('Content-Type', contentType);
  response.setMaxListeners(MAX_LISTENERS);
  await pipeline(stream, response);
}
