import { type Day, daysBetween, type Stay } from '@domain/dates.js';
import type { CsvRecord } from '@wire/csv-record.js';
import { atom } from 'jotai';
import { failedRecordsAtom, isWithoutRoom } from '../imports/queue-view.js';
import { daysAtom } from '../shared/calendar-data/calendar.js';
import { travellingAtom } from '../shared/calendar-data/past.js';

/** An imported reservation without a room, as a bar above the rooms: from a column on, so many nights in sight. */
export type UnplacedBar = { record: CsvRecord; stay: Stay; column: number; nights: number };

/** The bars above the rooms in lines without overlaps; `more` have no line. */
export type Unplaced = { lines: readonly (readonly UnplacedBar[])[]; more: number };

/** More lines would take the rooms' place. */
const MOST_LINES = 3;

const typeOf = ({ room_name, room_symbol }: CsvRecord) => room_name || room_symbol;

function barsOf(records: readonly CsvRecord[], days: readonly Day[]): UnplacedBar[] {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  return records.flatMap((record) => {
    const { stay_start: start, stay_end: end } = record;
    if (start === null || end === null || end <= start || end <= first || start > last) return [];
    const column = Math.max(0, daysBetween(first, start));
    const shownEnd = Math.min(days.length, daysBetween(first, end));
    return [{ record, stay: { start, end }, column, nights: shownEnd - column }];
  });
}

/** Returns the bars of records for some days: by arrival, those of one day by room type, each in the first line that has room. */
export function unplacedOn(records: readonly CsvRecord[], days: readonly Day[]): Unplaced {
  const bars = barsOf(records, days).sort(
    (one, other) =>
      one.column - other.column ||
      typeOf(one.record).localeCompare(typeOf(other.record), 'ja') ||
      one.record.id - other.record.id,
  );
  const lines: UnplacedBar[][] = [];
  let more = 0;
  for (const bar of bars) {
    const isFree = (line: UnplacedBar[]) => {
      const before = line.at(-1);
      return before === undefined || before.column + before.nights <= bar.column;
    };
    const line = lines.find(isFree);
    if (line) line.push(bar);
    else if (lines.length < MOST_LINES) lines.push([bar]);
    else more += 1;
  }
  return { lines, more };
}

const NOTHING: Unplaced = { lines: [], more: 0 };

/** The imported reservations whose guests have no room, for the days shown; none of them in the past, nor before they were read. */
export const unplacedAtom = atom((get): Unplaced => {
  const records = get(failedRecordsAtom);
  if (records === null || get(travellingAtom)) return NOTHING;
  return unplacedOn(records.filter(isWithoutRoom), get(daysAtom));
});

/** Number of lines that the bars take. */
export const unplacedLinesAtom = atom((get) => get(unplacedAtom).lines.length);
