import { expect, type Page } from '@playwright/test';
import { test } from './support/hotel.fixture.js';

/** Waits until the product's own font, which comes after the calendar, has the glyphs of a text. */
const ownFont = (page: Page, text: string) =>
  expect
    .poll(() =>
      page.evaluate(
        async (wanted) => (await document.fonts.load('40px "Noto Sans JP Variable"', wanted)).length,
        text,
      ),
    )
    .toBeGreaterThan(0);

test('the product serves its screen in Japanese, with its own fonts and nothing from elsewhere', async ({
  page,
  hotel,
}) => {
  const foreign: string[] = [];
  const problems: string[] = [];
  page.on('request', (request) => {
    const address = new URL(request.url());
    if (address.protocol.startsWith('http') && address.origin !== hotel.url) foreign.push(request.url());
  });
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));

  await page.goto(hotel.url);
  await expect(page.locator('#app')).not.toBeEmpty();
  await ownFont(page, '予約');
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('ja');
  expect(foreign).toEqual([]);
  expect(problems).toEqual([]);
});

test('Japanese text is really drawn', async ({ page, hotel }) => {
  await page.goto(hotel.url);
  await ownFont(page, '予約空室');
  const pictureOf = async (text: string) => {
    await page.evaluate((content) => {
      document.body.innerHTML = `<p style="font: 40px 'Noto Sans JP Variable'; width: 2em; height: 2em">${content}</p>`;
    }, text);
    return page.locator('p').screenshot();
  };
  // A missing glyph would be the same empty box or blank for both.
  expect((await pictureOf('予約')).equals(await pictureOf('空室'))).toBe(false);
});

test('an unknown asset is 404, an unknown address the application', async ({ request, hotel }) => {
  expect((await request.get(`${hotel.url}/assets/missing.js`)).status()).toBe(404);
  const page = await request.get(`${hotel.url}/reservation-registration/5?type=reservation`);
  expect(page.status()).toBe(200);
  expect(await page.text()).toContain('id="app"');
});
