import { addDays, type Day, day, nightsOf } from '@domain/dates.js';
import ICAL from 'ical.js';

/** An entry of a calendar as a public parser reads it. */
export type ReadEntry = {
  uid: string;
  start: Day;
  end: Day;
  summary: string;
  sequence: number;
  stamp: string;
  modified: string;
  isBusy: boolean;
};

const dateOf = (time: ICAL.Time): Day => {
  if (!time.isDate) throw new Error(`${time} is no whole day`);
  return day(time.toString());
};

/** The entries of a calendar; throws where its text is not as RFC 5545 has it. */
export function readCalendar(text: string): { name: string; entries: ReadEntry[] } {
  if (!text.endsWith('\r\n') || /(?<!\r)\n|\r(?!\n)/.test(text))
    throw new Error('a line does not end with CRLF');
  for (const line of text.split('\r\n')) {
    if (Buffer.byteLength(line) > 75) throw new Error(`a line is longer than 75 octets: ${line}`);
  }
  const calendar = ICAL.Component.fromString(text);
  const entries = calendar.getAllSubcomponents('vevent').map((component): ReadEntry => {
    const event = new ICAL.Event(component);
    const text = (name: string) => String(component.getFirstPropertyValue(name));
    return {
      ...{
        uid: event.uid,
        start: dateOf(event.startDate),
        end: dateOf(event.endDate),
        summary: event.summary,
      },
      ...{ sequence: event.sequence, stamp: text('dtstamp'), modified: text('last-modified') },
      isBusy: text('transp') === 'OPAQUE',
    };
  });
  // A property beside the standard, which the parser leaves as it is written.
  const name = String(calendar.getFirstPropertyValue('x-wr-calname')).replace(/\\([\\;,])/g, '$1');
  return { name, entries };
}

/** Every night of entries, in order. */
export const nightsIn = (entries: readonly Pick<ReadEntry, 'start' | 'end'>[]): Day[] =>
  entries.flatMap(({ start, end }) => nightsOf({ start, end: end > start ? end : addDays(start, 1) })).sort();
