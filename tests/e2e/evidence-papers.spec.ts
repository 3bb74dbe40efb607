import { pathToFileURL } from 'node:url';
import { expect, type Page } from '@playwright/test';
import type { ReceiptRecord } from '@wire/payment.js';
import { must } from '../support/api-client.js';
import { downloadPackage, type PackageFiles, UnpackedPackage } from '../support/evidence-package.js';
import { resigned, rowsOf } from '../support/resigned-package.js';
import { press } from './support/controls.js';
import { test } from './support/hotel.fixture.js';
import type { Hotel } from './support/hotel.js';

const DATA = ['log.ndjson', 'checkpoints.ndjson', 'public-key.pem', 'manifest.json'];

/** A stay that is paid, with a receipt that is issued again and then superseded after a refund. */
async function papersOf(hotel: Hotel) {
  const [stay, room] = await hotel.freeStay(2);
  const { id } = await hotel.book(stay, room, { total_fee: 24_600, guest_name_1: '証跡 花子' });
  const post = <Body>(what: string, body: object) =>
    must(hotel.api.post<Body>(`/api/booking/${id}/${what}`, body));
  const ways = await hotel.api.get<{ id: number; kind: string }[]>('/api/payment_master');
  const payment_type = ways.body.find(({ kind }) => kind === '現金')?.id;
  await post('charges', { kind: '追加', name: '朝食', amount: 1_080, tax_rate: 8 });
  await post('payments', { payment_type, amount: 25_680 });
  const first = await post<ReceiptRecord>('receipt', {});
  await post('receipt', { addressee: '別の 宛先' });
  await must(hotel.api.put(`/api/booking/${id}`, { total_fee: 16_400 }));
  await post('refunds', { payment_type, amount: 8_200, reason: '早発ち' });
  const second = await post<ReceiptRecord>('receipt', {});
  return { id, first: first.number ?? 0, second: second.number ?? 0 };
}

/** Shows a package on its own page, which is opened from the disk. */
async function open(page: Page, files: PackageFiles): Promise<UnpackedPackage> {
  const unpacked = new UnpackedPackage(files);
  await page.goto(pathToFileURL(unpacked.pathOf('index.html')).href);
  await page.locator('#files').setInputFiles(DATA.map((name) => unpacked.pathOf(name)));
  await expect(page.locator('#summary')).toHaveText(/^(不)?合格: /);
  return unpacked;
}

test('the page of a package lists the papers, finds one by its number, and marks the one that differs', async ({
  hotel,
  page,
}) => {
  const { id, first, second } = await papersOf(hotel);
  const text = (number: number) => `No.${String(number).padStart(6, '0')}`;
  const files = await downloadPackage(hotel.url);
  await page.setViewportSize({ width: 1366, height: 768 });
  const row = (number: number) => page.locator('#paper-table tbody tr').filter({ hasText: text(number) });
  const cells = async (number: number) =>
    await row(number)
      .filter({ has: page.getByRole('rowheader', { name: text(number) }) })
      .locator('th, td')
      .allInnerTexts();

  const whole = await open(page, files);
  await expect(page.locator('#summary')).toHaveText(/^合格: /);
  await expect(page.getByRole('heading', { name: '書類' })).toBeVisible();
  expect(await cells(first)).toEqual([
    ...['合格', text(first), expect.stringMatching(/^\d{4}-\d\d-\d\d$/), '領収書', '25,680円'],
    ...['10% 24,600円 (2,236円)、8% 1,080円 (80円)', expect.stringContaining(`予約 ${id} (`)],
    `${text(second)} に差替、再発行 1 回`,
  ]);
  expect(await cells(second)).toEqual([
    ...['合格', text(second), expect.anything(), '領収書', '17,480円'],
    ...['10% 16,400円 (1,490円)、8% 1,080円 (80円)', expect.anything(), `${text(first)} の代わり`],
  ]);
  await expect(page.locator('body')).not.toContainText('花子');
  const search = page.getByRole('searchbox', { name: '番号・種類・予約・法人で絞り込む' });
  await search.focus();
  await page.keyboard.type(`領収書 ${first}`);
  await expect(page.locator('#paper-count')).toHaveText(/ 枚$/);
  await expect(row(first).first()).toBeVisible();
  await press(page, 'Control+a', 'Delete');
  await expect(search).toBeFocused();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  whole.remove();

  const rows = rowsOf(files);
  const forged = rows.map((one) => {
    const isForged = one.type === 'ReceiptIssued' && JSON.parse(one.payload).receiptNumber === second;
    return isForged ? { ...one, payload: one.payload.replaceAll('16400', '16900') } : one;
  });
  const other = await open(page, resigned(files, forged));
  await expect(page.locator('#summary')).toHaveText(/^不合格: /);
  await expect(page.locator('[data-check="papers"]')).toContainText(`領収書 ${text(second)}: `);
  const [mark, ...rest] = await cells(second);
  expect([mark, rest.at(-1)]).toEqual(['不合格', expect.stringContaining('税率ごとの金額が違います。')]);
  await expect(page.locator('#paper-table tbody tr').first()).toHaveAttribute('data-state', 'bad');
  other.remove();
});
