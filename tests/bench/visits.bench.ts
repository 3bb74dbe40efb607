import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { openScreen } from '../e2e/support/calendar.js';
import { test } from '../e2e/support/hotel.fixture.js';
import { recordGoal, recordMeasured } from '../support/records.js';
import { VIEWPORT } from './support/product-calendar.js';

const GROUP = 'visits';
const VISITS = 6;
const LEVEL = 9;
const ADDRESSES = ['/', '/reservation-registration'];

type Script = { file: string; kb: number };

/** The scripts that a page has begun to fetch until a moment, by file, as they travel with gzip. */
async function scriptsOf(page: Page, until: number): Promise<Script[]> {
  const urls = await page.evaluate(
    (until) =>
      performance
        .getEntriesByType('resource')
        .filter(({ startTime }) => startTime <= until)
        .map(({ name }) => name)
        .filter((name) => new URL(name).pathname.endsWith('.js')),
    until,
  );
  return Promise.all(
    [...new Set(urls)].map(async (url) => ({
      file: new URL(url).pathname.replace(/^\/assets\/(.*)-[^-]+\.js$/, '$1'),
      kb: gzipSync(await (await fetch(url)).text(), { level: LEVEL }).length / 1000,
    })),
  );
}

/** Opens an address; milliseconds until the calendar with its figures is painted, and the scripts fetched until then. */
async function visit(page: Page, address: string): Promise<{ ms: number; scripts: Script[] }> {
  await page.addInitScript(() => {
    const isUsable = () => /\d/.test(document.querySelector('[data-header="total"]')?.textContent ?? '');
    const look = () => {
      if (!isUsable() || !document.querySelector('[data-booking-id]'))
        return void requestAnimationFrame(look);
      const channel = new MessageChannel();
      channel.port1.onmessage = () => performance.mark('usable');
      channel.port2.postMessage(null);
    };
    requestAnimationFrame(look);
  });
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForFunction(() => performance.getEntriesByName('usable').length > 0);
  const ms = await page.evaluate(() => performance.getEntriesByName('usable')[0]?.startTime ?? Number.NaN);
  return { ms, scripts: await scriptsOf(page, ms) };
}

test('the first visit and the second until the calendar can be used, and the scripts fetched for it', async ({
  openTerminal,
}) => {
  const goal = (text: string, value: number, unit: string, atMost: number) =>
    recordGoal({ group: GROUP, goal: text, value, unit, bound: { atMost } });
  for (const address of ADDRESSES) {
    const first: number[] = [];
    const second: number[] = [];
    let needed: Script[] = [];
    let all: Script[] = [];
    for (let round = 0; round < VISITS; round++) {
      const { page, close } = await openTerminal({ viewport: VIEWPORT, serviceWorkers: 'allow' });
      const { ms, scripts } = await visit(page, address);
      first.push(ms);
      needed = scripts;
      await openScreen(page, address);
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => null));
      all = await scriptsOf(page, Number.MAX_VALUE);
      second.push((await visit(page, address)).ms);
      await close();
    }
    const kb = (scripts: Script[]) => scripts.reduce((sum, script) => sum + script.kb, 0);
    const record = (what: string, way: string, unit: string, runs: number[]) =>
      recordMeasured({ group: GROUP, what: `${address}: ${what}`, way, role: 'product', unit, runs });
    const until = 'navigation to usable calendar';
    goal(
      `first visit of ${address}, cold cache`,
      record(until, 'first visit', 'ms', first.slice(1)),
      'ms',
      1_000,
    );
    goal(`second visit of ${address}`, record(until, 'second visit', 'ms', second.slice(1)), 'ms', 500);
    for (const { file, kb: size } of needed) record('JavaScript until usable, gzip', file, 'kB', [size]);
    record('JavaScript until usable, gzip', 'all of it', 'kB', [kb(needed)]);
    record('JavaScript fetched in all, gzip', 'also what comes after the paint', 'kB', [kb(all)]);
    goal(`JavaScript until the calendar of ${address} is usable, gzip`, kb(needed), 'kB', 200);
  }
});
