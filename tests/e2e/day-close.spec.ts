import { addDays } from '@domain/dates.js';
import { expect } from '@playwright/test';
import type { DailyPayments } from '@wire/payment.js';
import { buttonOf, dialogOf, press } from './support/controls.js';
import { bookAtDesk } from './support/front-desk.js';
import { ownHotelTest } from './support/own-hotel.fixture.js';

const test = ownHotelTest();

test('a day is closed with its drawer by keys, a second terminal is told, and a later correction stands on its own day', async ({
  hotel,
  desk: { page },
  elsewhere: { page: other, allowError },
}) => {
  allowError(/409 .*daily-payments\/close/);
  const dayOf = async () => (await hotel.api.get<DailyPayments>('/api/daily-payments')).body;
  const { id } = await bookAtDesk(hotel, 0, 2, {
    guest_name_1: '日締 花子',
    total_fee: 16_400,
    csv_notes: '0',
  });
  const ways = (await hotel.api.get<{ id: number; payment_name: string }[]>('/api/payment_master')).body;
  const cash = ways.find(({ payment_name }) => payment_name === '現金')?.id;
  await hotel.api.post(`/api/booking/${id}/payments`, { payment_type: cash, amount: 16_400 });
  const { cash: inDrawer } = await dayOf();
  for (const one of [page, other]) {
    await one.goto('/reports?tab=daily');
    await buttonOf(one, '日締め').focus();
    await press(one, 'Alt+g');
    await expect(dialogOf(one).getByLabel('釣銭準備金')).toBeFocused();
    await one.keyboard.type('30000');
    await press(one, 'Tab');
    await expect(dialogOf(one).getByLabel('実際の現金')).toBeFocused();
    await one.keyboard.type(String(30_000 + inDrawer - 100));
    await expect(dialogOf(one).getByRole('status')).toHaveText('過不足 −¥100');
  }
  await press(page, 'Enter');
  await expect(dialogOf(page).getByRole('alert')).toContainText('理由を入力してください');
  await dialogOf(page).getByLabel('過不足の理由').fill('両替の誤り');
  await press(page, 'Enter');
  await expect(dialogOf(page)).toBeHidden();
  const closed = page.getByRole('table', { name: '日締め' });
  for (const text of ['釣銭準備金¥30,000', '過不足−¥100（両替の誤り）', 'チェックポイント'])
    await expect(closed).toContainText(text);
  await expect(buttonOf(page, '締め済み')).toBeFocused();

  await dialogOf(other).getByLabel('過不足の理由').fill('数え直し');
  await press(other, 'Enter');
  await expect(dialogOf(other).getByRole('alert')).toContainText('この日は既に締められています。');
  await press(other, 'Escape');
  await expect(other.getByRole('table', { name: '日締め' })).toContainText('両替の誤り');

  const before = await dayOf();
  await hotel.api.post(`/api/booking/${id}/refunds`, {
    payment_type: cash,
    amount: 400,
    reason: '打ち間違い',
  });
  await expect(page.getByRole('table', { name: '訂正' })).toContainText('日締 花子');
  await expect(page.getByRole('table', { name: '訂正' })).toContainText('訂正 1件');
  await expect(page.getByRole('table', { name: '支払方法ごとの集計' })).toContainText('合計');
  expect((await dayOf()).total).toEqual(before.total);
  await buttonOf(page, '次の日').click();
  await expect(page.getByLabel('日計の日付')).toHaveValue(addDays(hotel.today, 1));
  await expect(page.getByRole('table', { name: '支払方法ごとの集計' })).toContainText('−¥400');
});
