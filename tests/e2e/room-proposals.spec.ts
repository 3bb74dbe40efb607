import { expect } from '@playwright/test';
import { goTo, reveal } from './support/calendar.js';
import { acceptAlert, buttonOf, fieldOf, fillForm, guest, press, roomOptions } from './support/controls.js';
import { fillTwins, TWO_SMOKING_MEN } from './support/full-twins.js';
import { test } from './support/hotel.fixture.js';

test('a full hotel says whom to move, or that a stay goes in two rooms; by keyboard it is shown, done as one, and taken back as one', async ({
  hotel,
  desk: { page },
}) => {
  const { stay, change, first, second, guest: moved } = await fillTwins(hotel);
  const calendar = await goTo(page, '/reservation-registration');
  const proposals = page.getByRole('region', { name: '空室の提案' });
  const card = (text: string) => proposals.getByRole('article').filter({ hasText: text }).first();
  const [movingCard, splitCard] = [card(`${first.number}号室を空ける`), card('2室に分ける')];
  const preview = (kind: string) => page.locator(`[data-preview="${kind}"]`);
  const none = roomOptions(page).first();
  const search = async () => {
    await fillForm(page, { チェックイン日: stay.start, チェックアウト日: stay.end, ...TWO_SMOKING_MEN });
    await buttonOf(page, '部屋検索').click();
    await expect(none).toHaveText('選択してください（0室）');
    await expect(proposals).toBeVisible();
  };
  await search();
  const { version } = await hotel.booking(moved.id);

  await test.step('moved, with a preview in the calendar', async () => {
    await expect(movingCard).toContainText('部屋移動1件');
    await expect(movingCard).toContainText(`${first.number} → ${second.number} 移動 一郎`);
    const button = movingCard.getByRole('button', { name: '移動して選ぶ' });
    await press(page, 'Alt+W');
    for (let way = 0; way < 3; way++) {
      if (await button.evaluate((one) => one === document.activeElement)) break;
      await press(page, 'Tab');
    }
    await expect(button).toBeFocused();
    await expect(preview('wanted')).toHaveText('宿泊');
    await expect(preview('comes')).toHaveText('移動 一郎');
    await expect(preview('leaves')).toHaveText(`→ ${second.number}`);
    await press(page, 'Enter');
    await expect(fieldOf(page, 'チェックイン時間')).toBeFocused();
    await expect(fieldOf(page, 'ルームタイプ').locator('option:checked')).toContainText(first.number);
    await expect(proposals).toBeHidden();
    await expect(preview('wanted')).toHaveCount(0);
    expect(await hotel.booking(moved.id)).toMatchObject({ room_id: second.roomId, version: version + 1 });
    await fillForm(page, guest('着く 太郎'));
    await buttonOf(page, '登録').click();
    await acceptAlert(page, '登録');
    const saved = calendar.cell(first.number, stay.start);
    await reveal(calendar, saved);
    await expect(saved).toContainText('着く 太郎');
    await press(page, 'Alt+Z');
    await expect(saved).not.toHaveAttribute('data-booking-id', /./);
    // Live updates may come before the answer, and nothing else is taken back until that is there.
    await expect(page.getByRole('button', { name: /^操作を元に戻す/ })).toBeEnabled();
    await press(page, 'Alt+Z');
    await expect(saved).toHaveAttribute('data-booking-id', String(moved.id));
  });

  await test.step('in two rooms, typed once, saved and taken back as one', async () => {
    await search();
    await expect(splitCard).toContainText(`${second.number} → ${first.number}`);
    await splitCard.getByRole('button').click();
    await expect(fieldOf(page, 'チェックイン時間')).toBeFocused();
    await expect(
      page.getByRole('form').getByText(`に${first.number}号室へ移動（2件の予約として登録）`),
    ).toBeVisible();
    await fillForm(page, { ...guest('二室 太郎'), 合計料金: '9001' });
    await buttonOf(page, '登録').click();
    await acceptAlert(page, '2室に分けて、2件の予約を登録しました。');
    const nights = [calendar.cell(second.number, stay.start), calendar.cell(first.number, change)];
    for (const cell of nights) {
      await reveal(calendar, cell);
      await expect(cell).toContainText('二室 太郎');
    }
    await press(page, 'Alt+Z');
    for (const cell of nights) {
      await reveal(calendar, cell);
      await expect(cell).not.toHaveAttribute('data-booking-id', /./);
    }
  });

  await test.step('what is proposed follows what other terminals do', async () => {
    await search();
    await expect(movingCard).toBeVisible();
    await hotel.amend(moved.id, { room_move_lock: 1 });
    await expect(movingCard).toBeHidden();
    await expect(splitCard).toBeVisible();
    await hotel.cancel(moved.id);
    await expect(proposals).toBeHidden();
    await expect(none).toHaveText('選択してください（1室）');
  });
});
