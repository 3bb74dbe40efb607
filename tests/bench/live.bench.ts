import { addDays } from '@domain/dates.js';
import type { Page } from '@playwright/test';
import { openScreen, showRange } from '../e2e/support/calendar.js';
import { test } from '../e2e/support/hotel.fixture.js';
import type { Hotel } from '../e2e/support/hotel.js';
import { quantile, reportOn } from './harness.js';
import { startDriven } from './support/driven-process.js';
import { withYardstick } from './support/yardstick.js';

const { measured, atMost } = reportOn('live');
const TERMINALS = 200;
const CHANGES = Number(process.env.CHANGES ?? 60);
const WARM_UP = 10;
const BOUNDS = [
  { name: 'p50', share: 0.5, bound: 20 },
  { name: 'p99', share: 0.99, bound: 35 },
];

type Watching = Window & { shown: { text: string; at: number } };

/** Notes what a cell shows and since when, by the clock that all processes share. */
async function watchCell(page: Page, room: string, date: string): Promise<void> {
  await page.evaluate(
    ({ room, date }) => {
      const grid = document.querySelector('[role=grid]');
      if (!grid) throw new Error('there is no grid');
      const textOf = () =>
        grid.querySelector(`[data-room="${room}"][data-date="${date}"]`)?.textContent?.trim() ?? '';
      let text = textOf();
      Object.assign(window, { shown: { text, at: 0 } });
      new MutationObserver(async () => {
        if (text === textOf()) return;
        text = textOf();
        const shown = { text, at: performance.timeOrigin + (await window.yardstick.painted()) };
        if (shown.text === text) Object.assign(window, { shown });
      }).observe(grid, { subtree: true, childList: true, characterData: true, attributes: true });
    },
    { room, date },
  );
}

/** Returns the instant at which the cell was painted with the text, or without. */
async function paintedAt(page: Page, text: string, isThere = true): Promise<number> {
  const handle = await page.waitForFunction(
    ([text, isThere]) => {
      const { shown } = window as unknown as Watching;
      return shown.text.includes(text) === isThere ? shown.at : null;
    },
    [text, isThere] as const,
  );
  return Number(await handle.jsonValue());
}

/** Books the room under one name after another, cancelling in between; how long each took to be painted. */
async function repaints(hotel: Hotel, page: Page): Promise<number[]> {
  const stay = hotel.nextStay();
  const [room] = await hotel.freeRooms(stay);
  if (!room) throw new Error('no room is free');
  await openScreen(page, '/reservation-status');
  await showRange(page, addDays(stay.start, -3), addDays(stay.end, 5));
  await watchCell(page, room.number, stay.start);
  const times: number[] = [];
  for (let change = 0; change < WARM_UP + CHANGES; change++) {
    const name = `計測 ${change}`;
    const sent = performance.timeOrigin + performance.now();
    const { id } = await hotel.book(stay, room, { guest_name_1: name });
    times.push((await paintedAt(page, name)) - sent);
    await hotel.cancel(id);
    await paintedAt(page, '計測', false);
  }
  return times.slice(WARM_UP);
}

function record(way: string, times: number[]): void {
  const what = `POST sent to repainted on another terminal, ${TERMINALS} further ones connected`;
  for (const { name, share, bound } of BOUNDS) {
    const value = measured(`${what}: ${name}`, way, 'ms', [quantile(times, share)]);
    atMost(`${way}: ${what}, ${name}`, value, 'ms', bound);
  }
}

test('a change on another terminal: sent to repainted', async ({ hotel, server, openTerminal }) => {
  const { page } = await openTerminal();
  await withYardstick(page);
  const terminals = await startDriven('live/terminals.mjs', {});
  await terminals.ask('connect', { url: hotel.url, count: TERMINALS });
  record('on one node', await repaints(hotel, page));
  await server.onAnotherNode(async (other) => record('across two nodes', await repaints(other, page)));
  await terminals.stop();
});
