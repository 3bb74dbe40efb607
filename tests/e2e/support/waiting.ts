import { expect, type Page } from '@playwright/test';
import type { WaitingContent } from '@wire/waiting-list.js';
import { apiClient, must } from '#tests/support/api-client.js';
import { acceptAlert, dialogOf, fieldOf, press, tabTo } from './controls.js';
import type { FullTwins } from './full-twins.js';
import type { Hotel } from './hotel.js';

/** The line that says that somebody who waits finds a room. */
export const told = (page: Page, name: string) =>
  page
    .locator('.booking-notices p')
    .filter({ hasText: 'キャンセル待ちに空きが出ました' })
    .filter({ hasText: name });

/** The line that says that moves of others free a room for somebody who waits. */
export const toldMoves = (page: Page, name: string) =>
  page
    .locator('.booking-notices p')
    .filter({ hasText: 'キャンセル待ちに空きを作れます' })
    .filter({ hasText: name });

/** Puts two smoking men on the waiting list, for nights on which every room for them is taken. */
export const wait = (hotel: Hotel, { stay }: FullTwins, guest_name: string) =>
  must(
    apiClient(hotel.url).post<WaitingContent>('/api/waiting-list', {
      ...{ guest_name, tel: '090-3333-4444', stay_start: stay.start, stay_end: stay.end },
      ...{ mens_count: 2, womens_count: 0, smoking_status: '喫煙', corporateID: 0 },
    }),
  );

/** Cancels the booking that keeps one of the twins from being free for the whole stay. */
export async function freeTwin(hotel: Hotel, { change }: FullTwins): Promise<void> {
  const nights = await hotel.bookings(change, change);
  const taken = nights.find(
    ({ stay_start, is_cancelled, guest_name_1 }) =>
      stay_start === change && is_cancelled === 0 && guest_name_1 === '固定 一郎',
  );
  if (!taken) throw new Error('nobody has the twin');
  await must(apiClient(hotel.url).put(`/api/booking/${taken.id}/cancel`, {}));
}

/** Keys from any screen to the booking of somebody who waits for whom a room is free. */
export const BOOKING_EFFORT = { keys: 12, clicks: 0 };

/** Books the first of the waiting list, from any screen, by keys: the list, Enter, time and fee, 登録. */
export async function bookWaiting(page: Page, name: string): Promise<void> {
  await press(page, 'Alt+Shift+KeyW');
  const first = dialogOf(page, 'キャンセル待ち').getByRole('button', { name: `${name}様 予約へ進む` });
  await expect(first).toBeFocused();
  await press(page, 'Enter');
  await expect(page.getByText(`キャンセル待ちを予約にします: ${name}様`)).toBeVisible();
  await expect(fieldOf(page, 'チェックイン時間')).toBeFocused();
  await expect(fieldOf(page, '電話番号')).toHaveValue('090-3333-4444');
  await page.keyboard.type('15:00');
  await tabTo(page, fieldOf(page, '合計料金'));
  await press(page, 'Control+a');
  await page.keyboard.type('16000');
  await press(page, 'Alt+KeyG');
  await acceptAlert(page, '予約が登録されました！');
}
