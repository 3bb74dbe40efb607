import { addDays } from '@domain/dates.js';
import { expect } from '@playwright/test';
import { goTo } from './support/calendar.js';
import { acceptAlert, dialogOf } from './support/dialogs.js';
import { buttonOf, fieldOf } from './support/form.js';
import { colleagueAt, openHandover, terminalNameOf } from './support/handover.js';
import { test } from './support/hotel.fixture.js';

test('a note written on one terminal is on the other at once, and can be finished there', async ({
  desk: { page: a },
  elsewhere: { page: b },
}) => {
  const here = await openHandover(a);
  const there = await openHandover(b);
  await a.keyboard.press('Alt+k');
  await a.keyboard.type('駐車場の鍵は金庫へ');
  await a.keyboard.press('Enter');
  await a.keyboard.type('予備もあります');
  await a.keyboard.press('Control+Enter');
  const seen = there.note('駐車場の鍵は金庫へ');
  await expect(seen).toContainText(await terminalNameOf(a));
  await expect(seen.getByText('予備もあります')).toHaveText('駐車場の鍵は金庫へ\n予備もあります');
  await expect(here.newNote.getByLabel('申し送り')).toHaveValue('');
  await expect(here.newNote.getByLabel('申し送り')).toBeFocused();

  const own = here.note('駐車場の鍵は金庫へ');
  await seen.getByRole('checkbox', { name: '完了' }).click();
  await expect(own.getByRole('checkbox', { name: '完了' })).toBeChecked();
  await expect(own).toContainText(`完了 ${await terminalNameOf(b)}`);
  await expect(own.getByRole('button', { name: '変更' })).toBeHidden();
});

test('a day with notes is marked in the calendar until they are done', async ({ hotel, desk: { page } }) => {
  const { start } = hotel.nextStay();
  const calendar = await goTo(page, '/', [addDays(start, -2), addDays(start, 3)]);
  const header = calendar.header('date', start);
  await expect(header).not.toHaveAttribute('data-notes');
  const colleague = colleagueAt(hotel, '夜勤');
  const first = await colleague.writeNote(start, '団体の到着が早まります');
  await colleague.writeNote(start, '朝食は6時から');
  await expect(header).toHaveAttribute('data-notes', '2');
  await expect(header).toHaveAccessibleName(/申し送り2件$/);
  await header.hover();
  await expect(page.getByRole('tooltip')).toContainText(
    '申し送り\n・団体の到着が早まります\n・朝食は6時から',
  );
  await colleague.finishNote(first.id);
  await expect(header).toHaveAttribute('data-notes', '1');
});

test('who hands over is told what others did since, by person and booking, with a badge until it is looked at', async ({
  hotel,
  openTerminal,
  elsewhere: { page: b },
}) => {
  const stay = hotel.nextStay();
  const [room, otherRoom] = await hotel.freeRooms(stay);
  const moved = await hotel.book(stay, room, { guest_name_1: '移動 一郎' });
  const gone = await hotel.book(stay, otherRoom, { guest_name_1: '取消 二郎' });
  const { page: a } = await openTerminal();
  const here = await openHandover(a);
  const there = await openHandover(b);
  await a.keyboard.press('Alt+g');
  await expect(dialogOf(a, '引継ぎの確定')).toContainText('未完了の申し送りが');
  await a.keyboard.type('あとはお願いします');
  await a.keyboard.press('Control+Enter');
  await expect(a.getByText('引継ぎを確定しました。')).toBeVisible();
  await expect(there.memos).toContainText(/あとはお願いします/);
  await expect(there.memos).toContainText(await terminalNameOf(a));
  await expect(here.since.locator('option:checked')).toHaveText(/^自分の引継ぎ /);

  const tab = a.getByRole('navigation', { name: '画面' }).getByRole('link', { name: /^引継ぎ/ });
  const badge = tab.locator('.unread-badge');
  await goTo(a, '/reservation-status');
  await expect(badge).toBeHidden();
  const colleague = colleagueAt(hotel, '夜勤一番');
  await colleague.cancel(gone.id);
  await colleague.amend(moved.id, { room_id: otherRoom.roomId });
  await colleague.amend(moved.id, { notes: '高層階希望' });
  await colleagueAt(hotel, '夜勤二番').pay(moved.id);
  await expect(badge).toHaveText('未確認2件');

  await a.keyboard.press('F8');
  const rows = here.person('夜勤一番').locator('.told-booking');
  const change = `部屋番号: ${room.number} → ${otherRoom.number}備考: — → 高層階希望`;
  await expect(rows).toHaveText([
    new RegExp(`^移動変更${otherRoom.number}移動 一郎.*${change}$`),
    /^取消.*取消 二郎/,
  ]);
  await expect(here.person('夜勤一番').getByRole('heading')).toContainText('移動 1・変更 1・取消 1');
  await expect(here.person('夜勤二番').locator('.told-booking')).toHaveText(/^入金.*移動 一郎/);
  await colleague.amend(moved.id, { notes: '低層階希望' });
  await expect(here.booking(moved.id).first()).toContainText('備考: — → 低層階希望');

  await a.keyboard.press('Alt+k');
  await expect(here.newNote.getByLabel('申し送り')).toBeFocused();
  await a.keyboard.press('Alt+j');
  await a.keyboard.press('Home');
  await a.keyboard.press('ArrowDown');
  const focused = here.changes.locator('.told-booking:focus');
  await expect(focused).toBeVisible();
  const id = await focused.getAttribute('data-booking');
  await a.keyboard.press('Alt+j');
  await expect(here.newNote.getByLabel('申し送り')).toBeFocused();
  await a.keyboard.press('Alt+j');
  await expect(focused).toHaveAttribute('data-booking', String(id));
  await a.keyboard.press('Enter');
  await expect(a).toHaveURL(`/reservation-registration/${id}`);
  await expect(badge).toBeHidden();
});

test('changes are told since any handover or moment', async ({ hotel, openTerminal }) => {
  const stay = hotel.nextStay();
  const [room] = await hotel.freeRooms(stay);
  const { id } = await hotel.book(stay, room, { guest_name_1: '時点 三郎' });
  const colleague = colleagueAt(hotel, '時点係');
  await colleague.amend(id, { notes: '一回目' });
  await colleague.handOver('ここまで');
  await colleague.amend(id, { notes: '二回目' });
  const { page } = await openTerminal();
  const here = await openHandover(page);
  await expect(here.since.locator('option:checked')).toHaveText('今日の0:00から（引継ぎの記録なし）');
  const told = here.person('時点係').locator(`[data-booking="${id}"]`);
  await expect(told).toContainText('備考: — → 二回目');
  await page.keyboard.press('Alt+p');
  await expect(here.since).toBeFocused();
  const handover = here.since.locator('option', { hasText: '時点係の引継ぎ' }).first();
  await here.since.selectOption((await handover.getAttribute('value')) ?? '');
  await expect(told).toContainText('備考: 一回目 → 二回目');
  await here.since.selectOption({ label: '日時を指定' });
  await expect(fieldOf(page, '日付').last()).toBeFocused();
  await page.keyboard.type('-1');
  await page.keyboard.press('Tab');
  await page.keyboard.type('2330');
  await page.keyboard.press('Enter');
  await expect(told).toContainText('備考: — → 二回目');
});

test('a note is changed in place; one that was changed elsewhere meanwhile is not written over', async ({
  hotel,
  desk,
}) => {
  const { page } = desk;
  desk.allowError(/status of 409/);
  const colleague = colleagueAt(hotel, '夜勤');
  const { id } = await colleague.writeNote(hotel.today, '電球の交換');
  const here = await openHandover(page);
  const note = here.note('電球の交換');
  const form = here.notes.getByRole('form', { name: '申し送りの変更' });
  const open = async (text: string) => {
    await note.getByRole('button', { name: '変更' }).click();
    await expect(form.getByLabel('申し送り')).toBeFocused();
    await form.getByLabel('申し送り').fill(text);
  };
  await open('電球の交換は明日');
  await form.getByLabel('日付', { exact: true }).fill('+1');
  await colleague.rewriteNote(id, hotel.today, '電球の交換は不要');
  await colleague.writeNote(hotel.today, '脚立の返却');
  await expect(here.note('脚立の返却')).toBeVisible(); // So what came before it is here as well.
  await form.getByLabel('申し送り').press('Control+Enter');
  await acceptAlert(page, '他の端末で更新されています。最新の内容を確認してください。');
  await expect(form.getByLabel('申し送り')).toHaveValue('電球の交換は明日');
  await form.getByRole('button', { name: 'やめる' }).click();
  await expect(note.getByRole('button', { name: '変更' })).toBeFocused();
  await expect(note).toContainText('電球の交換は不要');
});

test('a new note says what is missing, and stays when another screen is looked at', async ({
  desk: { page },
}) => {
  const { newNote } = await openHandover(page);
  const text = newNote.getByLabel('申し送り');
  await page.keyboard.press('Alt+k');
  await page.keyboard.press('Control+Enter');
  await acceptAlert(page, '申し送りを入力してください。');
  await expect(text).toBeFocused();
  await page.keyboard.type('鍵は金庫へ戻すこと');
  await page.keyboard.press('Alt+l');
  await expect(buttonOf(page, '印刷')).toBeVisible();
  await page.keyboard.press('F8');
  await expect(text).toHaveValue('鍵は金庫へ戻すこと');
  await text.fill('');
});
