import { addDays, type Stay } from '@domain/dates.js';
import { expect, type Page } from '@playwright/test';
import { deskAt } from '../support/desk.js';
import { buttonOf, type FormEntries, fieldOf, searchRooms } from '../support/form.js';
import type { Hotel } from '../support/hotel.js';
import type { Terminal } from '../support/terminal.js';
import { checkRows } from './check-rows.js';

const FLOORS = [10, 9, 8, 7, 6, 5, 4, 3, 2];
const POSITIONS = ['01', '02', '03', '05', '06', '07', '08', '10', '11', '12', '13', '15', '16'];
const ROOMS = FLOORS.flatMap((floor) => POSITIONS.map((position) => `${floor}${position}`));

const rows = {
  order: 'Room display order: floors 10 down to 2, positions 01 to 16 omitting 04, 09 and 14',
  choiceOrder: 'Room display order: found rooms, and the other free ones, are offered in it',
  specialForCouple: 'Room 916 is special: offered to a man and a woman',
  specialForWomen: 'Room 916 is special: offered to two women',
  specialForMen: 'Room 916 is special: not offered to two men',
  colours: 'Room colours are keyed by the floor digit',
} as const;

type Head = { room: string; row: number; colour: string };

/** Every row head of the calendar from the top, as it comes into sight. */
async function headsByScrolling(page: Page): Promise<Head[]> {
  const heads = await page.getByRole('grid').evaluate(async (grid) => {
    const frame = () => new Promise(requestAnimationFrame);
    const seen = new Map<string, Head>();
    for (let top = 0; top < grid.scrollHeight; top += grid.clientHeight / 3) {
      grid.scrollTop = top;
      await frame();
      await frame();
      for (const head of grid.querySelectorAll<HTMLElement>('[role="rowheader"][data-room]')) {
        const row = Number(head.closest('[role="row"]')?.getAttribute('aria-rowindex'));
        const room = String(head.dataset.room);
        seen.set(room, { room, row, colour: getComputedStyle(head).borderLeftColor });
      }
    }
    grid.scrollTop = 0;
    return [...seen.values()];
  });
  return heads.sort((a, b) => a.row - b.row);
}

/** Numbers that ルームタイプ offers: those found, and those of その他の空室. */
async function offered(page: Page): Promise<{ found: string[]; others: string[] }> {
  const numbers = async (options: string) => {
    const texts = await fieldOf(page, 'ルームタイプ').locator(options).allTextContents();
    return texts.flatMap((text) => text.match(/^\d{3,4}/) ?? []);
  };
  return { found: await numbers(':scope > option'), others: await numbers('optgroup > option') };
}

/** A stay to come for which nobody has room 916. */
async function stayWith916Free(hotel: Hotel): Promise<Stay> {
  for (let ahead = 30; ; ahead += 2) {
    const [first, last] = [addDays(hotel.today, ahead), addDays(hotel.today, ahead + 1)];
    const months = (await hotel.rooms(first, last)).filter(({ room_number }) => room_number === '916');
    const nights = (await hotel.bookings(first, last)).filter(({ is_cancelled }) => is_cancelled === 0);
    const unfit = months.some(
      ({ id, reservable_status }) =>
        reservable_status !== '予約可能' || nights.some(({ room_id }) => room_id === id),
    );
    if (!unfit) return { start: first, end: addDays(last, 1) };
  }
}

async function searchWith916Free({ page }: Terminal, hotel: Hotel, party: FormEntries) {
  await deskAt(page, '/reservation-registration');
  await searchRooms(page, await stayWith916Free(hotel), party);
  const rooms = await offered(page);
  await buttonOf(page, 'クリア').click();
  await buttonOf(page, '入力途中の内容を破棄').click();
  return rooms;
}

const inOrder = (numbers: string[]) => ROOMS.filter((room) => numbers.includes(room));

checkRows('9 Business constants: rooms', rows, {
  async order({ desk: { page } }) {
    const { grid } = await deskAt(page, '/reservation-registration');
    const heads = await headsByScrolling(page);
    expect(heads.map(({ room }) => room)).toEqual(ROOMS);
    const first = heads[0]?.row ?? 0;
    expect(heads.map(({ row }) => row)).toEqual(ROOMS.map((_, index) => first + index));
    await expect(grid).toHaveAttribute('aria-rowcount', String(first - 1 + ROOMS.length));
  },

  async choiceOrder({ desk, hotel }) {
    const { found, others } = await searchWith916Free(desk, hotel, { 男性: '1' });
    expect(found.length).toBeGreaterThan(10);
    expect(others.length).toBeGreaterThan(10);
    expect(found).toEqual(inOrder(found));
    expect(others).toEqual(inOrder(others));
  },

  async specialForCouple({ desk, hotel }) {
    const { found } = await searchWith916Free(desk, hotel, { 男性: '1', 女性: '1' });
    expect(found).toContain('916');
  },

  async specialForWomen({ desk, hotel }) {
    const { found } = await searchWith916Free(desk, hotel, { 女性: '2' });
    expect(found).toContain('916');
  },

  async specialForMen({ desk, hotel }) {
    const { found, others } = await searchWith916Free(desk, hotel, { 男性: '2' });
    expect(found.length).toBeGreaterThan(2);
    expect(found).not.toContain('916');
    expect(others).toContain('916');
  },

  async colours({ desk: { page } }) {
    await deskAt(page, '/reservation-registration');
    const heads = await headsByScrolling(page);
    const colourOf = new Map(heads.map(({ room, colour }) => [room.slice(0, -2), colour]));
    expect(heads.filter(({ room, colour }) => colourOf.get(room.slice(0, -2)) !== colour)).toEqual([]);
    expect([...colourOf.keys()]).toEqual(FLOORS.map(String));
    expect(new Set(colourOf.values()).size).toBe(FLOORS.length);
  },
});
