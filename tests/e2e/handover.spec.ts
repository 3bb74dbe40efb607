import { addDays } from '@domain/dates.js';
import { expect } from '@playwright/test';
import { goTo } from './support/calendar.js';
import { acceptAlert, buttonOf, dialogOf, fieldOf, press } from './support/controls.js';
import { colleagueAt, openHandover, terminalNameOf } from './support/handover.js';
import { test } from './support/hotel.fixture.js';

test('a note is written, finished on the other terminal, changed in place, and marked in the calendar until it is done', async ({
  hotel,
  desk: { page: a, allowError },
  elsewhere: { page: b },
}) => {
  allowError(/status of 409/);
  const colleague = colleagueAt(hotel, '夜勤');
  const here = await openHandover(a);
  const there = await openHandover(b);
  const text = here.newNote.getByLabel('申し送り');

  await test.step('what is missing is said; what is typed outlives a look at another screen', async () => {
    await press(a, 'Alt+k', 'Control+Enter');
    await acceptAlert(a, '申し送りを入力してください。');
    await expect(text).toBeFocused();
    await a.keyboard.type('駐車場の鍵は金庫へ');
    await press(a, 'Enter');
    await a.keyboard.type('予備もあります');
    await press(a, 'Alt+l');
    await expect(buttonOf(a, '印刷')).toBeVisible();
    await press(a, 'F8');
    await expect(text).toHaveValue('駐車場の鍵は金庫へ\n予備もあります');
    await text.press('Control+Enter');
    const seen = there.note('駐車場の鍵は金庫へ');
    await expect(seen).toContainText(await terminalNameOf(a));
    await expect(seen.getByText('予備もあります')).toHaveText('駐車場の鍵は金庫へ\n予備もあります');
    await expect(text).toHaveValue('');
    await expect(text).toBeFocused();
    await seen.getByRole('checkbox', { name: '完了' }).click();
    const own = here.note('駐車場の鍵は金庫へ');
    await expect(own).toContainText(`完了 ${await terminalNameOf(b)}`);
    await expect(own.getByRole('button', { name: '変更' })).toBeHidden();
  });

  await test.step('one that was changed elsewhere meanwhile is not written over', async () => {
    const { id } = await colleague.writeNote(hotel.today, '電球の交換');
    const note = here.note('電球の交換');
    await note.getByRole('button', { name: '変更' }).click();
    const form = here.notes.getByRole('form', { name: '申し送りの変更' });
    await expect(form.getByLabel('申し送り')).toBeFocused();
    await form.getByLabel('申し送り').fill('電球の交換は明日');
    await form.getByLabel('日付', { exact: true }).fill('+1');
    await colleague.rewriteNote(id, hotel.today, '電球の交換は不要');
    await colleague.writeNote(hotel.today, '脚立の返却');
    await expect(here.note('脚立の返却')).toBeVisible(); // So what came before it is here as well.
    await form.getByLabel('申し送り').press('Control+Enter');
    await acceptAlert(a, '他の端末で更新されています。最新の内容を確認してください。');
    await expect(form.getByLabel('申し送り')).toHaveValue('電球の交換は明日');
    await form.getByRole('button', { name: 'やめる' }).click();
    await expect(note.getByRole('button', { name: '変更' })).toBeFocused();
    await expect(note).toContainText('電球の交換は不要');
  });

  const { start } = hotel.nextStay();
  const header = (await goTo(a, '/', [addDays(start, -2), addDays(start, 3)])).header('date', start);
  await expect(header).not.toHaveAttribute('data-notes');
  const first = await colleague.writeNote(start, '団体の到着が早まります');
  await colleague.writeNote(start, '朝食は6時から');
  await expect(header).toHaveAccessibleName(/申し送り2件$/);
  await header.hover();
  await expect(a.getByRole('tooltip')).toContainText('申し送り\n・団体の到着が早まります\n・朝食は6時から');
  await colleague.finishNote(first.id);
  await expect(header).toHaveAttribute('data-notes', '1');
});

test('who hands over is told what others did since, by person and booking, with a badge until it is looked at', {
  tag: '@long',
}, async ({ hotel, openTerminal }) => {
  const [stay, room, otherRoom] = await hotel.freeStay();
  const moved = await hotel.book(stay, room, { guest_name_1: '移動 一郎' });
  const gone = await hotel.book(stay, otherRoom, { guest_name_1: '取消 二郎' });
  const { page } = await openTerminal(); // One that has handed over nothing before.
  const here = await openHandover(page);
  await expect(here.since.locator('option:checked')).toHaveText('今日の0:00から（引継ぎの記録なし）');
  await press(page, 'Alt+g');
  await expect(dialogOf(page, '引継ぎの確定')).toBeVisible();
  await page.keyboard.type('あとはお願いします');
  await press(page, 'Control+Enter');
  await expect(here.memos).toContainText('あとはお願いします');
  await expect(here.since.locator('option:checked')).toHaveText(/^自分の引継ぎ /);

  const tab = page.getByRole('navigation', { name: '画面' }).getByRole('link', { name: /^引継ぎ/ });
  const badge = tab.locator('.unread-badge');
  await press(page, 'Alt+l');
  await expect(badge).toBeHidden();
  const colleague = colleagueAt(hotel, '夜勤一番');
  await colleague.cancel(gone.id);
  await colleague.amend(moved.id, { room_id: otherRoom.roomId });
  await colleague.handOver('ここまで');
  await colleague.amend(moved.id, { notes: '高層階希望' });
  await colleagueAt(hotel, '夜勤二番').pay(moved.id);
  await expect(badge).toHaveText('未確認3件');
  await press(page, 'F8');
  const change = `部屋番号: ${room.number} → ${otherRoom.number}備考: — → 高層階希望`;
  await expect(here.person('夜勤一番').locator('.change-row')).toHaveText([
    new RegExp(`^移動変更${otherRoom.number}移動 一郎.*${change}$`),
    /^取消.*取消 二郎/,
  ]);
  await expect(here.person('夜勤二番').locator('.change-row')).toHaveText(/^入金.*移動 一郎/);
  await colleague.amend(moved.id, { notes: '低層階希望' });
  await expect(here.booking(moved.id).first()).toContainText('備考: — → 低層階希望');

  await test.step('keys lead through what was done, to its booking', async () => {
    await press(page, 'Alt+k');
    await expect(here.newNote.getByLabel('申し送り')).toBeFocused();
    await press(page, 'Alt+j', 'Home', 'ArrowDown');
    const focused = here.changes.locator('.change-row:focus');
    await expect(focused).toBeVisible();
    const id = await focused.getAttribute('data-booking');
    await press(page, 'Alt+j');
    await expect(here.newNote.getByLabel('申し送り')).toBeFocused();
    await press(page, 'Alt+j');
    await expect(focused).toHaveAttribute('data-booking', String(id));
    await press(page, 'Enter');
    const panel = page.getByRole('complementary', { name: '予約の内容' });
    await expect(panel.getByRole('button', { name: '編集' })).toBeVisible();
    await press(page, 'Escape');
    await expect(focused).toHaveAttribute('data-booking', String(id));
    await expect(badge).toBeHidden();
  });

  await test.step('since the handover of another, and since a moment that is typed', async () => {
    await press(page, 'F8');
    await press(page, 'Alt+p');
    await expect(here.since).toBeFocused();
    const handover = here.since.locator('option', { hasText: '夜勤一番の引継ぎ' }).first();
    await here.since.selectOption((await handover.getAttribute('value')) ?? '');
    await expect(here.person('夜勤一番').locator('.change-row')).toHaveCount(1);
    await here.since.selectOption({ label: '日時を指定' });
    await expect(fieldOf(page, '日付').last()).toBeFocused();
    await page.keyboard.type('-1');
    await press(page, 'Tab');
    await page.keyboard.type('2330');
    await press(page, 'Enter');
    await expect(here.person('夜勤一番').locator('.change-row')).toHaveCount(2);
  });
});
