import { expect, type Page } from '@playwright/test';
import type { StayRegister } from '@wire/guest-register.js';
import type { HotelRecord } from '@wire/hotel-record.js';
import { must } from '#tests/support/api-client.js';
import { visit } from './support/calendar.js';
import { buttonOf, dialogOf, press, savedBy } from './support/controls.js';
import { bookAtDesk, openDesk } from './support/front-desk.js';
import { test } from './support/hotel.fixture.js';
import type { Hotel } from './support/hotel.js';

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const registerOf = async (hotel: Hotel, id: number) => {
  const [register] = await must(hotel.api.get<StayRegister[]>(`/api/guest-register?booking_ids=${id}`));
  return register as StayRegister;
};

async function catchPrints(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const texts: string[] = [];
    Object.assign(window, { printedTexts: texts });
    window.print = () => {
      window.dispatchEvent(new Event('beforeprint'));
      texts.push([...document.querySelectorAll('.printed')].map((one) => one.textContent).join('\n'));
      window.dispatchEvent(new Event('afterprint'));
    };
  });
  return () => page.evaluate(() => (window as unknown as { printedTexts: string[] }).printedTexts);
}

/** A paid guest who arrives today. */
async function arrival(hotel: Hotel, fields: object) {
  const booked = await bookAtDesk(hotel, 0, 2, fields);
  await must(hotel.api.post(`/api/booking/${booked.id}/payment`, { payment_type: null, payment_flag: 1 }));
  return booked;
}

test('what is missing is told at check-in and listed, and is written by keys, also when another desk looks', async ({
  hotel,
  desk: { page },
  elsewhere,
}) => {
  const name = `名簿 太郎${Date.now()}`;
  const { id, room } = await arrival(hotel, {
    guest_name_1: name,
    tel: '090-1234-0001',
    mens_count: 1,
    womens_count: 0,
  });
  const desk = await openDesk(page);
  await desk.row(id).focus();
  await press(page, 'i');
  await expect(desk.row(id)).toContainText('到着済');
  const word = page.locator('.undo-toast').getByRole('button', { name: '宿泊者名簿の不足：未記入' });
  await expect(word).toBeVisible();

  // High enough for the rows of all guests in the house.
  await elsewhere.page.setViewportSize({ width: 1366, height: 6_000 });
  const other = await openDesk(elsewhere.page);
  await other.rows.first().focus();
  await press(elsewhere.page, '9');
  await expect(other.tab('名簿')).toHaveAttribute('aria-selected', 'true');
  await expect(other.row(id)).toContainText('未記入');

  await desk.row(id).focus();
  await press(page, 'g');
  const dialog = dialogOf(page, `宿泊者名簿 ${room} ${name}`);
  await expect(dialog.getByLabel('氏名')).toBeFocused();
  await expect(dialog.getByLabel('氏名')).toHaveValue(name);
  await expect(dialog.getByLabel('連絡先')).toHaveValue('090-1234-0001');
  await expect(dialog.getByLabel('職業')).toHaveCount(0);
  await press(page, 'Tab');
  await press(page, 'Tab');
  await expect(dialog.getByLabel('住所', { exact: true })).toBeFocused();
  await page.keyboard.type('東京都千代田区1-1');
  await press(page, 'Enter');
  await expect(dialog).toBeHidden();
  await expect(desk.row(id)).toBeFocused();
  await expect(other.row(id)).toHaveCount(0);
  expect(await registerOf(hotel, id)).toMatchObject({
    missing: [],
    entries: [{ name, contact: '090-1234-0001' }],
  });
  await expect(word).toBeHidden();
});

test('a foreign guest: passport with its copy, and a card in English without prices, with them once the hotel wants them', async ({
  hotel,
  desk: { page, allowError },
}) => {
  const name = `SMITH JOHN ${Date.now()}`;
  const { id, room } = await arrival(hotel, {
    guest_name_1: name,
    total_fee: 12_345,
    mens_count: 1,
    womens_count: 0,
  });
  const desk = await openDesk(page);
  await desk.row(id).click();
  await expect(buttonOf(page, '宿泊者名簿')).toBeVisible();
  await press(page, 'Alt+Shift+m');
  const dialog = dialogOf(page, `宿泊者名簿 ${room} ${name}`);
  await dialog.getByLabel('住所', { exact: true }).fill('1 Main St, London');
  await dialog.getByLabel('連絡先').fill('+44 20 7946 0000');
  await dialog.getByLabel('日本国内に住所のない外国籍の方').press('Space');
  await dialog.getByLabel('国籍', { exact: true }).fill('英国');
  await dialog.getByLabel('旅券番号', { exact: true }).fill('GB1234567');
  allowError(/status of 422/);
  const files = dialog.locator('input[type="file"]');
  await files.setInputFiles({ name: 'passport.png', mimeType: 'image/png', buffer: Buffer.from('a,b') });
  await expect(dialog.getByRole('alert')).toHaveText(
    '旅券の写しはJPEG、PNG、PDFのファイルを選択してください。',
  );
  await files.setInputFiles({
    name: 'passport.png',
    mimeType: 'image/png',
    buffer: Buffer.from(PNG, 'base64'),
  });
  await expect(dialog.getByRole('img', { name: '1人目の旅券の写し' })).toBeVisible();
  await expect(dialog.locator('.register-missing')).toHaveCount(0);
  await dialog.getByRole('button', { name: '保存' }).press('Enter');
  await expect(dialog).toBeHidden();

  const prints = await catchPrints(page);
  const known = await must(hotel.api.get<HotelRecord>('/api/hotel'));
  const card = async (shows_card_prices: 0 | 1) => {
    await must(hotel.api.put('/api/hotel', { ...known, shows_card_prices }));
    await expect
      .poll(async () => {
        const before = (await prints()).length;
        await buttonOf(page, '宿泊カード').last().click();
        await expect.poll(async () => (await prints()).length).toBeGreaterThan(before);
        return (await prints()).at(-1)?.includes('¥12,345');
      })
      .toBe(shows_card_prices === 1);
    return (await prints()).at(-1);
  };
  for (const text of ['Registration Card', name, 'GB1234567', '1 Main St, London', '英国', '1 of 1'])
    expect(await card(0)).toContain(text);
  expect(await card(0)).not.toContain('Occupation');
  expect(await card(1)).toContain('Price');
  await must(hotel.api.put('/api/hotel', { ...known }));
});

test('the list of a period is put on paper and saved as a file in one step each', async ({
  hotel,
  desk: { page },
}) => {
  const name = `保健所 花子${Date.now()}`;
  const { id } = await arrival(hotel, { guest_name_1: name });
  await must(hotel.api.post(`/api/booking/${id}/check-in`, {}));
  await must(
    hotel.api.put(`/api/guest-register/${id}/1`, { name, address: '大阪市', contact: '06-0000-0000' }),
  );
  await visit(page, '/masters?tab=register');
  const prints = await catchPrints(page);
  const pane = page.getByRole('region', { name: '宿泊者名簿' });
  await pane.getByRole('button', { name: '印刷' }).press('Enter');
  await expect.poll(async () => (await prints()).at(-1)).toContain(name);
  // The browser of these tests names a download by its own locale, so the name is looked at where the page gives it.
  await page.evaluate(() => {
    const click = HTMLAnchorElement.prototype.click;
    HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
      Object.assign(window, { savedAs: this.download });
      click.call(this);
    };
  });
  const file = await savedBy(page, () => pane.getByRole('button', { name: 'CSV' }).press('Enter'));
  expect(file.toString('utf8')).toContain(name);
  const savedAs = await page.evaluate(() => (window as unknown as { savedAs: string }).savedAs);
  expect(savedAs).toMatch(/^宿泊者名簿_\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d\.csv$/);
});
