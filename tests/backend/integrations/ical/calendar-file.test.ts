import { addDays, day, nightsOf } from '@domain/dates.js';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { calendarFile, type DatedEntry } from '#backend/integrations/ical/calendar-file.js';
import { nightsIn, readCalendar } from '#tests/support/ical-reader.js';
import { runs, seed } from '#tests/support/trial-size.js';

const source = (name = '1001', roomNumber: string | null = '1001') => ({
  calendar: { id: 7, version: 2, name, roomNumber, showsNames: true },
  logId: '0b8e6e0e-6f0a-4a3c-9d5c-0d6a6f3f7a11',
});
const entry = (fields: Partial<DatedEntry> = {}): DatedEntry => ({
  ...{ key: 'booking-1', start: day('2027-01-31'), end: day('2027-02-01'), version: 3, summary: '予約' },
  changedAt: new Date('2026-11-28T03:04:05.678Z'),
  ...fields,
});

describe('a calendar file', () => {
  it.each([
    ['the night of 31 January', '2027-01-31', '2027-02-01'],
    ['a leap day', '2028-02-28', '2028-03-01'],
    ['the end of a February without one', '2027-02-28', '2027-03-01'],
    ['the end of the year', '2026-12-31', '2027-01-01'],
  ])('has %s as whole days, the day of departure not included', (_, start, end) => {
    const text = calendarFile(source(), [entry({ start: day(start), end: day(end) })]);
    expect(text).toContain(`DTSTART;VALUE=DATE:${start.replaceAll('-', '')}\r\n`);
    expect(text).toContain(`DTEND;VALUE=DATE:${end.replaceAll('-', '')}\r\n`);
    expect(nightsIn(readCalendar(text).entries)).toEqual(nightsOf({ start: day(start), end: day(end) }));
  });

  it('is the same in whatever zone the server is, and as long as nothing has changed', () => {
    const before = process.env.TZ;
    const texts = ['Asia/Tokyo', 'Pacific/Honolulu', 'Pacific/Kiritimati'].map((zone) => {
      process.env.TZ = zone;
      return calendarFile(source(), [entry()]);
    });
    process.env.TZ = before;
    expect(new Set(texts).size).toBe(1);
  });

  it('says when and how often an entry changed, and counts a change of the calendar', () => {
    const { entries } = readCalendar(calendarFile(source(), [entry()]));
    expect(entries).toMatchObject([
      {
        ...{ uid: `booking-1@${source().logId}`, sequence: 5, isBusy: true },
        ...{ stamp: '2026-11-28T03:04:05Z', modified: '2026-11-28T03:04:05Z' },
      },
    ]);
  });

  it('has arrivals that block nobody, and says when to ask again', () => {
    const text = calendarFile(source('到着', null), [entry()]);
    expect(readCalendar(text).entries).toMatchObject([{ isBusy: false }]);
    expect(text).toContain('REFRESH-INTERVAL;VALUE=DURATION:PT15M\r\n');
  });

  it('has a name that is escaped as other texts are', () => {
    const text = calendarFile(source('本館;2階, 東\\西:"桜"'), []);
    for (const property of ['NAME', 'X-WR-CALNAME'])
      expect(text).toContain(`\r\n${property}:本館\\;2階\\, 東\\\\西:"桜"\r\n`);
  });

  it('without entries is one', () => expect(readCalendar(calendarFile(source(), [])).entries).toEqual([]));

  it('brings any text through, folded by octets', () => {
    const textOf = (letters: string) =>
      fc
        .array(fc.constantFrom(...letters), { minLength: 1, maxLength: 200 })
        .map((all) => `x${all.join('')}x`);
    const letters = '髙橋𠮷野太郎様é,;:\\" abcあ（）';
    const texts = textOf(`${letters}\n`);
    const stays = fc.record({ from: fc.nat(1_000), nights: fc.integer({ min: 1, max: 60 }), summary: texts });
    const held = fc.array(stays, { maxLength: 5 });
    fc.assert(
      fc.property(held, textOf(letters), (all, name) => {
        const entries = all.map(({ from, nights, summary }, index) => {
          const start = addDays(day('2026-01-01'), from);
          return entry({ key: `booking-${index}`, start, end: addDays(start, nights), summary });
        });
        const read = readCalendar(calendarFile(source(name), entries));
        expect(read.name).toBe(name);
        expect(read.entries.map(({ start, end, summary }) => ({ start, end, summary }))).toEqual(
          entries.map(({ start, end, summary }) => ({ start, end, summary })),
        );
      }),
      { seed, numRuns: runs(500) },
    );
  });
});
