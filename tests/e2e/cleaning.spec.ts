import { expect, type Page } from '@playwright/test';
import type { CleaningList } from '@wire/cleaning.js';
import type { HotelRecord } from '@wire/hotel-record.js';
import { must } from '#tests/support/api-client.js';
import { setTheme, THEMES, violations } from './support/axe.js';
import { calendarOf, goTo, visit } from './support/calendar.js';
import { buttonOf, dialogOf, press } from './support/controls.js';
import { bookAtDesk, openDesk } from './support/front-desk.js';
import { test } from './support/hotel.fixture.js';
import type { Hotel } from './support/hotel.js';
import { expectLineDown, keepApp, keptKeys } from './support/line-down.js';
import { countOnPaper } from './support/paper.js';

const LIST = '/reservation-status';
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const TWELVE = 12;

async function manage(hotel: Hotel, manages_cleaning: 0 | 1): Promise<void> {
  const known = await must(hotel.api.get<HotelRecord>('/api/hotel'));
  await must(hotel.api.put('/api/hotel', { ...known, manages_cleaning }));
}
const setState = (hotel: Hotel, room_number: string, state: string) =>
  hotel.api
    .put('/api/cleaning/state', { room_number, state })
    .then((answer) => must(Promise.resolve(answer)));

const roomIn = (page: Page, room: string) => page.locator(`.cleaning-room[data-room="${room}"]`);
const stateButton = (page: Page, room: string, state: string) =>
  roomIn(page, room).getByRole('button', { name: state, exact: true });
const filterBy = (page: Page, state: string) =>
  page.getByRole('button', { name: new RegExp(`^${state} \\d`) });

test.beforeEach(({ hotel }) => manage(hotel, 1));
test.afterEach(({ hotel }) => manage(hotel, 0));

test('twelve rooms are cleaned on a phone by one tap each, which a desk sees at once, and the other way round', async ({
  hotel,
  desk: { page },
  openTerminal,
}) => {
  const { rooms } = await must(hotel.api.get<CleaningList>('/api/cleaning'));
  const twelve = rooms.slice(0, TWELVE).map(({ room_number }) => room_number);
  for (const { room_number, state } of rooms)
    if (state === '清掃前' && !twelve.includes(room_number)) await setState(hotel, room_number, '清掃済');
  for (const room of twelve) await setState(hotel, room, '清掃前');
  await goTo(page, LIST);
  const mark = (room: string) => calendarOf(page).roomHead(room).locator('.cleaning-mark');
  for (const room of twelve) await expect(mark(room)).toHaveAttribute('data-cleaning', '清掃前');

  const { page: phone } = await openTerminal(PHONE);
  await visit(phone, '/cleaning');
  await expect(filterBy(phone, '清掃前')).toContainText(String(TWELVE));
  await filterBy(phone, '清掃前').tap();
  await expect(phone.locator('.cleaning-room')).toHaveCount(TWELVE);
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  for (const room of twelve) {
    await stateButton(phone, room, '清掃済').tap();
    await expect(mark(room)).toHaveCount(0);
  }
  await expect(filterBy(phone, '清掃前')).toContainText('0');
  await expect(phone.locator('.cleaning-room[data-state="清掃済"]')).toHaveCount(TWELVE);

  const [first = '', second = ''] = twelve;
  await stateButton(phone, first, '清掃中').tap();
  await expect(mark(first)).toHaveAttribute('data-cleaning', '清掃中');
  await setState(hotel, second, '点検済');
  await expect(stateButton(phone, second, '点検済')).toHaveAttribute('aria-pressed', 'true');
  const remark = roomIn(phone, second).getByRole('textbox', { name: `${second}号室の備考` });
  await remark.fill('リネン交換');
  await remark.press('Enter');
  await expect
    .poll(async () => (await must(hotel.api.get<CleaningList>('/api/cleaning'))).rooms[1]?.remark)
    .toBe('リネン交換');
  for (const theme of THEMES) {
    await setTheme(phone, theme);
    expect(await violations(phone, '.cleaning', theme)).toEqual([]);
  }
});

test('without a line the list is there as it was last, and nothing can be changed until it is back', async ({
  hotel,
  openTerminal,
}) => {
  const { rooms } = await must(hotel.api.get<CleaningList>('/api/cleaning'));
  const room = rooms[2]?.room_number ?? '';
  await setState(hotel, room, '清掃前');
  const terminal = await openTerminal({ ...PHONE, serviceWorkers: 'allow' });
  const { page } = terminal;
  await visit(page, '/cleaning');
  await expect(stateButton(page, room, '清掃前')).toHaveAttribute('aria-pressed', 'true');
  await keepApp(page);
  await expect.poll(() => keptKeys(page)).toContain('guests cleaning');
  expectLineDown(terminal);
  const notice = page.getByText(/通信が切れています。.* の内容です。つながるまで変更できません。/);
  await page.context().setOffline(true);
  await expect(notice).toBeVisible();
  await page.reload();
  await expect(notice).toBeVisible();
  await expect(stateButton(page, room, '清掃前')).toHaveAttribute('aria-pressed', 'true');
  await expect(stateButton(page, room, '清掃済')).toHaveAttribute('aria-disabled', 'true');
  await stateButton(page, room, '清掃済').tap({ force: true });
  await setState(hotel, room, '清掃中');
  await page.context().setOffline(false);
  await expect(notice).toBeHidden();
  await expect(stateButton(page, room, '清掃中')).toHaveAttribute('aria-pressed', 'true');
  await stateButton(page, room, '清掃済').tap();
  await expect(stateButton(page, room, '清掃済')).toHaveAttribute('aria-pressed', 'true');
});

test('a check-in into a room that is not ready says how long it has waited; a ready room asks nothing more', async ({
  hotel,
  desk: { page },
}) => {
  const paid = { payment_type: null, payment_flag: 1 };
  const guest = async (name: string, state: string) => {
    const { id, room } = await bookAtDesk(hotel, 0, 2, { guest_name_1: name });
    await must(hotel.api.post(`/api/booking/${id}/payment`, paid));
    await setState(hotel, room, state);
    return { id, room };
  };
  const early = await guest('早着 一郎', '清掃前');
  const ready = await guest('定刻 二郎', '点検済');
  const desk = await openDesk(page);
  await desk.row(early.id).focus();
  await press(page, 'i');
  const question = dialogOf(page, 'チェックインの確認');
  await expect(question).toContainText(`${early.room}号室の清掃が終わっていません（清掃前のまま 0分）。`);
  await buttonOf(page, 'このままチェックイン').click();
  await expect(desk.row(early.id)).toContainText('到着済');
  await desk.row(ready.id).focus();
  await press(page, 'i');
  await expect(desk.row(ready.id)).toContainText('到着済');
  await expect(question).toHaveCount(0);
});

test('on paper a room is one line with its state, under the name of the hotel and the date', async ({
  hotel,
  desk: { page },
}) => {
  const { rooms } = await must(hotel.api.get<CleaningList>('/api/cleaning'));
  const room = rooms[0]?.room_number ?? '';
  await setState(hotel, room, '清掃中');
  await visit(page, '/cleaning');
  await expect(stateButton(page, room, '清掃中')).toHaveAttribute('aria-pressed', 'true');
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.paper-heading')).toContainText(/清掃.*年\d+月\d+日/);
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(stateButton(page, room, '清掃中')).toBeVisible();
  await expect(stateButton(page, room, '清掃済')).toBeHidden();
  const height = await roomIn(page, room).evaluate((element) => element.getBoundingClientRect().height);
  expect(height).toBeLessThan(50);
  const { pages } = await countOnPaper(page, {});
  expect(pages).toBeGreaterThan(1);
  expect(pages).toBeLessThan(rooms.length / 12);
  await page.emulateMedia({ media: null });
});
