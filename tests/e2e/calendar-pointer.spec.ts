import { stayRangeText, stayText } from '@domain/calendar/stay-text.js';
import { addDays } from '@domain/dates.js';
import { expect, type Locator, type Page } from '@playwright/test';
import { calendarOf, goTo, reveal, showRange } from './support/calendar.js';
import {
  acceptAlert,
  answer,
  buttonOf,
  dialogOf,
  fieldOf,
  fillForm,
  press,
  searchRooms,
} from './support/controls.js';
import { bookAtDesk } from './support/front-desk.js';
import { dragOver, entryOf, menuOf, moveOver, openGrid, spokenOf, wordsOf } from './support/gestures.js';
import { test } from './support/hotel.fixture.js';

test('free nights are dragged over to book them, a stay’s ends and the whole to other days and rooms, with what the form has open', async ({
  hotel,
  desk: { page },
}) => {
  const [stay, room, other] = await hotel.freeStay();
  const { cell } = await openGrid(page, stay);
  const last = addDays(stay.end, -1);
  const chosenRoom = fieldOf(page, 'ルームタイプ').locator('option:checked');

  await test.step('a new booking, while no row is drawn anew', async () => {
    await dragOver(page, cell(room.number, stay.start), [cell(room.number, last)]);
    await expect(wordsOf(page)).toHaveText(`新しい予約 ${room.number} ${stayText(stay)}`);
    await page.evaluate(() => {
      const options = { subtree: true, childList: true, attributes: true, characterData: true };
      const observer = new MutationObserver((records) => {
        document.body.dataset.drawn = String(Number(document.body.dataset.drawn ?? 0) + records.length);
      });
      for (const row of document.querySelectorAll('.room-row')) observer.observe(row, options);
    });
    await moveOver(page, cell(room.number, stay.end));
    await expect(wordsOf(page)).toContainText('3泊');
    await moveOver(page, cell(room.number, last));
    await expect(wordsOf(page)).toContainText('2泊');
    await expect(spokenOf(page)).toContainText('置けます。');
    await expect(page.locator('body')).not.toHaveAttribute('data-drawn', /./);
    await page.mouse.up();
    await expect(fieldOf(page, 'チェックイン日')).toHaveValue(stay.start);
    await expect(fieldOf(page, 'チェックアウト日')).toHaveValue(stay.end);
    await expect(chosenRoom).toContainText(room.number);
    await expect(fieldOf(page, 'チェックイン時間')).toBeFocused();
    await buttonOf(page, 'クリア').click();
  });

  const { id } = await hotel.book(stay, room, { guest_name_1: '移動 一' });
  await expect(cell(room.number, stay.start)).toHaveAttribute('data-booking-id', String(id));
  await cell(room.number, stay.start).click();
  await expect(buttonOf(page, '更新')).toBeVisible();
  await fillForm(page, { 備考: '途中の備考' });
  await test.step('both ends', async () => {
    await dragOver(page, cell(room.number, last), [cell(room.number, stay.end)], 'end');
    await expect(wordsOf(page)).toContainText('3泊');
    await page.mouse.up();
    await expect(cell(room.number, stay.end)).toHaveAttribute('data-booking-id', String(id));
    await expect(fieldOf(page, 'チェックアウト日')).toHaveValue(addDays(stay.end, 1));
    await dragOver(page, cell(room.number, stay.start), [cell(room.number, last)], 'start');
    await page.mouse.up();
    await expect(cell(room.number, stay.start)).not.toHaveAttribute('data-booking-id');
    await expect(fieldOf(page, 'チェックイン日')).toHaveValue(last);
  });
  await test.step('the whole', async () => {
    const target = { start: stay.end, end: addDays(stay.end, 2) };
    await dragOver(page, cell(room.number, last), [cell(other.number, last), cell(other.number, stay.end)]);
    await expect(wordsOf(page)).toContainText(`移動 一 ${room.number} → ${other.number} ${stayText(target)}`);
    await page.mouse.up();
    await expect(cell(other.number, target.start)).toHaveAttribute('data-booking-id', String(id));
    await expect(chosenRoom).toContainText(other.number);
    await expect(fieldOf(page, '備考')).toHaveValue('途中の備考');
    expect(await hotel.booking(id)).toMatchObject({ stay_start: target.start, changed_room: 1, notes: '' });
  });
});

test('what is not allowed is said before it is dropped, also what others do meanwhile, and by the server afterwards', async ({
  hotel,
  desk: { page, allowError },
}) => {
  allowError(/status of 409/);
  const [stay, room, other, third] = await hotel.freeStay();
  if (!third) throw new Error('too few rooms are free');
  const { id } = await hotel.book(stay, room, { guest_name_1: '固定 一', room_move_lock: 1 });
  const { cell } = await openGrid(page, stay);
  const locked = '部屋移動不可の予約のため、部屋を変更することは出来ません。';
  await dragOver(page, cell(room.number, stay.start), [cell(other.number, stay.start)]);
  await expect(wordsOf(page)).toContainText(locked);
  await expect(spokenOf(page)).toContainText(`置けません。 ${locked}`);
  await page.mouse.up();
  await expect(wordsOf(page)).toBeHidden();

  await hotel.amend(id, { room_move_lock: 0 });
  const night = addDays(stay.start, 1);
  const over = [cell(other.number, stay.start), cell(other.number, night)];
  await dragOver(page, cell(room.number, stay.start), over);
  await expect(spokenOf(page)).toContainText('置けます。');
  const next = { start: stay.end, end: addDays(stay.end, 2) };
  await hotel.book(next, other, { guest_name_1: '先着 二' });
  const taken = `${other.number}号室には ${stayRangeText(next)} 先着 二 の予約が入っています。`;
  await expect(wordsOf(page)).toContainText(taken);
  await moveOver(page, cell(third.number, stay.start));
  await press(page, 'Escape');
  await expect(wordsOf(page)).toBeHidden();
  await page.mouse.up();
  expect(await hotel.booking(id)).toMatchObject({ version: 2 });

  // The night on which somebody else is there is out of sight.
  await showRange(page, addDays(stay.start, -3), addDays(stay.end, -1));
  await dragOver(page, cell(room.number, stay.start), over);
  await expect(wordsOf(page)).toContainText(`${room.number} → ${other.number}`);
  await page.mouse.up();
  await acceptAlert(page, '選択した部屋は指定された期間に既に予約されています。');
  await expect(cell(room.number, stay.start)).toHaveAttribute('data-booking-id', String(id));
  expect(await hotel.booking(id)).toMatchObject({ version: 2 });
});

test('the menu of a booking offers what is allowed and does it; on the list a booking is only looked at', async ({
  hotel,
  desk: { page },
}) => {
  const stay = { start: hotel.today, end: addDays(hotel.today, 2) };
  const { id, room } = await bookAtDesk(hotel, 0, 3, { guest_name_1: '献立 一' });
  await hotel.amend(id, { stay_end: stay.end });
  const calendar = await openGrid(page, stay);
  const cell = calendar.cell(room, stay.start);
  await reveal(calendar, cell);
  const choose = async (name: string) => {
    await cell.click({ button: 'right' });
    await expect(menuOf(page)).toContainText('献立 一');
    await entryOf(page, name).click();
  };
  await cell.click({ button: 'right' });
  await expect(menuOf(page).getByRole('menuitem')).toHaveText([
    /^開く/,
    'チェックイン…',
    '支払を受ける…',
    'ノーショーにする',
    /^部屋・日付を動かす/,
    '1泊延長',
    '1泊短縮',
    '部屋を売り止めにする…',
    '自動登録失敗に戻す…',
    '予約取消…',
  ]);
  await expect(menuOf(page).getByRole('menuitem').first()).toBeFocused();
  await press(page, 'Escape');
  await choose('1泊延長');
  await expect(calendar.cell(room, stay.end)).toHaveAttribute('data-booking-id', String(id));
  await choose('支払を受ける…');
  await expect(dialogOf(page, '入金').getByRole('radio').first()).toBeFocused();
  await press(page, 'Enter');
  await expect(cell).toHaveAttribute('data-unpaid', 'false');
  await choose('チェックイン');
  await expect(cell).toHaveAttribute('data-in', 'true');
  await choose('チェックアウト…');
  await expect(dialogOf(page, 'チェックアウトの確認')).toContainText('残り');
  await press(page, 'Enter');
  await expect(dialogOf(page)).toHaveCount(0);
  await choose('チェックインを取り消す');
  await expect(cell).not.toHaveAttribute('data-in');
  await choose('予約取消…');
  await answer(page, 'この予約を取り消します。よろしいですか？', '予約取消');
  await acceptAlert(page, '予約がキャンセルされました');
  await expect(cell).not.toHaveAttribute('data-booking-id');

  const [later, looked, free] = await hotel.freeStay();
  const booking = await hotel.book(later, looked, { guest_name_1: '献立 二' });
  const list = await goTo(page, '/', [later.start, later.end]);
  const night = list.cell(looked.number, later.start);
  for (const nothing of [list.cell(looked.number, later.end), list.header('weather', later.start)]) {
    await nothing.click({ button: 'right' });
    await expect(menuOf(page)).toBeHidden();
  }
  await dragOver(page, night, [list.cell(free.number, later.start)]);
  await expect(wordsOf(page)).toBeHidden();
  await page.mouse.up();
  await expect(night).toHaveAttribute('data-booking-id', String(booking.id));
  await night.click({ button: 'right' });
  await expect(menuOf(page).getByRole('menuitem')).toHaveText([/^詳細/, '予約登録で開く']);
  await entryOf(page, '予約登録で開く').click();
  await expect(fieldOf(page, '宿泊者名')).toHaveValue('献立 二');
});

test('of a year only what is in sight is in the document; the wheel reaches its last room and day', async ({
  hotel,
  desk: { page },
}) => {
  const DAYS = 365;
  const [first, last] = [hotel.today, addDays(hotel.today, DAYS - 1)];
  const calendar = await goTo(page, '/', [first, last]);
  const rows = Number(await calendar.grid.getAttribute('aria-rowcount'));
  const cells = calendar.grid.locator('[role="gridcell"][data-room]');
  const inDocument = async () => expect(await cells.count()).toBeLessThan((rows * DAYS) / 20);
  await inDocument();
  const [end, head] = [calendar.cell('216', last), calendar.roomHead('216')];
  await expect(head).toBeHidden();
  await calendar.grid.hover();
  await expect
    .poll(async () => {
      await page.mouse.wheel(4_000, 1_500);
      return await end.count();
    })
    .toBe(1);
  for (const part of [end, calendar.header('date', last), head]) await expect(part).toBeInViewport();
  await expect(calendar.roomHead('1001')).toBeHidden();
  await inDocument();
  await expect(end).toHaveAttribute('aria-colindex', String(DAYS + 1));
  await expect(end.locator('xpath=ancestor::*[@role="row"]')).toHaveAttribute('aria-rowindex', String(rows));

  await test.step('scrolled faster than rows can come, it is a picture until it rests', async () => {
    const picture = calendar.grid.locator('canvas');
    await expect(picture).toBeHidden();
    const drawn = await calendar.grid.evaluate(async (grid) => {
      // Frames come every 16 ms, however long the machine takes for one.
      const { now } = performance;
      const { setTimeout } = window;
      let time = now.call(performance);
      performance.now = () => time;
      window.setTimeout = ((work: () => void, ms = 0) => setTimeout(work, ms * 200)) as typeof setTimeout;
      for (let frame = 0; frame < 6; frame++) {
        grid.scrollTop -= 300;
        time += 16;
        await new Promise(requestAnimationFrame);
      }
      Object.assign(window, { setTimeout });
      performance.now = now;
      const canvas = grid.querySelector('canvas');
      const context = canvas?.hidden === false ? canvas.getContext('2d') : null;
      const pixels = context?.getImageData(200, 200, 900, 400).data ?? new Uint8ClampedArray();
      const colours = new Set<string>();
      for (let at = 0; at < pixels.length; at += 4)
        colours.add(`rgb(${pixels[at]}, ${pixels[at + 1]}, ${pixels[at + 2]})`);
      const shade = grid.appendChild(document.createElement('i'));
      const isDrawn = (name: string) => {
        shade.style.color = `var(--${name})`;
        return colours.has(getComputedStyle(shade).color);
      };
      const found = ['surface', ...[0, 1, 2, 3, 4, 5].map((number) => `shade-${number}`)].filter(isDrawn);
      shade.remove();
      grid.scrollTop -= 1; // Rests by the machine's own time.
      return found;
    });
    expect(drawn, 'the ground and some stays').toContain('surface');
    expect(drawn.length).toBeGreaterThan(1);
    await expect(picture).toBeHidden();
    await expect(calendar.grid.locator('[role="gridcell"][data-booking-id]').first()).toBeVisible();
    await inDocument();
  });
});

/** Scrolls fast, with frames every 16 ms however long the machine takes for one, and leaves the calendar as it is then. */
async function scrollFast(grid: Locator, by: { left: number; top: number }): Promise<void> {
  await grid.evaluate(async (element, { left, top }) => {
    const { now } = performance;
    const { setTimeout } = window;
    let time = now.call(performance);
    performance.now = () => time;
    window.setTimeout = ((work: () => void, ms = 0) => setTimeout(work, ms * 200)) as typeof setTimeout;
    for (let frame = 0; frame < 6; frame++) {
      element.scrollBy(left, top);
      time += 16;
      await new Promise(requestAnimationFrame);
    }
    Object.assign(window, { setTimeout });
    performance.now = now;
  }, by);
}

/** The share of pixels whose colour is another in two screenshots, by more than text that is smoothed otherwise. */
const differing = (page: Page, one: Buffer, other: Buffer) =>
  page.evaluate(
    async (images) => {
      const read = async (image: string) => {
        const bytes = Uint8Array.from(atob(image), (letter) => letter.charCodeAt(0));
        const bitmap = await createImageBitmap(new Blob([bytes]));
        const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
        context?.drawImage(bitmap, 0, 0);
        return context?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? new Uint8ClampedArray();
      };
      const [a, b] = await Promise.all(images.map(read));
      let count = 0;
      const last = a?.length ?? 0;
      for (let at = 0; at < last; at += 4) {
        const far = [0, 1, 2].some((part) => Math.abs((a?.[at + part] ?? 0) - (b?.[at + part] ?? 0)) > 64);
        if (far) count += 1;
      }
      return count / (last / 4);
    },
    [one, other].map((image) => image.toString('base64')) as [string, string],
  );

for (const colorScheme of ['light', 'dark'] as const)
  test(`the picture while scrolling shows what the elements show at rest, ${colorScheme}${colorScheme === 'dark' ? ' @long' : ''}`, async ({
    hotel,
    openTerminal,
  }) => {
    const { page } = await openTerminal({ viewport: { width: 1366, height: 768 } });
    await page.emulateMedia({ colorScheme });
    const { today } = hotel;
    for (const [days, by] of [
      [60, { left: 0, top: 150 }],
      [60, { left: 120, top: 0 }],
      [6, { left: 0, top: 100 }],
    ] as const) {
      await goTo(page, '/reservation-status', [today, addDays(today, days)]);
      const { grid } = calendarOf(page);
      await expect(grid.locator('[role="gridcell"][data-booking-id]').first()).toBeVisible();
      await scrollFast(grid, by);
      await expect(grid.locator('canvas')).toBeVisible();
      const moving = await grid.screenshot({ animations: 'allow' });
      await grid.evaluate((element) => {
        element.scrollTop += 1; // Rests by the machine's own time.
        element.scrollTop -= 1;
      });
      await expect(grid.locator('canvas')).toBeHidden();
      const still = await grid.screenshot();
      const share = await differing(page, moving, still);
      // Corners, letters that are smoothed otherwise, 翌OUT, ∞ and 女 are there at rest only.
      expect(share).toBeLessThan(0.08);
    }
  });

test('the picture draws nothing beside the days of a short range; the answer of a search and forced colours keep the elements', async ({
  hotel,
  openTerminal,
}) => {
  const { page } = await openTerminal({ viewport: { width: 1920, height: 700 } });
  const fast = () =>
    calendarOf(page).grid.evaluate(async (grid) => {
      // Frames come every 16 ms, however long the machine takes for one, and the calendar never rests.
      const { now } = performance;
      const { setTimeout } = window;
      let time = now.call(performance);
      performance.now = () => time;
      window.setTimeout = ((work: () => void, ms = 0) => setTimeout(work, ms * 200)) as typeof setTimeout;
      grid.scrollTop = 0;
      for (let frame = 0; frame < 6; frame++) {
        grid.scrollTop += 200;
        time += 16;
        await new Promise(requestAnimationFrame);
      }
      Object.assign(window, { setTimeout });
      performance.now = now;
      const canvas = grid.querySelector('canvas');
      const context = canvas?.hidden === false ? canvas.getContext('2d') : null;
      const right = (grid.querySelector('.calendar-canvas') as HTMLElement).offsetWidth;
      const { clientWidth: width, clientHeight: height } = grid;
      const { data } = context?.getImageData(0, 0, width, height) ?? { data: [] };
      const drawnIn = (from: number, end: number) =>
        data.filter((part, at) => {
          const x = Math.floor(at / 4) % width;
          return at % 4 === 3 && part > 0 && x >= from && x < end;
        }).length;
      const found = context && {
        inside: drawnIn(0, right),
        beside: drawnIn(right + 1, width),
        room: width - right,
      };
      grid.scrollTop -= 1; // Rests by the machine's own time.
      return found;
    });
  const { today } = hotel;
  await goTo(page, '/reservation-status', [today, addDays(today, 6)]);
  const short = await fast();
  expect(short?.room).toBeGreaterThan(500);
  expect(short?.inside).toBeGreaterThan(0);
  expect(short?.beside).toBe(0);
  await expect(calendarOf(page).grid.locator('canvas')).toBeHidden(); // It rests: the next scroll begins anew.
  await page.emulateMedia({ forcedColors: 'active' });
  expect(await fast(), 'forced colours').toBeNull();
  await page.emulateMedia({ forcedColors: 'none' });
  await goTo(page, '/reservation-registration');
  await searchRooms(page, hotel.nextStay(), { 男性: '1' });
  await expect(calendarOf(page).grid.locator('[data-candidate="true"]').first()).toBeVisible();
  expect(await fast(), 'the answer of a search').toBeNull();
});
