import { expect } from '@playwright/test';
import { dialogOf } from './support/dialogs.js';
import { buttonOf } from './support/form.js';
import { bookAtDesk, catchPrints, leftIn, narrow, openDesk } from './support/front-desk.js';
import { test } from './support/hotel.fixture.js';

const POINTS_A_MM = 72 / 25.4;

/** The sizes of a printout's pages in millimetres. */
function pageSizes(pdf: Buffer): string[] {
  const boxes = pdf.toString('latin1').matchAll(/\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)\s*\]/g);
  return [...boxes].map(([, width, height]) =>
    [width, height].map((points) => Math.round(Number(points) / POINTS_A_MM)).join('x'),
  );
}

test('who came by one key is in the house on both terminals, and is taken back', async ({
  hotel,
  desk: { page: a },
  elsewhere: { page: b },
}) => {
  const { id, room } = await bookAtDesk(hotel, 0, 2, { guest_name_1: '到着 花子', checkin_time: '15:30' });
  const own = await openDesk(a);
  const seen = await openDesk(b);
  const [arrivals, inHouse] = [await leftIn(b, '到着'), await leftIn(b, '在館')];
  await narrow(b, room);
  await expect(seen.row(id)).toContainText('15:30');

  await a.keyboard.press('Alt+k');
  await narrow(a, room);
  await expect(own.row(id)).toBeFocused();
  await a.keyboard.press('i');
  await expect(own.row(id)).toContainText('到着済');
  await expect(own.row(id)).toBeFocused();
  await expect(seen.row(id)).toContainText('到着済');
  expect([await leftIn(b, '到着'), await leftIn(b, '在館')]).toEqual([arrivals - 1, inHouse + 1]);
  expect((await hotel.booking(id)).checkin_date).toBe(hotel.today);
  await a.keyboard.press('u');
  await expect(own.row(id)).toContainText('到着前');
  await expect(seen.row(id)).toContainText('到着前');
  await expect(own.row(id)).toBeFocused();
  expect((await hotel.booking(id)).checkin_date).toBeNull();
});

test('the key that checks out asks at the row when the stay is unpaid and not over', async ({
  hotel,
  desk: { page },
}) => {
  const { id } = await bookAtDesk(hotel, 0, 4, { guest_name_1: '早発 太郎', total_fee: 40_500 });
  const desk = await openDesk(page);
  await narrow(page, '早発 太郎');
  await page.keyboard.press('i');
  await expect(page.getByRole('status').getByText('チェックイン（¥40,500 未払い）')).toBeVisible();
  const row = desk.row(id);
  await expect(row).toContainText('到着済');
  await page.keyboard.press('o');
  const question = dialogOf(page, 'チェックアウトの確認');
  await expect(question).toContainText('¥40,500 未払い');
  await expect(question).toContainText('残り4泊');
  await expect(question.getByRole('button', { name: 'やめる' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(row).toBeFocused();
  expect((await hotel.booking(id)).checkout_date).toBeNull();
});

test('payment: the way is asked for by figure when none is set, and it is taken back by a key', async ({
  hotel,
  desk: { page: a },
  elsewhere: { page: b },
}) => {
  const { id } = await bookAtDesk(hotel, 0, 1, { guest_name_1: '支払 三郎' });
  await hotel.checkIn(id, hotel.today);
  const desk = await openDesk(a);
  const seen = await openDesk(b);
  await seen.tab('未払い').click();
  await expect(seen.row(id)).toBeVisible();
  const row = desk.row(id);
  await narrow(a, '支払 三郎');
  await a.keyboard.press('p');
  await expect(dialogOf(a, '支払方法')).toContainText('支払 三郎');
  await expect(desk.ways.getByRole('button').first()).toBeFocused();
  const second = await desk.ways.getByRole('button').nth(1).innerText();
  await a.keyboard.press('Escape');
  await expect(row).toBeFocused();
  await expect(row).toContainText('未払い');

  // The figure comes before the question is drawn.
  await row.evaluate(async (element) => {
    const press = (key: string, code: string) =>
      element.dispatchEvent(new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true }));
    press('p', 'KeyP');
    await Promise.resolve();
    press('2', 'Digit2');
  });
  await expect(row).toContainText(second.split('\n')[0] ?? '');
  await expect(row).toBeFocused();
  await expect(seen.row(id)).toHaveCount(0);
  expect(await hotel.booking(id)).toMatchObject({ payment_flag: 1, payment_status: '済' });
  await a.keyboard.press('n');
  await expect(row).toContainText('未払い');
  await expect(seen.row(id)).toBeVisible();
});

test('the keyboard goes through rows and lists, opens a booking, and finds back', async ({
  hotel,
  desk: { page },
}) => {
  const { id } = await bookAtDesk(hotel, 0, 1, { guest_name_1: '操作 七子' });
  const desk = await openDesk(page);
  await desk.rows.first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(desk.rows.nth(1)).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('Home');
  await expect(desk.rows.first()).toBeFocused();
  await page.keyboard.press('Alt+k');
  await desk.filter.pressSequentially('操作');
  await page.keyboard.press('5');
  await expect(desk.filter).toHaveValue('操作5');
  await page.keyboard.press('Backspace');
  await expect(desk.rows).toHaveCount(1);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/reservation-registration/${id}`);
  await page.keyboard.press('F4');
  await expect(desk.row(id)).toBeFocused();
  await page.keyboard.press('Alt+k');
  await page.keyboard.press('Escape');
  await expect(desk.filter).toHaveValue('');
  await expect(desk.rows.first()).toBeFocused();
});

test('the list on paper has every row that is filtered, with 様, by button and key', async ({
  hotel,
  desk: { page },
}) => {
  await bookAtDesk(hotel, 0, 1, { guest_name_1: '印刷 一子', tel: '090-1111-2222' });
  const desk = await openDesk(page);
  const prints = await catchPrints(page);
  await buttonOf(page, '到着一覧を印刷').click();
  const [all] = await prints();
  for (const text of ['到着一覧', '印刷 一子 様', '090-1111-2222']) expect(all).toContain(text);
  await expect(page.getByText('印刷 一子 様')).toHaveCount(0);
  await desk.filter.fill('印刷 一子');
  await page.keyboard.press('Alt+i');
  const [, filtered] = await prints();
  expect(filtered?.match(/ 様/g)).toHaveLength(1);

  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.printed-list')).toBeVisible();
  await expect(desk.grid).toBeHidden();
  await page.emulateMedia({ media: null });
  expect(new Set(pageSizes(await page.pdf({ preferCSSPageSize: true })))).toEqual(new Set(['210x297']));
});

test('宿泊カード: one key, one page for each guest, on the paper that is chosen', async ({
  hotel,
  desk: { page },
}) => {
  const two = { mens_count: 1, womens_count: 1, guest_name_1: '札幌 太郎', guest_name_2: '札幌 花子' };
  const { id, room } = await bookAtDesk(hotel, 0, 2, two);
  const desk = await openDesk(page);
  const prints = await catchPrints(page);
  await narrow(page, '札幌');
  await expect(desk.row(id)).toBeFocused();
  await page.keyboard.press('c');
  await expect.poll(prints).toHaveLength(1);
  const [cards] = await prints();
  expect(cards?.match(/宿泊カード/g)).toHaveLength(2);
  for (const text of ['札幌 太郎', '札幌 花子', room, '2名のうち2人目', 'ご署名'])
    expect(cards).toContain(text);
  await desk.row(id).getByRole('button', { name: '宿泊カードを印刷' }).click();
  await page.keyboard.press('Alt+c');
  await expect.poll(prints).toEqual([cards, cards, cards]);

  await page.evaluate(() => {
    window.print = () => {};
  });
  for (const [paper, size] of [
    ['A5', '148x210'],
    ['A4', '210x297'],
  ] as const) {
    await page.getByLabel('宿泊カードの用紙').selectOption(paper);
    await buttonOf(page, '表示中の宿泊カードをまとめて印刷').click();
    expect(pageSizes(await page.pdf({ preferCSSPageSize: true })), paper).toEqual([size, size]);
  }
});
