import { expect, type Page } from '@playwright/test';
import type { BookingRecord } from '@wire/booking-record.js';
import { goTo, reveal } from './support/calendar.js';
import { acceptAlert } from './support/dialogs.js';
import { buttonOf, fieldOf, fillForm, guest as guestFields } from './support/form.js';
import { type FullTwins, fillTwins, TWO_SMOKING_MEN } from './support/full-twins.js';
import { test } from './support/hotel.fixture.js';
import type { Hotel } from './support/hotel.js';

const BLANK = '/reservation-registration';
const proposals = (page: Page) => page.getByRole('region', { name: '空室の提案' });
const cardOf = (page: Page, room: string) =>
  proposals(page)
    .getByRole('article')
    .filter({ hasText: `${room}号室を空ける` });
const splitCard = (page: Page) =>
  proposals(page).getByRole('article').filter({ hasText: '2室に分ける' }).first();
const preview = (page: Page, kind: string) => page.locator(`[data-preview="${kind}"]`);

async function search(page: Page, { stay }: FullTwins): Promise<void> {
  await fillForm(page, { チェックイン日: stay.start, チェックアウト日: stay.end, ...TWO_SMOKING_MEN });
  await buttonOf(page, '部屋検索').click();
  await expect(fieldOf(page, 'ルームタイプ').locator('option').first()).toHaveText('選択してください（0室）');
  await expect(proposals(page)).toBeVisible();
}

const placeOf = async (hotel: Hotel, { id }: BookingRecord) => {
  const { room_id, version } = await hotel.booking(id);
  return { room_id, version };
};

test('a full hotel says whom to move; by keyboard it is shown, done as one, and taken back as one', async ({
  hotel,
  desk: { page },
}) => {
  const twins = await fillTwins(hotel);
  const calendar = await goTo(page, BLANK);
  await search(page, twins);
  const before = await placeOf(hotel, twins.guest);
  const card = cardOf(page, twins.first.number);
  await expect(card).toContainText('部屋移動1件');
  await expect(card).toContainText(`${twins.first.number} → ${twins.second.number} 移動 一郎`);

  const button = card.getByRole('button', { name: '移動して選ぶ' });
  await page.keyboard.press('Alt+W');
  for (let way = 0; way < 3; way++) {
    if (await button.evaluate((one) => one === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await expect(button).toBeFocused();
  await expect(preview(page, 'wanted')).toHaveText('宿泊');
  await expect(preview(page, 'comes')).toHaveText('移動 一郎');
  await expect(preview(page, 'leaves')).toHaveText(`→ ${twins.second.number}`);

  await page.keyboard.press('Enter');
  await expect(fieldOf(page, 'チェックイン時間')).toBeFocused();
  await expect(fieldOf(page, 'ルームタイプ').locator('option:checked')).toContainText(twins.first.number);
  await expect(proposals(page)).toBeHidden();
  await expect(preview(page, 'wanted')).toHaveCount(0);
  const movedTo = calendar.cell(twins.second.number, twins.stay.start);
  await reveal(calendar, movedTo);
  await expect(movedTo).toHaveAttribute('data-booking-id', String(twins.guest.id));
  expect(await placeOf(hotel, twins.guest)).toEqual({
    room_id: twins.second.roomId,
    version: before.version + 1,
  });

  await fillForm(page, guestFields('着く 太郎'));
  await buttonOf(page, '登録').click();
  await acceptAlert(page, '登録');
  const saved = calendar.cell(twins.first.number, twins.stay.start);
  await reveal(calendar, saved);
  await expect(saved).toContainText('着く 太郎');

  await page.keyboard.press('Alt+Z');
  await expect(saved).not.toHaveAttribute('data-booking-id', /./);
  await page.keyboard.press('Alt+Z');
  await expect(saved).toHaveAttribute('data-booking-id', String(twins.guest.id));
  expect((await placeOf(hotel, twins.guest)).room_id).toBe(twins.first.roomId);
});

test('what is proposed follows what other terminals do', async ({ hotel, desk: { page } }) => {
  const twins = await fillTwins(hotel);
  await goTo(page, BLANK);
  await search(page, twins);
  await expect(cardOf(page, twins.first.number)).toBeVisible();
  await hotel.amend(twins.guest.id, { room_move_lock: 1 });
  await expect(cardOf(page, twins.first.number)).toBeHidden();
  await expect(splitCard(page)).toBeVisible();
  await hotel.cancel(twins.guest.id);
  await expect(proposals(page)).toBeHidden();
  await expect(fieldOf(page, 'ルームタイプ').locator('option').first()).toHaveText('選択してください（1室）');
});

test('a stay in two rooms is typed once and saved as two bookings at once', async ({
  hotel,
  desk: { page },
}) => {
  const twins = await fillTwins(hotel);
  const calendar = await goTo(page, BLANK);
  await search(page, twins);
  const card = splitCard(page);
  await expect(card).toContainText(`${twins.second.number} → ${twins.first.number}`);
  await card.getByRole('button').click();
  await expect(fieldOf(page, 'チェックイン時間')).toBeFocused();
  await expect(
    page.getByRole('form').getByText(`に${twins.first.number}号室へ移動（2件の予約として登録）`),
  ).toBeVisible();
  await fillForm(page, { ...guestFields('二室 太郎'), 合計料金: '9001' });
  await buttonOf(page, '登録').click();
  await acceptAlert(page, '2室に分けて、2件の予約を登録しました。');
  const nightsAt = [
    calendar.cell(twins.second.number, twins.stay.start),
    calendar.cell(twins.first.number, twins.change),
  ];
  for (const cell of nightsAt) {
    await reveal(calendar, cell);
    await expect(cell).toContainText('二室 太郎');
  }

  await page.keyboard.press('Alt+Z');
  for (const cell of nightsAt) {
    await reveal(calendar, cell);
    await expect(cell).not.toHaveAttribute('data-booking-id', /./);
  }
});
