import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { openScreen } from '../e2e/support/calendar.js';
import { test } from '../e2e/support/hotel.fixture.js';
import { repeated, reportOn } from './harness.js';
import { VIEWPORT } from './support/yardstick.js';

const { measured, atMost } = reportOn('visits');
const LEVEL = 9;
const ADDRESSES = ['/', '/reservation-registration'];

type Script = { file: string; kb: number };
const sizeOf = (scripts: Script[]) => scripts.reduce((sum, { kb }) => sum + kb, 0);

/** The scripts that a page has begun to fetch until a moment, by file, as they travel with gzip. */
async function scriptsOf(page: Page, until: number): Promise<Script[]> {
  const fetched = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name, startTime }) => ({ name, startTime })),
  );
  const early = fetched.filter(({ startTime }) => startTime <= until).map(({ name }) => new URL(name));
  const urls = new Set(early.filter(({ pathname }) => pathname.endsWith('.js')).map(({ href }) => href));
  return Promise.all(
    [...urls].map(async (url) => ({
      file: new URL(url).pathname.replace(/^\/assets\/(.*)-[^-]+\.js$/, '$1'),
      kb: gzipSync(await (await fetch(url)).text(), { level: LEVEL }).length / 1000,
    })),
  );
}

/** Opens an address; milliseconds until the calendar with its figures is painted, and the scripts fetched until then. */
async function visit(page: Page, address: string): Promise<{ ms: number; scripts: Script[] }> {
  await page.addInitScript(() => {
    const isUsable = () =>
      /\d/.test(document.querySelector('[data-header="total"]')?.textContent ?? '') &&
      document.querySelector('[data-booking-id]') !== null;
    // The frame that is about to be painted has it: no later one is waited for, which code that comes then would delay.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => Object.assign(window, { usable: performance.now() });
    const look = () => (isUsable() ? port2.postMessage(null) : void requestAnimationFrame(look));
    requestAnimationFrame(look);
  });
  await page.goto(address, { waitUntil: 'commit' });
  const handle = await page.waitForFunction(() => (window as unknown as { usable?: number }).usable);
  const ms = Number(await handle.jsonValue());
  return { ms, scripts: await scriptsOf(page, ms) };
}

test('the first visit and the second until the calendar can be used, and the scripts fetched for it', async ({
  openTerminal,
}) => {
  for (const address of ADDRESSES) {
    const rounds = await repeated(async () => {
      const { page, close } = await openTerminal({ viewport: VIEWPORT, serviceWorkers: 'allow' });
      const first = await visit(page, address);
      await openScreen(page, address);
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => null));
      const all = await scriptsOf(page, Number.MAX_VALUE);
      const second = await visit(page, address);
      await close();
      return { first: first.ms, second: second.ms, needed: first.scripts, all };
    });
    const tell = (what: string, way: string, unit: string, runs: number[]) =>
      measured(`${address}: ${what}`, way, unit, runs);
    const until = 'navigation to usable calendar';
    const firsts = rounds.map(({ first }) => first);
    const first = tell(until, 'first visit', 'ms', firsts);
    atMost(`first visit of ${address}, cold cache`, first, 'ms', 1_000);
    const seconds = rounds.map(({ second }) => second);
    atMost(`second visit of ${address}`, tell(until, 'second visit', 'ms', seconds), 'ms', 450);
    const { needed = [], all = [] } = rounds.at(-1) ?? {};
    const scripts = 'JavaScript until usable, gzip';
    for (const { file, kb } of needed) tell(scripts, file, 'kB', [kb]);
    const kb = tell(scripts, 'all of it', 'kB', [sizeOf(needed)]);
    const after = 'also what comes after the paint';
    tell('JavaScript fetched in all, gzip', after, 'kB', [sizeOf(all)]);
    atMost(`JavaScript until the calendar of ${address} is usable, gzip`, kb, 'kB', 170);
  }
});
