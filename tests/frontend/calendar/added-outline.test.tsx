import { addDays, day, daysFromTo, nightsOf } from '@domain/dates.js';
import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import type { BookingChange } from '@wire/time-travel.js';
import { CellChunk } from '#frontend/calendar/Cell.js';
import { aRoomMonth } from '#tests/support/builders.js';
import { bookingRecord } from '../support/records.js';

const FIRST = day('2026-11-20');
const days = daysFromTo(FIRST, addDays(FIRST, 6));
const month = aRoomMonth();

/** The days of the row whose cells are outlined, with the part of the outline, for a booking taken since. */
function outlineOf(stayStart: string, stayEnd: string) {
  const stay = { start: day(stayStart), end: day(stayEnd) };
  const after = bookingRecord({ stayStart: stay.start, stayEnd: stay.end });
  const change = { kind: 'added', booking_id: after.id, after } as BookingChange;
  const added = new Map(nightsOf(stay).map((night) => [night, change]));
  render(
    <CellChunk
      head={{ roomNumber: '1001', colour: 10, month, months: new Map([[month.month, month]]) }}
      days={days}
      stays={[]}
      closures={[]}
      marks={{ stays: new Map(), added }}
      first={0}
      end={days.length}
      leading
      nameColumn={0}
      columnWidth={60}
      fields={[]}
      searched={null}
      candidate={null}
      watches={{ bookings: new Map(), nights: new Map() }}
      openId={null}
      focused={null}
    />,
  );
  return screen.getAllByRole('gridcell').flatMap((cell) => {
    const { date, added: part } = cell.dataset;
    expect(/いまは予約あり/.test(cell.getAttribute('aria-label') ?? '')).toBe(part !== undefined);
    return part ? [`${date?.slice(-2)} ${part}`] : [];
  });
}

test.each([
  ['2026-11-21', '2026-11-22', ['21 only']],
  ['2026-11-21', '2026-11-23', ['21 first', '22 last']],
  ['2026-11-21', '2026-11-24', ['21 first', '22 middle', '23 last']],
  ['2026-11-18', '2026-11-22', ['20 first', '21 last']],
  ['2026-11-18', '2026-11-21', ['20 only']],
  ['2026-11-25', '2026-11-30', ['25 first', '26 middle']],
])('the outline of a booking added from %s to %s ends with its last night', (start, end, parts) => {
  expect(outlineOf(start, end)).toEqual(parts);
});
