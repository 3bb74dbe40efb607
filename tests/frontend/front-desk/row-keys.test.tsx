import { day } from '@domain/dates.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { expect, test } from '@jest/globals';
import { render } from '@testing-library/react';
import { deskBooking } from '#frontend/front-desk/desk.js';
import { RowKeys } from '#frontend/front-desk/RowKeys.js';
import { loadHotel } from '#frontend/shared/hotel.js';
import { serve } from '../support/fake-server.js';
import { bookingRecord } from '../support/records.js';

const TODAY = day('2026-11-21');
const stay = { stayStart: TODAY, stayEnd: day('2026-11-22'), totalFee: 8000 };

test.each<[string, Partial<Reservation>, string]>([
  ['an unpaid arrival', {}, 'Iチェックイン P支払を受ける Xノーショーにする A明細に追加 Shift+F10すべて'],
  [
    'a paid one',
    { paymentFlag: 1 },
    'Iチェックイン N未払いに戻す Xノーショーにする A明細に追加 R領収書 Shift+F10すべて',
  ],
  [
    'a guest who is in',
    { checkinDate: TODAY },
    'Uチェックインを取り消す Oチェックアウト E延泊 P支払を受ける A明細に追加 Shift+F10すべて',
  ],
  [
    'a guest who has left, unpaid',
    { checkinDate: TODAY, checkoutDate: TODAY },
    'Uチェックアウトを取り消す P支払を受ける A明細に追加 Shift+F10すべて',
  ],
])('the row of %s shows its own keys, not read aloud', async (_, details, keys) => {
  serve();
  await loadHotel();
  const booking = deskBooking(bookingRecord({ ...stay, ...details }), { number: '1001', kind: '' });
  const { container } = render(<RowKeys booking={booking} />);
  const shown = container.querySelector('.row-keys');
  expect(shown?.getAttribute('aria-hidden')).toBe('true');
  expect([...(shown?.children ?? [])].map(({ textContent }) => textContent).join(' ')).toBe(keys);
});
