import type { CsvRecord } from '@wire/csv-record.js';
import type { QueueGroup } from './queue-view.js';
import type { PlacedLine } from '../shared/ui/use-visible-lines.js';

const HEAD_HEIGHT = 26;
const ROW_HEIGHT = 42;

/** A line of the queue at its place: the heading of a reservation of several rooms, or a record. */
export type QueueLine = PlacedLine &
  ({ kind: 'head'; group: QueueGroup } | { kind: 'record'; record: CsvRecord; grouped: boolean });

/** The queue as lines one below the other. */
export function queueLines(groups: readonly QueueGroup[]): QueueLine[] {
  const lines: QueueLine[] = [];
  let top = 0;
  const place = (height: number) => {
    const at = { top, height, index: lines.length };
    top += height;
    return at;
  };
  for (const group of groups) {
    const grouped = group.records.length > 1;
    if (grouped) lines.push({ key: group.key, ...place(HEAD_HEIGHT), kind: 'head', group });
    for (const record of group.records)
      lines.push({ key: String(record.id), ...place(ROW_HEIGHT), kind: 'record', record, grouped });
  }
  return lines;
}

/** The height of all lines together. */
export function heightOf(lines: readonly QueueLine[]): number {
  const last = lines.at(-1);
  return last ? last.top + last.height : 0;
}
