import { addDays } from '@domain/dates.js';
import { openScreen, showRange } from '../e2e/support/calendar.js';
import { test } from '../e2e/support/hotel.fixture.js';
import { quantile, scrollFrames } from './support/frames.js';
import { largeHotel } from './support/large-hotel.js';
import { serveLargeHotel } from './support/large-hotel-server.js';

test('profile', async ({ hotel, openTerminal }) => {
  const server = await serveLargeHotel(hotel.url);
  const [first, last] = [addDays(hotel.today, -30), addDays(hotel.today, 334)];
  server.show(await largeHotel(hotel, 117, first, last));
  const { page, close } = await openTerminal({ baseURL: server.url });
  page.setDefaultTimeout(300_000);
  await openScreen(page, '/reservation-registration');
  await showRange(page, first, last);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const metrics = async () => Object.fromEntries((await cdp.send('Performance.getMetrics')).metrics.map((m) => [m.name, m.value]));
  for (const axis of ['scrollLeft', 'scrollTop', 'scrollLeft', 'scrollTop'] as const) {
    const before = await metrics();
    const frames = await scrollFrames(page, axis, axis === 'scrollLeft' ? 80 : 60);
    const after = await metrics();
    const d = (n: string) => (((after[n] ?? 0) - (before[n] ?? 0)) * 1000 / frames.length).toFixed(2);
    console.log(axis, 'p50', quantile(frames, 0.5).toFixed(1), 'p99', quantile(frames, 0.99).toFixed(1), 'per frame ms: script', d('ScriptDuration'), 'layout', d('LayoutDuration'), 'style', d('RecalcStyleDuration'), 'task', d('TaskDuration'));
  }
  if (process.env.CPU) {
    await cdp.send('Profiler.enable'); await cdp.send('Profiler.start');
    await scrollFrames(page, 'scrollLeft', 80);
    const { profile } = await cdp.send('Profiler.stop');
    const self = new Map<string, number>();
    const dt = profile.timeDeltas ?? [];
    const byId = new Map(profile.nodes.map((n) => [n.id, n]));
    profile.samples?.forEach((s, i) => { const n = byId.get(s); const k = `${n?.callFrame.functionName}:${n?.callFrame.lineNumber}:${n?.callFrame.columnNumber}`; self.set(k, (self.get(k) ?? 0) + (dt[i] ?? 0) / 1000); });
    console.log([...self].sort((a, b) => b[1] - a[1]).slice(0, 25).map(([k, v]) => `${v.toFixed(0)} ${k}`).join('\n'));
  }
  await close();
  await server.close();
});
