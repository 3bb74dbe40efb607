import { addDays } from '@domain/dates.js';
import { expect, type Page } from '@playwright/test';
import type { RoomRecord } from '@wire/room-record.js';
import { alterRooms, seeRoomsAsTheyAre } from '../support/altered-rooms.js';
import { openScreen } from '../support/calendar.js';
import { corporateWith } from '../support/corporates.js';
import { freeRoomNumbers } from '../support/expected-rooms.js';
import { test } from '../support/hotel.fixture.js';
import type { Hotel } from '../support/hotel.js';
import { offeredRooms, type Party, search } from '../support/room-search.js';
import type { Terminal } from '../support/terminal.js';
import { blankForm } from '../support/wrong-input.js';
import { checkRows } from './check-rows.js';

const rows = {
  notReservable: 'no room: none is 予約可能 all along',
  corporateOnly: 'no room: those left are for corporate guests',
  noCorporateRoom: 'no room: those left are not for corporate guests',
  gender: 'no room: those left are for the other gender',
  smokingStatus: 'no room: those left have the other smoking status',
  noSingle: 'no room for one: those left are twin rooms',
  noTwin: 'no room for two: those left are no twin rooms',
  occupied: 'no room: those left are booked in the period',
} as const;

async function expectNothing(page: Page, because: string): Promise<void> {
  expect((await offeredRooms(page)).found).toEqual([]);
  const notes = page.getByRole('form', { name: '予約フォーム' }).getByRole('status');
  await expect(notes.filter({ hasText: '。' })).toHaveText([because]);
}

/** In a hotel of such rooms only, nothing is found for a party. */
const among =
  (isThere: (room: RoomRecord) => boolean, party: Party, because: string) =>
  async ({ desk: { page }, hotel }: { desk: Terminal; hotel: Hotel }) => {
    await blankForm(page);
    await alterRooms(page, hotel, (room) => (isThere(room) ? room : null));
    await search(page, { start: addDays(hotel.today, 130), end: addDays(hotel.today, 131) }, party);
    await expectNothing(page, because);
    await seeRoomsAsTheyAre(page);
  };

const isOpen = (room: RoomRecord) => room.reservable_status === '予約可能';
const isTwin = (room: RoomRecord) => room.room_type === 'ツイン';
const isPlain = (room: RoomRecord) => room.corporate === 0 && room.priority === '';

test.afterAll(
  async ({ sharedTerminal: { page } }) => void (await openScreen(page, '/reservation-registration')),
);

checkRows('5 Room search rules: an empty result says which rule left nothing', rows, {
  notReservable: among(
    (room) => !isOpen(room),
    { men: 1 },
    '指定された期間を通して予約可能な部屋がありません。',
  ),
  corporateOnly: among(
    (room) => room.corporate === 1,
    { men: 1 },
    '法人以外のお客様が利用できる部屋がありません。',
  ),

  async noCorporateRoom({ desk, hotel }) {
    const corporate = await corporateWith(hotel, 1);
    const none = among(
      (room) => room.corporate === 0,
      { women: 1, corporate },
      '法人専用の部屋がありません。',
    );
    await none({ desk, hotel });
  },

  async gender({ desk, hotel }) {
    for (const [party, other, because] of [
      [{ men: 1 }, '女性', '男性のお客様が利用できる部屋がありません。'],
      [{ women: 1 }, '男性', '女性のお客様が利用できる部屋がありません。'],
    ] as const) {
      await among((room) => room.corporate === 0 && room.priority === other, party, because)({ desk, hotel });
    }
  },

  async smokingStatus({ desk, hotel }) {
    for (const [smoking, other] of [
      ['禁煙', '喫煙'],
      ['喫煙', '禁煙'],
    ] as const) {
      const isThere = (room: RoomRecord) => isOpen(room) && isPlain(room) && room.smoking_status === other;
      await among(isThere, { men: 1, smoking }, `${smoking}の部屋がありません。`)({ desk, hotel });
    }
  },

  noSingle: among((room) => isPlain(room) && isTwin(room), { women: 1 }, '1名で利用できる部屋がありません。'),
  noTwin: among(
    (room) => isPlain(room) && !isTwin(room),
    { men: 1, women: 1 },
    '2名で利用できるツインの部屋がありません。',
  ),

  async occupied({ desk: { page }, hotel }) {
    const stay = hotel.nextStay();
    const party: Party = { men: 2, smoking: '喫煙' };
    const suits = (room: RoomRecord) => isTwin(room) && room.smoking_status === '喫煙';
    const months = await hotel.rooms(stay.start, stay.start);
    for (const number of (await freeRoomNumbers(hotel, stay, suits)).wanted) {
      const roomId = months.find(({ room_number }) => room_number === number)?.id ?? 0;
      await hotel.book(stay, { number, roomId });
    }
    await blankForm(page);
    await search(page, stay, party);
    await expectNothing(page, '条件に合う部屋は、指定された期間にすべて予約されています。');
  },
});
