import { dayText, stayText } from '@domain/calendar/stay-text.js';
import { addDays, type Day, nightsOf } from '@domain/dates.js';
import { expect } from '@playwright/test';
import { around, calendarOf, goTo } from './support/calendar.js';
import { buttonOf, dialogOf, press } from './support/controls.js';
import { dragOver, entryOf, menuOf, openGrid, wordsOf } from './support/gestures.js';
import { test } from './support/hotel.fixture.js';

test.use({ viewport: { width: 1366, height: 768 } });

test('a room is taken out of order from the menu of a night by keys, is seen at once elsewhere, changed, and taken back', async ({
  hotel,
  desk: { page },
  elsewhere,
}) => {
  const [stay, room] = await hotel.freeStay();
  await goTo(elsewhere.page, '/', around(stay));
  const there = calendarOf(elsewhere.page);
  const { cell } = await openGrid(page, stay);
  const night = cell(room.number, stay.start);
  const dialog = dialogOf(page, `${room.number}号室の売り止め`);

  await test.step('the menu key, the reason, Enter', async () => {
    await night.focus();
    await press(page, 'Shift+F10');
    await expect(menuOf(page)).toContainText('空室');
    await entryOf(page, '売り止めにする…').click();
    await dialog.getByLabel('終了日').fill(stay.end);
    await dialog.getByLabel('理由').fill('水漏れ');
    await press(page, 'Enter');
    await expect(dialog).toHaveCount(0);
    await expect(night).toHaveAccessibleName(`${room.number} ${dayText(stay.start)} 売り止め 水漏れ`);
    await expect(night).toBeFocused();
  });

  await test.step('the other terminal shows its bar, and the rooms left', async () => {
    const other = there.cell(room.number, stay.start);
    await expect(other).toHaveAttribute('data-closure-id', /\d/);
    await expect(other.locator('.closure-bar')).toHaveText('売り止め 水漏れ');
    await expect(there.cell(room.number, stay.end)).not.toHaveAttribute('data-closure-id');
    await other.hover();
    await expect(other).toHaveAttribute(
      'data-tooltip',
      `売り止め\n${room.number} ${stayText(stay)}（水漏れ）`,
    );
    await other.click();
    await expect(dialogOf(elsewhere.page)).toHaveCount(0);
  });

  await test.step('extended by a click', async () => {
    await night.click();
    const end = addDays(stay.end, 2);
    await dialog.getByLabel('終了日').fill(end);
    await dialog.getByLabel('理由').press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(there.cell(room.number, addDays(end, -1))).toHaveAttribute('data-closure-id', /\d/);
  });

  await test.step('taken back, by the keys of undo brought again, and taken back again', async () => {
    await night.click({ button: 'right' });
    await entryOf(page, '売り止めを取り消す').click();
    await expect(there.cell(room.number, stay.start)).not.toHaveAttribute('data-closure-id');
    await expect(night).not.toHaveAttribute('data-closure-id');
    await night.focus();
    await press(page, 'Control+z');
    await expect(night).toHaveAttribute('data-closure-id', /\d/);
    await expect(there.cell(room.number, stay.start)).toHaveAttribute('data-closure-id', /\d/);
    await press(page, 'Control+y');
    await expect(night).not.toHaveAttribute('data-closure-id');
    await expect(there.cell(room.number, stay.start)).not.toHaveAttribute('data-closure-id');
  });
});

test('over a booking it is refused with where the guests go; one step moves them and records it', async ({
  hotel,
  desk: { page, allowError },
}) => {
  allowError(/status of 409/);
  const [stay, room] = await hotel.freeStay();
  const { id } = await hotel.book(stay, room, { guest_name_1: '移動 次郎' });
  const { cell } = await openGrid(page, stay);
  await expect(cell(room.number, stay.start)).toHaveAttribute('data-booking-id', String(id));
  await cell(room.number, stay.start).click({ button: 'right' });
  await entryOf(page, '部屋を売り止めにする…').click();
  const dialog = dialogOf(page, `${room.number}号室の売り止め`);
  await dialog.getByLabel('理由').fill('空調の故障');
  await press(page, 'Enter');
  await expect(dialog.getByRole('alert')).toContainText('移動 次郎様');
  await expect(dialog.getByRole('listitem')).toContainText(`${room.number} → `);
  await expect(buttonOf(page, '1件を移して売り止めにする')).toBeFocused();
  await press(page, 'Enter');
  await expect(dialog).toHaveCount(0);
  await expect(cell(room.number, stay.start)).toHaveAttribute('data-closure-id', /\d/);
  expect(await hotel.booking(id)).toMatchObject({ changed_room: 1, stay_start: stay.start });
});

test('extended over a booking it proposes where the guest goes; one step moves and extends, undo takes both back', async ({
  hotel,
  desk: { page, allowError },
}) => {
  allowError(/status of 409/);
  const [stay, room] = await hotel.freeStay();
  const last = addDays(stay.end, 1);
  const { id } = await hotel.book({ start: stay.end, end: last }, room, { guest_name_1: '移動 三郎' });
  const { cell } = await openGrid(page, stay);
  const dialog = dialogOf(page, `${room.number}号室の売り止め`);
  await cell(room.number, stay.start).click({ button: 'right' });
  await entryOf(page, '売り止めにする…').click();
  await dialog.getByLabel('終了日').fill(stay.end);
  await dialog.getByLabel('理由').fill('工事');
  await press(page, 'Enter');
  await expect(dialog).toHaveCount(0);

  await cell(room.number, stay.start).click();
  await dialog.getByLabel('終了日').fill(last);
  await dialog.getByLabel('理由').press('Enter');
  await expect(dialog.getByRole('listitem')).toContainText(`${room.number} → `);
  await expect(buttonOf(page, '1件を移して売り止めにする')).toBeFocused();
  await press(page, 'Enter');
  await expect(dialog).toHaveCount(0);
  await expect(cell(room.number, stay.end)).toHaveAttribute('data-closure-id', /\d/);
  await cell(room.number, stay.start).focus();
  await press(page, 'Control+z');
  await expect(cell(room.number, stay.end)).toHaveAttribute('data-booking-id', String(id));
  await expect(cell(room.number, stay.start)).toHaveAttribute('data-closure-id', /\d/);
});

test('its end and its nights are dragged, by pointer and by keys; over a guest the dialog says where the guest goes', async ({
  hotel,
  desk: { page, allowError },
}) => {
  allowError(/status of 409/);
  const [stay, room] = await hotel.freeStay(4);
  const [first, second, third, fourth] = nightsOf(stay) as [Day, Day, Day, Day];
  const { cell } = await openGrid(page, stay);
  const closedOn = (date: Day) => cell(room.number, date);
  const isClosed = (dates: readonly Day[]) =>
    Promise.all(
      nightsOf(stay).map((date) =>
        dates.includes(date)
          ? expect(closedOn(date)).toHaveAttribute('data-closure-id', /\d/)
          : expect(closedOn(date)).not.toHaveAttribute('data-closure-id'),
      ),
    );
  await hotel.api.post('/api/room-closures', {
    ...{ room_number: room.number, start_date: first, end_date: second, reason: '点検' },
  });
  await isClosed([first]);

  await test.step('the end by the pointer', async () => {
    await dragOver(page, closedOn(first), [closedOn(second)], 'end');
    await expect(wordsOf(page)).toContainText(
      `売り止め 点検 ${room.number} ${stayText({ start: first, end: third })}`,
    );
    await page.mouse.up();
    await isClosed([first, second]);
  });

  await test.step('as a whole by keys, in its own room', async () => {
    await closedOn(second).focus();
    await press(page, 'm', 'ArrowDown', 'ArrowRight', 'Enter');
    await isClosed([second, third]);
    await expect(dialogOf(page)).toHaveCount(0);
  });

  await test.step('over a booking the dialog opens with the new nights', async () => {
    await hotel.book({ start: fourth, end: addDays(fourth, 1) }, room, { guest_name_1: '移動 四郎' });
    await expect(closedOn(fourth)).toHaveAttribute('data-booking-id', /\d/);
    await dragOver(page, closedOn(third), [closedOn(fourth)], 'end');
    await expect(wordsOf(page)).toContainText('移動 四郎');
    await page.mouse.up();
    const dialog = dialogOf(page, `${room.number}号室の売り止め`);
    await expect(dialog.getByLabel('終了日')).toHaveValue(addDays(fourth, 1));
    await dialog.getByLabel('理由').press('Enter');
    await buttonOf(page, '1件を移して売り止めにする').press('Enter');
    await isClosed([second, third, fourth]);
  });
});
