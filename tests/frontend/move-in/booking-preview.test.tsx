import { day } from '@domain/dates.js';
import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import type { MoveInBooking } from '@wire/move-in.js';
import { BookingCells } from '#frontend/move-in/BookingPreview.js';
import { placeHotel } from '#tests/frontend/support/known-hotel.js';

const BOOKING: MoveInBooking = {
  ...{ rooms: ['808'], guest: '移行 太郎', stay_start: '2026-12-31', stay_end: '2027-01-02' },
  ...{ mens_count: 1, womens_count: 0, total_fee: 9800, payment: null, paid: null, notes: '' },
};

test.each([
  [BOOKING, '12/31(木)～1/2(土) 2泊'],
  [{ ...BOOKING, stay_start: '2027-01-01' }, '2027/1/1(金)～1/2(土) 1泊'],
  [{ ...BOOKING, stay_start: '2012-12-26', stay_end: '2012-12-27' }, '2012/12/26(水)～12/27(木) 1泊'],
])('the preview of a booking says the year where it is not this one', (booking, text) => {
  placeHotel({ today: day('2026-11-21'), timezone: 'Asia/Tokyo', name: '' });
  render(
    <table>
      <tbody>
        <tr>
          <BookingCells booking={booking} />
        </tr>
      </tbody>
    </table>,
  );
  expect(screen.getAllByRole('cell')[2]?.textContent).toBe(text);
});
