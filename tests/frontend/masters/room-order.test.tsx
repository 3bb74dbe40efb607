import { day, monthOf } from '@domain/dates.js';
import { beforeEach, expect, test } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ManagedRoomMonth } from '@wire/room-months.js';
import { encodeRoomMonth } from '@wire/room-record.js';
import { doneAtom, forgetDone, takeBackLast } from '#frontend/masters/lists.atoms.js';
import { RoomTable } from '#frontend/masters/rooms/RoomTable.js';
import { roomMonths } from '#frontend/masters/rooms.atoms.js';
import { messageAtom } from '#frontend/shared/dialogs.js';
import { loadHotel } from '#frontend/shared/hotel.js';
import { store } from '#frontend/shared/store.js';
import { aRoomMonth } from '#tests/support/builders.js';
import { serve } from '../support/fake-server.js';

// The fake server's today is 2026-11-21.
const MONTH = monthOf(day('2026-12-01'));
const ORDER = '/api/room-months/order';

/** The table over a server that keeps an order; the orders that it was sent. */
async function show(numbers: string, refusal?: { status: number; body: unknown }) {
  const given = numbers.split(' ');
  let order = given;
  let isArranged = false;
  const rooms = (): ManagedRoomMonth[] =>
    order.map((roomNumber, index) => ({
      ...encodeRoomMonth(
        aRoomMonth({
          id: given.indexOf(roomNumber) + 1,
          month: MONTH,
          roomNumber,
          position: isArranged ? index + 1 : null,
        }),
      ),
      version: 1,
      booked_nights: 0,
    }));
  const calls = serve({
    'GET /api/room-months': () => ({ body: rooms(), position: 10 }),
    [`PUT ${ORDER}`]: (_, { body }) => {
      if (refusal) return refusal;
      const sent = JSON.parse(String(body)) as { rooms: string[] };
      isArranged = sent.rooms.length > 0;
      order = isArranged ? sent.rooms : given;
      return { body: { created: 0, changed: 1, unchanged: 0 } };
    },
  });
  await loadHotel();
  await roomMonths.load(MONTH);
  render(<RoomTable />);
  return () => calls.filter(({ path }) => path === ORDER).map(({ body }) => body);
}

const shown = () =>
  [...document.querySelectorAll<HTMLElement>('[data-number]')].map(({ dataset }) => dataset.number).join(' ');
const row = (number: string) => document.querySelector(`[data-number="${number}"]`) as HTMLElement;
const cell = (number: string) => row(number).querySelector('[data-column="number"]') as HTMLElement;
const press = (number: string, key: string) => {
  act(() => cell(number).focus());
  fireEvent.keyDown(cell(number), { key, code: key, altKey: true });
};
const drag = (from: string, over: string) => {
  const dataTransfer = { effectAllowed: '' };
  fireEvent.dragStart(row(from).querySelector('.room-name') as Element, { dataTransfer });
  fireEvent.dragOver(cell(over), { dataTransfer });
};

beforeEach(() => {
  roomMonths.reset();
  forgetDone();
});

test('a room is dragged to another place, and taking it back gives the order of the numbers', async () => {
  const sent = await show('1201 101 桜 別館1 A-01');
  drag('A-01', '101');
  expect(row('101').dataset.drop).toBe('above');
  fireEvent.drop(cell('101'));
  await waitFor(() => expect(shown()).toBe('1201 A-01 101 桜 別館1'));
  expect(row('101').dataset.drop).toBeUndefined();
  expect(sent()).toEqual([{ rooms: ['1201', 'A-01', '101', '桜', '別館1'], from: '2026-11-01' }]);
  expect(store.get(doneAtom)?.text).toBe('A-01号室を2番目にしました。');
  expect(screen.getByText('並べた順')).toBeTruthy();
  drag('1201', '別館1');
  expect(row('別館1').dataset.drop).toBe('below');
  fireEvent.drop(cell('別館1'));
  await waitFor(() => expect(shown()).toBe('A-01 101 桜 別館1 1201'));
  await act(takeBackLast);
  await waitFor(() => expect(shown()).toBe('1201 A-01 101 桜 別館1'));
  fireEvent.click(screen.getByRole('button', { name: '番号順に戻す' }));
  await waitFor(() => expect(shown()).toBe('1201 101 桜 別館1 A-01'));
  expect(sent().at(-1)).toEqual({ rooms: [], from: '2026-11-01' });
});

test('Alt and arrows move a room as often as they are pressed, and it keeps the focus', async () => {
  const sent = await show('桜 梅 松 竹');
  press('桜', 'ArrowDown');
  press('桜', 'ArrowDown');
  await waitFor(() => expect(shown()).toBe('梅 松 桜 竹'));
  expect(document.activeElement).toBe(cell('桜'));
  press('桜', 'ArrowUp');
  await waitFor(() => expect(shown()).toBe('梅 桜 松 竹'));
  expect(document.activeElement).toBe(cell('桜'));
  press('梅', 'ArrowUp');
  press('梅', 'ArrowDown');
  await waitFor(() => expect(shown()).toBe('桜 梅 松 竹'));
  expect(sent()).toHaveLength(4);
});

test('a drag that ends elsewhere, and one onto the room itself, change nothing', async () => {
  const sent = await show('桜 梅');
  drag('桜', '梅');
  fireEvent.dragEnd(row('桜').querySelector('.room-name') as Element);
  expect(row('梅').dataset.drop).toBeUndefined();
  fireEvent.drop(cell('梅'));
  drag('桜', '桜');
  fireEvent.drop(cell('桜'));
  press('梅', 'ArrowDown');
  press('梅', 'ArrowUp');
  await waitFor(() => expect(shown()).toBe('梅 桜'));
  expect(sent()).toHaveLength(1);
});

test('a refusal is told, and the order stays', async () => {
  await show('桜 梅', { status: 422, body: { error: '部屋が見つかりません。', errors: [] } });
  press('桜', 'ArrowDown');
  await waitFor(() => expect(JSON.stringify(store.get(messageAtom))).toContain('部屋が見つかりません。'));
  expect(shown()).toBe('桜 梅');
  expect(store.get(doneAtom)).toBeNull();
});

test('rooms have the colour of their floor, or one by turn', async () => {
  await show('1201 1101 101 桜 別館1');
  const colours = ['1201', '1101', '101', '桜', '別館1'].map((number) => row(number).dataset.colour);
  expect(colours.join(' ')).toBe('2 1 1 1 2');
});
