import { addDays } from '@domain/dates.js';
import { expect, type Page } from '@playwright/test';
import { buttonOf, dialogOf, press } from './support/controls.js';
import { bookAtDesk, type deskOf, openDesk } from './support/front-desk.js';
import { test } from './support/hotel.fixture.js';

const POINTS_A_MM = 72 / 25.4;

/** The sizes of a printout's pages in millimetres. */
function pageSizes(pdf: Buffer): string[] {
  const boxes = pdf.toString('latin1').matchAll(/\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)\s*\]/g);
  return [...boxes].map(([, width, height]) =>
    [width, height].map((points) => Math.round(Number(points) / POINTS_A_MM)).join('x'),
  );
}

const PIXELS_A_MM = 96 / 25.4;

/** Lists what does not fit into its place where the page is put on paper that is so many millimetres wide within its margins. */
async function cutOffOn(page: Page, widthMm: number): Promise<string[]> {
  const size = page.viewportSize();
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: Math.floor(widthMm * PIXELS_A_MM), height: 1_000 });
  const places = page.locator('.printed :is(td, th, dt, dd)');
  await expect(places.first()).toBeVisible();
  const cut = await places.evaluateAll((cells) =>
    cells
      .filter(
        (cell) => cell.scrollWidth > cell.clientWidth || cell.getBoundingClientRect().right > innerWidth,
      )
      .map(({ textContent }) => textContent),
  );
  await page.emulateMedia({ media: null });
  if (size) await page.setViewportSize(size);
  return cut;
}

/** Keeps what is put on paper instead of printing it; answers the texts of the pages so far. */
async function catchPrints(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const caught: string[] = [];
    Object.assign(window, { caught });
    window.print = () => {
      window.dispatchEvent(new Event('beforeprint'));
      caught.push(document.querySelector('.printed')?.textContent ?? '');
      window.dispatchEvent(new Event('afterprint'));
    };
  });
  return () => page.evaluate(() => (window as never as { caught: string[] }).caught);
}

/** Shows just the bookings that a text finds, and goes there. */
async function narrow(desk: ReturnType<typeof deskOf>, text: string): Promise<void> {
  await desk.filter.fill(text);
  await desk.filter.press('Enter');
}

const leftIn = async (desk: ReturnType<typeof deskOf>, list: '到着' | '在館') =>
  Number(await desk.tab(list).locator('.desk-count').textContent());

const panelOf = (page: Page) => page.getByRole('complementary', { name: '予約の内容' });

test('at 1024 px the panel stands beside every tab and button of the desk', async ({ openTerminal }) => {
  const { page } = await openTerminal({ viewport: { width: 1024, height: 768 } });
  const desk = await openDesk(page);
  await desk.rows.first().click();
  const panel = await panelOf(page).boundingBox();
  for (const control of await page.locator('.desk-bar').locator('input, button, [role=tab]').all()) {
    const box = await control.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(panel?.x ?? 0);
  }
});

test('the panel of a row: arrows show the others, Escape gives up what is typed and then leads back', async ({
  hotel,
  desk: { page },
}) => {
  const { id } = await bookAtDesk(hotel, 0, 2, { guest_name_1: '三鍵 太郎', checkin_time: '13:00' });
  const other = await bookAtDesk(hotel, 0, 1, { guest_name_1: '三鍵 二郎' });
  const desk = await openDesk(page);
  await narrow(desk, '三鍵');
  await expect(desk.rows).toHaveCount(2);
  await desk.row(id).focus();
  const panel = panelOf(page);
  await press(page, 'Enter');
  await expect(panel).toContainText('三鍵 太郎');
  await desk.row(id).focus();
  await press(page, 'ArrowDown');
  await expect(desk.row(other.id)).toBeFocused();
  await expect(panel).toContainText('三鍵 二郎');
  await desk.row(id).click();
  await expect(panel).toContainText('三鍵 太郎');
  // What is typed is given up before the panel.
  await desk.filter.focus();
  await press(page, 'Escape');
  await expect(desk.filter).toHaveValue('');
  await expect(panel).toBeVisible();
  await desk.row(id).focus();
  await press(page, 'Escape');
  await expect(panel).toHaveCount(0);
  await expect(desk.row(id)).toBeFocused();
});

test('a guest who does not come, and who moved: lists of their own, by day, in the address', async ({
  hotel,
  desk: { page },
}) => {
  const [yesterday, tomorrow] = [addDays(hotel.today, -1), addDays(hotel.today, 1)];
  const missed = await bookAtDesk(hotel, -1, 3, { guest_name_1: '来不 一郎' });
  const next = await bookAtDesk(hotel, 1, 1, { guest_name_1: '明日 花子' });
  const desk = await openDesk(page);
  await narrow(desk, '来不');
  await expect(desk.row(missed.id)).toContainText('昨日到着予定・未到着');
  await press(page, 'x');
  await expect(desk.row(missed.id)).toHaveCount(0);
  expect(await hotel.booking(missed.id)).toMatchObject({ no_show: 1, is_cancelled: 0 });
  await press(page, 'Control+z');
  await expect(desk.row(missed.id)).toBeVisible();
  await desk.row(missed.id).focus();
  await press(page, 'x');
  await desk.tab('ノーショー').click();
  await desk.row(missed.id).click();
  await expect(panelOf(page).getByText('ノーショー', { exact: true })).toBeVisible();
  await expect(panelOf(page).getByRole('button', { name: '予約取消' })).toBeVisible();
  await press(page, 'Escape');

  await desk.filter.fill('');
  await desk.tab('到着').click();
  await press(page, 'Alt+PageDown');
  await expect(page).toHaveURL(`/front-desk?date=${tomorrow}`);
  await expect(desk.row(next.id)).toBeVisible();
  await page.getByRole('button', { name: '昨日' }).click();
  await expect(page).toHaveURL(`/front-desk?date=${yesterday}`);
  await expect(desk.row(next.id)).toHaveCount(0);
  await page.goBack();
  await expect(desk.row(next.id)).toBeVisible();
  await press(page, 'Alt+Home');
  await expect(page).toHaveURL('/front-desk');

  await press(page, '8');
  const [stay, from, to] = await hotel.freeStay();
  const moved = await hotel.book(stay, from, { guest_name_1: '移動 次郎' });
  await hotel.api.put(`/api/booking/${moved.id}`, { room_id: to.roomId });
  for (const text of [from.number, to.number, '移動 次郎'])
    await expect(desk.row(moved.id)).toContainText(text);
  const prints = await catchPrints(page);
  await press(page, 'Alt+i');
  const [paper] = await prints();
  for (const text of ['部屋移動一覧', from.number, to.number, '移動 次郎 様']) expect(paper).toContain(text);
});

test('with one key each a guest checks in, pays and asks to check out, on both terminals, and it is taken back', async ({
  hotel,
  desk: { page: a },
  elsewhere: { page: b },
}) => {
  const guest = { guest_name_1: '到着 花子', checkin_time: '15:30', total_fee: 40_500 };
  const { id } = await bookAtDesk(hotel, 0, 4, guest);
  const own = await openDesk(a);
  const seen = await openDesk(b);
  const before = [await leftIn(seen, '到着'), await leftIn(seen, '在館')];
  await narrow(seen, '到着 花子');
  await expect(seen.row(id)).toContainText('15:30');
  const row = own.row(id);
  await press(a, 'Alt+k');
  await narrow(own, '到着 花子');
  await expect(row).toBeFocused();

  /** Checks the guest in by key, the payment left open. */
  const checkIn = async () => {
    await press(a, 'i');
    await expect(own.ways.getByRole('radio').first()).toBeFocused();
    await buttonOf(a, '未払いのままチェックイン').click();
  };
  await test.step('in, and back', async () => {
    await checkIn();
    await expect(row).toContainText('到着済');
    await expect(row).toBeFocused();
    await expect(seen.row(id)).toContainText('到着済');
    const [arrivals = 0, inHouse = 0] = before;
    expect([await leftIn(seen, '到着'), await leftIn(seen, '在館')]).toEqual([arrivals - 1, inHouse + 1]);
    await press(a, 'u');
    await expect(row).toContainText('到着前');
    await expect(seen.row(id)).toContainText('到着前');
    await expect(row).toBeFocused();
    await checkIn();
    await expect(row).toContainText('到着済');
  });

  await test.step('out: it is asked about when the stay is unpaid and not over', async () => {
    await press(a, 'o');
    const question = dialogOf(a, 'チェックアウトの確認');
    await expect(question).toContainText('お支払い ¥40,500');
    await expect(question).toContainText('残り4泊');
    await expect(question.getByRole('button', { name: 'やめる' })).toBeFocused();
    await question.getByRole('button', { name: 'やめる' }).click();
    await expect(question).toHaveCount(0);
    await expect(row).toBeFocused();
  });

  await test.step('payment: the way is asked for by figure', async () => {
    await seen.tab('未払い').click();
    await expect(seen.row(id)).toBeVisible();
    await press(a, 'p');
    await expect(own.ways.getByRole('radio').first()).toBeFocused();
    const second = await own.ways
      .locator('label')
      .filter({ has: a.getByRole('radio') })
      .nth(1)
      .innerText();
    await press(a, 'Escape');
    await expect(row).toBeFocused();
    // The figure comes before the question is drawn.
    await row.evaluate(async (element) => {
      const strike = (key: string, code: string) =>
        element.dispatchEvent(new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true }));
      strike('p', 'KeyP');
      await Promise.resolve();
      strike('2', 'Digit2');
    });
    await expect(own.ways.getByRole('radio').nth(1)).toBeChecked();
    await press(a, 'Enter');
    await expect(row).toContainText(second.replace(/^\d\s*/, '').trim());
    await expect(row).toBeFocused();
    await expect(seen.row(id)).toHaveCount(0);
    expect(await hotel.booking(id)).toMatchObject({ payment_flag: 1, checkout_date: null });
    await press(a, 'n');
    await expect(row).toContainText('未払い');
    await expect(seen.row(id)).toBeVisible();
  });

  await test.step('keys go through rows and lists, open the booking, and find back', async () => {
    await press(a, 'Alt+k');
    await own.filter.fill('');
    await own.rows.first().focus();
    await press(a, 'ArrowDown');
    await expect(own.rows.nth(1)).toBeFocused();
    await press(a, 'End', 'Home');
    await expect(own.rows.first()).toBeFocused();
    await press(a, 'Alt+k');
    await own.filter.pressSequentially('到着 花');
    await press(a, '5');
    await expect(own.filter).toHaveValue('到着 花5');
    await press(a, 'Backspace');
    await expect(own.rows).toHaveCount(1);
    await press(a, 'Enter', 'Enter');
    await expect(panelOf(a)).toContainText('到着 花子');
    await press(a, 'Escape');
    await expect(row).toBeFocused();
    await press(a, 'Alt+k', 'Escape');
    await expect(own.filter).toHaveValue('');
    await expect(own.rows.first()).toBeFocused();
  });
});

test('on paper: the list as it is filtered, with 様, and 宿泊カード, one page for each guest, on the paper that is chosen; a receipt alone', async ({
  hotel,
  desk: { page },
}) => {
  const two = {
    ...{ mens_count: 1, womens_count: 1, guest_name_1: '札幌 太郎', guest_name_2: '札幌 花子' },
    // As long as they may be.
    ...{ guest_name1_kana: 'サッポロ'.repeat(25), booking_number: 'W'.repeat(60), notes: '備考'.repeat(200) },
  };
  const { id, room } = await bookAtDesk(hotel, 0, 2, { ...two, tel: '090-1111-2222' });
  const desk = await openDesk(page);
  const prints = await catchPrints(page);
  await buttonOf(page, '到着一覧を印刷').click();
  await desk.filter.fill('札幌');
  await press(page, 'Alt+i');
  const [all, filtered] = await prints();
  for (const text of ['到着一覧', '札幌 太郎 様', '090-1111-2222']) expect(all).toContain(text);
  expect(filtered?.match(/ 様/g)).toHaveLength(2);
  expect(all?.match(/ 様/g)?.length).toBeGreaterThan(2);
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.printed-list')).toBeVisible();
  await expect(desk.grid).toBeHidden();
  expect(await cutOffOn(page, 190)).toEqual([]);
  expect(new Set(pageSizes(await page.pdf({ preferCSSPageSize: true })))).toEqual(new Set(['210x297']));

  await desk.filter.press('Enter');
  await expect(desk.row(id)).toBeFocused();
  await press(page, 'c');
  await expect.poll(prints).toHaveLength(3);
  const [, , cards] = await prints();
  expect(cards?.match(/宿泊カード/g)).toHaveLength(2);
  for (const text of ['札幌 太郎', '札幌 花子', room, '2名のうち2人目', 'ご署名'])
    expect(cards).toContain(text);
  await press(page, 'Alt+c');
  await expect.poll(async () => (await prints()).slice(2)).toEqual([cards, cards]);
  await page.evaluate(() => {
    window.print = () => {
      document.body.dataset.asked = 'true';
    };
  });
  for (const [paper, size, width] of [
    ['A5', '148x210', 132],
    ['A4', '210x297', 180],
  ] as const) {
    await page.getByLabel('宿泊カードの用紙').selectOption(paper);
    await page.evaluate(() => {
      delete document.body.dataset.asked;
    });
    await buttonOf(page, '表示中の宿泊カードをまとめて印刷').click();
    await expect(page.locator('body')).toHaveAttribute('data-asked', 'true');
    expect(await cutOffOn(page, width), paper).toEqual([]);
    expect(pageSizes(await page.pdf({ preferCSSPageSize: true })), paper).toEqual([size, size]);
  }

  // Above the list, which goes on paper as well unless it is told not to.
  const { body: ways } = await hotel.api.get<{ id: number }[]>('/api/payment_master');
  await hotel.api.post(`/api/booking/${id}/payment`, { payment_type: ways[0]?.id, payment_flag: 1 });
  await page.evaluate(() => {
    window.print = () =>
      document.body.append(document.querySelector('.printed-receipt')?.cloneNode(true) ?? '');
  });
  await desk.row(id).click();
  await buttonOf(page, '領収書').click();
  await buttonOf(page, '発行して印刷').click();
  await expect(page.locator('.printed-receipt')).toHaveCount(1);
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.printed-desk')).toBeHidden();
  await expect(page.locator('.printed-receipt')).toBeVisible();
  expect(pageSizes(await page.pdf({ preferCSSPageSize: true }))).toEqual(['210x148']);
  await page.emulateMedia({ media: null });
  await page.locator('.printed-receipt').evaluate((copy) => copy.remove());
});

for (const [list, key, done, begins] of [
  ['出発', 'o', '出発済', -1],
  ['到着', 'i', '到着済', 0],
  ['在館', 'u', null, 0],
  ['到着', 'x', null, 0],
] as const) {
  const becomes = done ?? 'leaves the list';
  test(`${key.toUpperCase()} in ${list}: the row ${becomes}, and the next one has the focus and its keys`, async ({
    hotel,
    desk: { page },
  }) => {
    const guest = `続き${key}`;
    for (const nth of ['一', '二', '三']) {
      const { id } = await bookAtDesk(hotel, begins, begins === 0 ? 2 : 1, {
        guest_name_1: `${guest} ${nth}`,
      });
      await hotel.api.post(`/api/booking/${id}/payment`, { payment_type: null, payment_flag: 1 });
      if (list !== '到着') await hotel.checkIn(id, addDays(hotel.today, begins));
    }
    const desk = await openDesk(page);
    await desk.tab(list).click();
    await desk.filter.fill(guest);
    await expect(desk.rows).toHaveCount(3);
    const ids = await desk.rows.evaluateAll((rows) =>
      rows.map((row) => Number(row.getAttribute('data-booking'))),
    );
    await desk.filter.press('Enter');
    await expect(desk.rows.first()).toBeFocused();
    for (const [at, id] of ids.slice(0, 2).entries()) {
      await press(page, key);
      const row = desk.row(id);
      if (done === null) await expect(row).toHaveCount(0);
      else await expect(row).toContainText(done);
      await expect(desk.row(ids[at + 1] ?? 0)).toBeFocused();
    }
    const shown = page.locator('.row-keys');
    await expect(shown).toBeVisible();
    await expect(shown).toContainText(key.toUpperCase());
  });
}

test('the keys that do something to the row with the focus stand beneath the list: they cover no row, and none moves', async ({
  hotel,
  desk: { page },
}) => {
  const came = await bookAtDesk(hotel, 0, 1, { guest_name_1: '鍵表示 一', checkin_time: '13:00' });
  const paid = await bookAtDesk(hotel, 0, 1, { guest_name_1: '鍵表示 二', checkin_time: '14:00' });
  await hotel.api.post(`/api/booking/${paid.id}/payment`, { payment_type: null, payment_flag: 1 });
  const desk = await openDesk(page);
  await desk.filter.fill('鍵表示');
  await expect(desk.rows).toHaveCount(2);
  const keys = page.locator('.row-keys');
  const boxes = () => Promise.all([came.id, paid.id].map((id) => desk.row(id).boundingBox()));
  const before = await boxes();
  await expect(keys).toBeHidden();
  await desk.filter.press('Enter');
  await expect(desk.row(came.id)).toBeFocused();
  await expect(keys).toBeVisible();
  await expect(keys).toHaveText('IチェックインP支払を受けるXノーショーにするA明細に追加Shift+F10すべて');
  await press(page, 'ArrowDown');
  await expect(keys).toHaveText(
    'IチェックインN未払いに戻すXノーショーにするA明細に追加R領収書Shift+F10すべて',
  );
  await expect(keys).toBeInViewport({ ratio: 1 });
  const [grid, bar] = await Promise.all([desk.grid.boundingBox(), keys.boundingBox()]);
  expect(bar?.y).toBeGreaterThanOrEqual((grid?.y ?? 0) + (grid?.height ?? 0));
  expect(await boxes()).toEqual(before);
  await desk.filter.focus();
  await expect(keys).toBeHidden();
  expect(await boxes()).toEqual(before);
});

test('a row that another terminal takes away lets no key reach the next guest', async ({
  hotel,
  desk: { page },
}) => {
  const gone = await bookAtDesk(hotel, 0, 1, { guest_name_1: '消去 一', checkin_time: '13:00' });
  const next = await bookAtDesk(hotel, 0, 1, { guest_name_1: '消去 二', checkin_time: '14:00' });
  const desk = await openDesk(page);
  await narrow(desk, '消去');
  await expect(desk.row(gone.id)).toBeFocused();
  await hotel.cancel(gone.id);
  await expect(desk.row(gone.id)).toHaveCount(0);
  await expect(desk.grid).toBeFocused();
  await press(page, 'x', 'i', 'Enter');
  await expect(panelOf(page).filter({ hasText: '消去 二' })).toHaveCount(0);
  await expect(dialogOf(page)).toHaveCount(0);
  expect(await hotel.booking(next.id)).toMatchObject({ version: 1, no_show: 0 });
  await press(page, 'ArrowDown');
  await expect(desk.row(next.id)).toBeFocused();
  await press(page, 'Enter');
  await expect(panelOf(page)).toContainText('消去 二');
  await press(page, 'Escape');
  await desk.filter.fill('');
  await desk.rows.first().focus();
  await press(page, '2');
  await expect(desk.tab('在館')).toHaveAttribute('aria-selected', 'true');
  await expect(desk.grid.locator('[data-booking]:focus')).toHaveCount(1);
});
