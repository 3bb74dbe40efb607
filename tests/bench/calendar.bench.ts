import { addDays } from '@domain/dates.js';
import { expect } from '@playwright/test';
import { openScreen, showRange } from '../e2e/support/calendar.js';
import { test } from '../e2e/support/hotel.fixture.js';
import { paintsOf, quantile, scrollFrames, watchPaint } from './support/frames.js';
import { largeHotel } from './support/large-hotel.js';
import { serveLargeHotel } from './support/large-hotel-server.js';

const SIZES = [
  { name: 'W1', rooms: 117, days: 45 },
  { name: 'W2', rooms: 117, days: 365 },
  { name: 'W3', rooms: 1_000, days: 365 },
];
const PAINTS = 5;
const round = (ms: number) => ms.toFixed(1);

test('the calendar by size: painted, scrolled, changed', async ({ hotel, openTerminal }) => {
  const server = await serveLargeHotel(hotel.url);
  const report: string[] = [];
  for (const { name, rooms, days } of SIZES) {
    const [first, last] = [addDays(hotel.today, -30), addDays(hotel.today, days - 31)];
    server.show(await largeHotel(hotel, rooms, first, last));
    const { page, close } = await openTerminal({ baseURL: server.url });
    page.setDefaultTimeout(300_000);
    await watchPaint(page);
    await openScreen(page, '/reservation-registration');
    const started = Date.now();
    await showRange(page, first, last);
    const loaded = Date.now() - started;
    for (let paint = 1; paint < PAINTS; paint++) {
      const before = (await paintsOf(page)).length;
      await page.getByRole('button', { name: '表示', exact: true }).click();
      await expect
        .poll(async () => (await paintsOf(page)).length, { timeout: 300_000 })
        .toBeGreaterThan(before);
    }
    const paints = (await paintsOf(page)).slice(-PAINTS);
    const down = await scrollFrames(page, 'scrollTop', 60);
    const across = await scrollFrames(page, 'scrollLeft', 80);
    const elements = await page.locator('[role=grid] *').count();
    report.push(
      [
        `${name} ${rooms}x${days}`,
        `loaded ${loaded}`,
        `painted ${round(quantile(paints, 0.5))}`,
        `down p50 ${round(quantile(down, 0.5))} p99 ${round(quantile(down, 0.99))} max ${round(Math.max(...down))}`,
        `across p50 ${round(quantile(across, 0.5))} p99 ${round(quantile(across, 0.99))} max ${round(Math.max(...across))}`,
        `elements ${elements}`,
      ].join(' | '),
    );
    await close();
  }
  await server.close();
  console.log(report.join('\n'));
});
