import type { Stay } from '@domain/dates.js';
import { expect, type Page } from '@playwright/test';
import type { RoomRecord } from '@wire/room-record.js';
import type { SeenHotel } from './altered-rooms.js';
import { calendarOf } from './calendar.js';
import { type FreeRooms, freeRoomNumbers } from './expected-rooms.js';
import { buttonOf, type FormEntries, fieldOf, fillForm, roomOptions } from './form.js';

/** A party of guests; whom nothing is said of is nobody's, non-smoking and from no corporate. */
export type Party = { men?: number; women?: number; smoking?: '禁煙' | '喫煙'; corporate?: string };

function entriesOf({ men = 0, women = 0, smoking = '禁煙', corporate = 'なし' }: Party): FormEntries {
  return { 男性: String(men), 女性: String(women), [smoking]: true, 法人: corporate };
}

/** Runs 部屋検索 for a stay and party, and waits until it tells how many rooms it found. */
export async function search(page: Page, stay: Stay, party: Party): Promise<void> {
  const dates = { チェックイン日: stay.start, チェックアウト日: stay.end };
  await fillForm(page, { 男性: '0', 女性: '0' }); // Another party than before: the search is not run any more.
  await expect(roomOptions(page).first()).not.toHaveText(/室）/);
  await fillForm(page, { ...dates, ...entriesOf(party) });
  await buttonOf(page, '部屋検索').click();
  await expect(roomOptions(page).first()).toHaveText(/（\d+室）/);
}

/** The rooms that ルームタイプ offers, those under その他の空室 apart. */
export async function offeredRooms(page: Page): Promise<{ found: string[]; others: string[] }> {
  const numbers = (texts: string[]) => texts.flatMap((text) => text.match(/^\d{3,4}/) ?? []);
  const otherOptions = fieldOf(page, 'ルームタイプ').locator('optgroup[label="その他の空室"] > option');
  const others = numbers(await otherOptions.allTextContents());
  const all = numbers(await roomOptions(page).allTextContents());
  expect(all.slice(all.length - others.length)).toEqual(others);
  return { found: all.slice(0, all.length - others.length), others };
}

/** The rooms in sight that the calendar marks as found, and those that it does not. */
async function marksInSight(page: Page): Promise<{ marked: string[]; unmarked: string[] }> {
  const heads = calendarOf(page).grid.locator('[role="rowheader"][data-room]');
  const all = await heads.evaluateAll((elements) =>
    elements.map(({ dataset }) => [String(dataset.room), dataset.candidate === 'true'] as const),
  );
  const numbers = (isMarked: boolean) => all.filter(([, mark]) => mark === isMarked).map(([room]) => room);
  return { marked: numbers(true), unmarked: numbers(false) };
}

/** Searches, and checks that just the free rooms that are wanted are offered as found and marked. */
export async function expectFound(
  page: Page,
  hotel: SeenHotel,
  stay: Stay,
  party: Party,
  isWanted: (room: RoomRecord) => boolean,
): Promise<FreeRooms> {
  await search(page, stay, party);
  const expected = await freeRoomNumbers(hotel, stay, isWanted);
  const { wanted, others } = expected;
  expect(await offeredRooms(page), JSON.stringify(party)).toEqual({ found: wanted, others });
  await expect.poll(async () => (await marksInSight(page)).marked.length > 0).toBe(wanted.length > 0);
  const { marked, unmarked } = await marksInSight(page);
  expect(marked.filter((room) => !wanted.includes(room))).toEqual([]);
  expect(unmarked.filter((room) => wanted.includes(room))).toEqual([]);
  return expected;
}
