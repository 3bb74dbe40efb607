import type { IcalAddress } from '@domain/ical/ical-addresses.js';
import type { IcalEntry } from '@domain/ical/ical-entries.js';
import { ICalCalendar, ICalEventBusyStatus, ICalEventTransparency } from 'ical-generator';

/** Seconds after which a client should read a calendar again. */
const REFRESH_SECONDS = 900;

/** An entry with the moment of its last change. */
export type DatedEntry = IcalEntry & { changedAt: Date };

/** The calendar and the log that it is of. */
type Source = { calendar: IcalAddress; logId: string };

/** Writes a calendar as text (RFC 5545): whole days without a zone, those of rooms busy. A change of the calendar changes each entry. */
export function calendarFile({ calendar, logId }: Source, entries: readonly DatedEntry[]): string {
  const { name, roomNumber, version } = calendar;
  const isBusy = roomNumber !== null;
  const file = new ICalCalendar({
    prodId: '//hotel-front-desk//calendar//JA',
    // The package escapes the texts of entries only.
    name: name.replace(/[\\;,]/g, '\\$&'),
    ttl: REFRESH_SECONDS,
  });
  for (const { key, start, end, summary, changedAt, ...entry } of entries) {
    file.createEvent({
      ...{
        id: `${key}@${logId}`,
        sequence: entry.version + version,
        stamp: changedAt,
        lastModified: changedAt,
      },
      ...{ allDay: true, start: new Date(`${start}T00:00:00Z`), end: new Date(`${end}T00:00:00Z`), summary },
      transparency: isBusy ? ICalEventTransparency.OPAQUE : ICalEventTransparency.TRANSPARENT,
      busystatus: isBusy ? ICalEventBusyStatus.BUSY : ICalEventBusyStatus.FREE,
    });
  }
  return `${file.toString()}\r\n`;
}
