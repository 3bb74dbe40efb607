import { expect } from '@playwright/test';
import { buttonOf } from './support/form.js';
import { bookAtDesk, catchPrints, openDesk } from './support/front-desk.js';
import { test } from './support/hotel.fixture.js';

const POINTS_A_MM = 72 / 25.4;

/** The sizes of a printout's pages in millimetres. */
function pageSizes(pdf: Buffer): string[] {
  const boxes = pdf.toString('latin1').matchAll(/\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)\s*\]/g);
  return [...boxes].map(([, width, height]) =>
    [width, height].map((points) => Math.round(Number(points) / POINTS_A_MM)).join('x'),
  );
}

test('the list on paper has every row with 様, by button and key, and as much as is filtered', async ({
  hotel,
  openTerminal,
}) => {
  await bookAtDesk(hotel, 0, 1, { guest_name_1: '印刷 一子', tel: '090-1111-2222' });
  const { page } = await openTerminal();
  const prints = await catchPrints(page);
  const desk = await openDesk(page);
  await buttonOf(page, '到着一覧を印刷').click();
  const [all] = await prints();
  expect(all).toContain('到着一覧');
  expect(all).toContain('印刷 一子 様');
  expect(all).toContain('090-1111-2222');
  await expect(page.getByText('印刷 一子 様')).toHaveCount(0);
  await desk.filter.fill('印刷 一子');
  await page.keyboard.press('Alt+i');
  const [, filtered] = await prints();
  expect(filtered?.match(/ 様/g)).toHaveLength(1);
  await page.keyboard.press('Escape');
  await page.keyboard.press('3');
  await page.keyboard.press('Alt+i');
  expect((await prints())[2]).toContain('出発一覧');

  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.printed-list')).toBeVisible();
  await expect(desk.grid).toBeHidden();
  await page.emulateMedia({ media: null });
  expect(new Set(pageSizes(await page.pdf({ preferCSSPageSize: true })))).toEqual(new Set(['210x297']));
});

test('宿泊カード: one key, one page for each guest, on the paper that is chosen', async ({
  hotel,
  openTerminal,
}) => {
  const two = { mens_count: 1, womens_count: 1, guest_name_1: '札幌 太郎', guest_name_2: '札幌 花子' };
  const { id, room } = await bookAtDesk(hotel, 0, 2, two);
  const { page } = await openTerminal();
  const prints = await catchPrints(page);
  const desk = await openDesk(page);
  await desk.filter.fill('札幌');
  await page.keyboard.press('Enter');
  await expect(desk.row(id)).toBeFocused();
  await page.keyboard.press('c');
  await expect(async () => expect(await prints()).toHaveLength(1)).toPass();
  const [cards] = await prints();
  expect(cards?.match(/宿泊カード/g)).toHaveLength(2);
  for (const text of ['札幌 太郎', '札幌 花子', room, '2名のうち2人目', 'ご署名'])
    expect(cards).toContain(text);
  await desk.row(id).getByRole('button', { name: '宿泊カードを印刷' }).click();
  await page.keyboard.press('Alt+c');
  expect(await prints()).toEqual([cards, cards, cards]);

  const sizes = async (paper: 'A4' | 'A5') => {
    await page.getByLabel('宿泊カードの用紙').selectOption(paper);
    await page.evaluate(() => {
      window.print = () => {};
    });
    await buttonOf(page, '表示中の宿泊カードをまとめて印刷').click();
    return pageSizes(await page.pdf({ preferCSSPageSize: true }));
  };
  expect(await sizes('A5')).toEqual(['148x210', '148x210']);
  expect(await sizes('A4')).toEqual(['210x297', '210x297']);
});
