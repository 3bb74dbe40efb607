import { test as base, expect } from '@playwright/test';
import { pathOf, startSpanCollector } from '#tests/support/span-collector.js';
import { around, goTo } from './support/calendar.js';
import { acceptAlert, buttonOf, dialogOf, enterBooking } from './support/controls.js';
import { hotelAt } from './support/hotel.js';
import { serveRestartable } from './support/restartable-server.js';

const START_TIMEOUT_MS = 600_000;

type Collector = Awaited<ReturnType<typeof startSpanCollector>>;

/** A hotel whose server tells a collector what takes how long. */
const test = base.extend<object, { traced: { url: string; collector: Collector } }>({
  traced: [
    // biome-ignore lint/correctness/noEmptyPattern: a fixture names what it needs, and this one needs nothing.
    async ({}, use) => {
      const collector = await startSpanCollector();
      const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, OTEL_BSP_SCHEDULE_DELAY: '100' };
      await serveRestartable(env, ({ url }) => use({ url, collector }));
      await collector.stop();
    },
    { scope: 'worker', timeout: START_TIMEOUT_MS },
  ],
});

test('one booking is one trace, from the key press to what the other screen has painted', async ({
  browser,
  traced: { url, collector },
}) => {
  const hotel = await hotelAt(url);
  const [stay, room] = await hotel.freeStay();
  const context = await browser.newContext({ baseURL: url, locale: 'ja-JP' });
  const [desk, elsewhere] = [await context.newPage(), await context.newPage()];
  await goTo(desk, '/reservation-registration');
  const seen = await goTo(elsewhere, '/reservation-status', around(stay));
  const sent = desk.waitForRequest((request) => request.url().endsWith('/api/booking'));

  await enterBooking(desk, stay, room.number, '遠藤 一');
  await buttonOf(desk, '登録').press('Enter');
  await expect(dialogOf(desk)).toContainText('登録');
  await expect(seen.cell(room.number, stay.start)).toContainText('遠藤 一');
  const headers = (await sent).headers();
  await acceptAlert(desk, '登録');

  const id = headers.traceparent?.split('-')[1] ?? '';
  expect(headers.traceparent?.length).toBe(55);
  const route = 'POST /api/booking';
  const paths = (): string[] => {
    const spans = collector.spans().filter(({ traceId }) => traceId === id);
    return spans.map((span) => pathOf(span, spans));
  };
  await expect
    .poll(paths)
    .toEqual(
      expect.arrayContaining([
        'terminal write',
        `terminal write > ${route} > batch > append`,
        `terminal write > ${route} > batch > push > terminal repaint`,
      ]),
    );
  await expect.poll(() => paths().filter((path) => path.endsWith('terminal repaint')).length).toBe(2);
  expect(collector.text()).not.toContain('遠藤');
  await context.close();
});
