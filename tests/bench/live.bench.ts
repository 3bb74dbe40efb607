import { addDays } from '@domain/dates.js';
import type { Page } from '@playwright/test';
import { openScreen, showRange } from '../e2e/support/calendar.js';
import { test } from '../e2e/support/hotel.fixture.js';
import type { Hotel } from '../e2e/support/hotel.js';
import { recordGoal, recordMeasured } from '../support/records.js';
import { startDriven } from './support/driven-process.js';
import { quantile } from './support/frames.js';

const TERMINALS = 200;
const CHANGES = Number(process.env.CHANGES ?? 60);
const WARM_UP = 10;

/** Notes when a cell was painted with a text or without any, by the clock that all processes share. */
async function watchCell(page: Page, room: string, date: string): Promise<void> {
  await page.evaluate(
    ({ room, date }) => {
      const grid = document.querySelector('[role=grid]');
      if (!grid) throw new Error('there is no grid');
      const textOf = () =>
        grid.querySelector(`[data-room="${room}"][data-date="${date}"]`)?.textContent?.trim() ?? '';
      const painted: { text: string; at: number }[] = [{ text: textOf(), at: 0 }];
      Object.assign(window, { painted });
      new MutationObserver(() => {
        const text = textOf();
        if (painted.at(-1)?.text === text) return;
        const entry = { text, at: Number.POSITIVE_INFINITY };
        painted.push(entry);
        requestAnimationFrame(() => {
          const channel = new MessageChannel();
          channel.port1.onmessage = () => {
            entry.at = performance.timeOrigin + performance.now();
          };
          channel.port2.postMessage(null);
        });
      }).observe(grid, { subtree: true, childList: true, characterData: true, attributes: true });
    },
    { room, date },
  );
}

/** When the cell was painted with the text. */
async function paintedAt(page: Page, text: string): Promise<number> {
  const handle = await page.waitForFunction((wanted) => {
    const { painted } = window as unknown as { painted: { text: string; at: number }[] };
    const last = painted.at(-1);
    return last?.text.includes(wanted) && Number.isFinite(last.at) ? last.at : null;
  }, text);
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
    await page.waitForFunction(() => {
      const { painted } = window as unknown as { painted: { text: string }[] };
      return !painted.at(-1)?.text.includes('計測');
    });
  }
  return times.slice(WARM_UP);
}

function record(way: string, times: number[]): void {
  const what = `POST sent to repainted on another terminal, ${TERMINALS} further ones connected`;
  for (const [share, name, atMost] of [
    [0.5, 'p50', 30],
    [0.99, 'p99', 80],
  ] as const) {
    const value = quantile(times, share);
    recordMeasured({
      group: 'live',
      what: `${what}: ${name}`,
      way,
      role: 'product',
      unit: 'ms',
      runs: [value],
    });
    recordGoal({ group: 'live', goal: `${way}: ${what}, ${name}`, value, unit: 'ms', bound: { atMost } });
  }
}

test('a change on another terminal: sent to repainted', async ({ hotel, server, openTerminal }) => {
  const { page } = await openTerminal();
  const terminals = await startDriven('live/terminals.mjs', {});
  await terminals.ask('connect', { url: hotel.url, count: TERMINALS });
  record('on one node', await repaints(hotel, page));
  await server.onAnotherNode(async (other) => record('across two nodes', await repaints(other, page)));
  await terminals.stop();
});
