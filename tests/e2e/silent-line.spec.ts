import { expect } from '@playwright/test';
import { around, goTo } from './support/calendar.js';
import { acceptAlert, buttonOf, dialogOf, enterBooking, fieldOf } from './support/controls.js';
import { holdAnswers } from './support/held-answers.js';
import { test } from './support/hotel.fixture.js';

const FORM = '/reservation-registration';

test('a save on a line that became silent ends, and made again it has booked once', { tag: '@long' }, async ({
  hotel,
  openTerminal,
}) => {
  const [stay, room] = await hotel.freeStay();
  const { page, allowError } = await openTerminal();
  allowError(/サーバーに接続できません/);
  await goTo(page, FORM, around(stay));
  await enterBooking(page, stay, room.number, '沈黙 四郎');
  const overlay = page.getByRole('status', { name: '読み込み中' });
  const held = await holdAnswers(page, 'POST', /\/api\/booking$/);
  await buttonOf(page, '登録').click();
  await expect.poll(() => held.requests).toHaveLength(1);
  await expect(overlay).toBeVisible();
  // The limit of a write is 20 s, which the browser keeps itself.
  await expect(dialogOf(page)).toBeVisible({ timeout: 30_000 });
  await acceptAlert(page, 'サーバーに接続できません。通信状態を確認して、もう一度お試しください。');
  await expect(overlay).toBeHidden();
  await held.release();
  await expect(fieldOf(page, '宿泊者名')).toHaveValue('沈黙 四郎');
  await buttonOf(page, '登録').click();
  await acceptAlert(page, '登録');
  const names = (await hotel.bookings(stay.start, stay.start)).map(({ guest_name_1 }) => guest_name_1);
  expect(names.filter((name) => name === '沈黙 四郎')).toHaveLength(1);
});
