import type { EventRecord } from '@wire/event-record.js';
import { instantText } from '@wire/value-texts.js';
import { stringify } from 'csv-stringify/sync';

const HEADINGS = [
  '位置',
  '日時',
  '種類',
  '対象',
  '予約ID',
  '予約番号',
  '内容',
  '担当者',
  '端末',
  '版',
  'ストリーム',
  'ハッシュ',
];

const OPTIONS = { escape_formulas: true, record_delimiter: 'windows' } as const;

function rowOf(event: EventRecord, timezone: string): (string | number | null)[] {
  const changes = event.changes.map(
    ({ label, before_text, after_text }) => `${label}: ${before_text} → ${after_text}`,
  );
  return [
    event.position,
    instantText(event.recorded_at, timezone),
    event.label,
    event.subject,
    event.booking_id,
    event.booking_number,
    changes.join('\n'),
    event.staff_name,
    event.terminal,
    event.version,
    event.stream,
    event.hash,
  ];
}

/** Events for a spreadsheet, piece by piece: UTF-8 with BOM, instants by the hotel's clock, nothing is a formula. */
export async function* eventsCsv(
  batches: AsyncIterable<EventRecord[]>,
  timezone: string,
): AsyncGenerator<string> {
  let isFirst = true;
  for await (const events of batches) {
    if (isFirst) yield stringify([HEADINGS], { ...OPTIONS, bom: true });
    isFirst = false;
    yield stringify(
      events.map((event) => rowOf(event, timezone)),
      OPTIONS,
    );
  }
  if (isFirst) yield stringify([HEADINGS], { ...OPTIONS, bom: true });
}

/** Events as lines of JSON, piece by piece. */
export async function* eventLines(batches: AsyncIterable<EventRecord[]>): AsyncGenerator<string> {
  for await (const events of batches) yield events.map((event) => `${JSON.stringify(event)}\n`).join('');
}
