import { addDays, type Day } from '@domain/dates.js';
import { expect } from '@playwright/test';
import type { RoomRecord } from '@wire/room-record.js';
import { alterRooms, seeRoomsAsTheyAre } from '../support/altered-rooms.js';
import { calendarOf, openScreen } from '../support/calendar.js';
import { corporateWith } from '../support/corporates.js';
import { freeRoomNumbers } from '../support/expected-rooms.js';
import { test } from '../support/hotel.fixture.js';
import { expectFound, offeredRooms, type Party, search } from '../support/room-search.js';
import { stayWith, turnOfMonth } from '../support/stays.js';
import { blankForm } from '../support/wrong-input.js';
import { checkRows } from './check-rows.js';

const rows = {
  closed: 'the candidate room must not be 予約不可 in any month of the stay',
  noCorporate: 'non-corporate guests get no corporate rooms',
  corporateFlag:
    'for a corporate guest whose corporate flag is 1, non-smoking single guests need a corporate-flag room whose gender priority matches',
  single: 'otherwise one single guest needs a matching gender priority and the same smoking status',
  smokingMatch: 'two guests, or smoking, require only a smoking match',
  twin: 'one man plus one woman, or two women, get twin rooms',
  room916: 'this includes room 916 when it is free in the period, whatever its type',
  twoMen: 'two men get twin rooms other than 916',
  oneGuest: 'one guest gets non-twin rooms only',
  booked: 'rooms already booked in the period are excluded from the highlighted list',
} as const;

const MAN: Party = { men: 1 };
const WOMAN: Party = { women: 1 };
const COUPLE: Party = { men: 1, women: 1 };
const TWO_WOMEN: Party = { women: 2 };
const TWO_MEN: Party = { men: 2 };
const smoking = (party: Party): Party => ({ ...party, smoking: '喫煙' });

// One trait of a room each; what a row wants is written out in it.
const isTwin = (room: RoomRecord) => room.room_type === 'ツイン';
const is916 = (room: RoomRecord) => room.room_number === '916';
const isNonSmoking = (room: RoomRecord) => room.smoking_status === '禁煙';
const isSmoking = (room: RoomRecord) => room.smoking_status === '喫煙';
const isCorporate = (room: RoomRecord) => room.corporate === 1;
const takesMen = (room: RoomRecord) => room.priority === '男性' || room.priority === '';
const takesWomen = (room: RoomRecord) => room.priority === '女性' || room.priority === '';

const both = [isNonSmoking, isSmoking] as const;

test.afterAll(
  async ({ sharedTerminal: { page } }) => void (await openScreen(page, '/reservation-registration')),
);

checkRows('5 Room search rules', rows, {
  async closed({ desk: { page }, hotel }) {
    await blankForm(page);
    const closes = await turnOfMonth(hotel, '予約可能', '予約不可');
    const opens = await turnOfMonth(hotel, '予約不可', '予約可能');
    const find = async ({ room }: typeof closes, start: Day) => {
      const party: Party = { men: 1, smoking: room.smoking_status };
      const suits = (one: RoomRecord) =>
        one.smoking_status === room.smoking_status &&
        (isSmoking(one) || takesMen(one)) &&
        !isTwin(one) &&
        !isCorporate(one);
      return expectFound(page, hotel, { start, end: addDays(start, 2) }, party, suits);
    };
    expect((await find(closes, addDays(closes.last, -1))).wanted).toContain(closes.room.room_number);
    const over = await find(closes, closes.last);
    expect([...over.wanted, ...over.others]).not.toContain(closes.room.room_number);
    const overOpening = await find(opens, opens.last);
    expect([...overOpening.wanted, ...overOpening.others]).not.toContain(opens.room.room_number);
    expect((await find(opens, opens.first)).wanted).toContain(opens.room.room_number);
  },

  async noCorporate({ desk: { page }, hotel }) {
    await blankForm(page);
    const corporate = await corporateWith(hotel, 0);
    for (const [party, suits] of [
      [MAN, (room: RoomRecord) => isNonSmoking(room) && takesMen(room) && !isTwin(room)],
      [WOMAN, (room: RoomRecord) => isNonSmoking(room) && takesWomen(room) && !isTwin(room)],
      [smoking(MAN), (room: RoomRecord) => isSmoking(room) && !isTwin(room)],
    ] as const) {
      const stay = await stayWith(hotel, (room) => suits(room) && isCorporate(room));
      await expectFound(page, hotel, stay, party, (room) => suits(room) && !isCorporate(room));
      await expectFound(page, hotel, stay, { ...party, corporate }, suits);
    }
  },

  async corporateFlag({ desk: { page }, hotel }) {
    await blankForm(page);
    const corporate = await corporateWith(hotel, 1);
    for (const [party, takes] of [
      [MAN, takesMen],
      [WOMAN, takesWomen],
    ] as const) {
      const suits = (room: RoomRecord) => isCorporate(room) && takes(room) && !isTwin(room);
      const stay = await stayWith(
        hotel,
        (room) => suits(room) && isSmoking(room),
        (room) => isCorporate(room) && !takes(room),
      );
      await expectFound(page, hotel, stay, { ...party, corporate }, suits);
    }
  },

  async single({ desk: { page }, hotel }) {
    await blankForm(page);
    const corporate = await corporateWith(hotel, 0);
    for (const [party, takes] of [
      [MAN, takesMen],
      [WOMAN, takesWomen],
    ] as const) {
      const suits = (room: RoomRecord) => isNonSmoking(room) && takes(room) && !isTwin(room);
      const stay = await stayWith(hotel, (room) => isNonSmoking(room) && !takes(room) && !isCorporate(room));
      await expectFound(page, hotel, stay, party, (room) => suits(room) && !isCorporate(room));
      await expectFound(page, hotel, stay, { ...party, corporate }, suits);
    }
  },

  async smokingMatch({ desk: { page }, hotel }) {
    const stay = await stayWith(hotel, (room) => isSmoking(room) && room.priority === '男性', isTwin);
    for (const flag of [0, 1] as const) {
      await blankForm(page);
      const corporate = await corporateWith(hotel, flag);
      const smokes = (room: RoomRecord) => isSmoking(room) && !isTwin(room);
      await expectFound(page, hotel, stay, { ...smoking(WOMAN), corporate }, smokes);
      const forWomen = (room: RoomRecord): RoomRecord => ({ ...room, priority: '女性' });
      const seen = await alterRooms(page, hotel, (room) => (isTwin(room) ? forWomen(room) : room));
      const twins = (room: RoomRecord) => isTwin(room) && !is916(room);
      const men = { ...TWO_MEN, corporate };
      await expectFound(page, seen, stay, men, (room) => isNonSmoking(room) && twins(room));
      await expectFound(page, seen, stay, smoking(men), (room) => isSmoking(room) && twins(room));
      await seeRoomsAsTheyAre(page);
    }
  },

  async twin({ desk: { page }, hotel }) {
    await blankForm(page);
    for (const smokes of both) {
      const stay = await stayWith(hotel, (room) => isTwin(room) && smokes(room));
      for (const party of [COUPLE, TWO_WOMEN]) {
        const asked = smokes === isSmoking ? smoking(party) : party;
        await expectFound(page, hotel, stay, asked, (room) => isTwin(room) && smokes(room));
      }
    }
  },

  async room916({ desk: { page }, hotel }) {
    await blankForm(page);
    const stay = await stayWith(hotel, is916);
    const twins = (room: RoomRecord) => (isTwin(room) || is916(room)) && isNonSmoking(room);
    for (const party of [COUPLE, TWO_WOMEN]) {
      const single = (room: RoomRecord): RoomRecord => ({ ...room, room_type: 'シングル' });
      const seen = await alterRooms(page, hotel, (room) => (is916(room) ? single(room) : room));
      expect((await expectFound(page, seen, stay, party, twins)).wanted).toContain('916');
      await seeRoomsAsTheyAre(page);
      expect((await expectFound(page, hotel, stay, party, twins)).wanted).toContain('916');
    }
    await search(page, stay, smoking(COUPLE));
    expect((await offeredRooms(page)).found).not.toContain('916');

    await search(page, stay, COUPLE);
    const roomId = (await hotel.rooms(stay.start, stay.start)).find(is916)?.id ?? 0;
    const { id } = await hotel.book(stay, { number: '916', roomId });
    await expect.poll(async () => (await offeredRooms(page)).found).not.toContain('916');
    expect((await expectFound(page, hotel, stay, COUPLE, twins)).others).not.toContain('916');
    await hotel.cancel(id);
  },

  async twoMen({ desk: { page }, hotel }) {
    await blankForm(page);
    const stay = await stayWith(hotel, is916, (room) => isTwin(room) && isSmoking(room));
    const twins = (room: RoomRecord) => isTwin(room) && isNonSmoking(room) && !is916(room);
    expect((await expectFound(page, hotel, stay, TWO_MEN, twins)).others).toContain('916');
    await expectFound(page, hotel, stay, smoking(TWO_MEN), (room) => isTwin(room) && isSmoking(room));
  },

  async oneGuest({ desk: { page }, hotel }) {
    await blankForm(page);
    const corporate = await corporateWith(hotel, 1);
    const stay = await stayWith(hotel, isTwin, (room) => isCorporate(room) && isSmoking(room));
    const plain = (room: RoomRecord) => !isTwin(room) && !isCorporate(room);
    await expectFound(page, hotel, stay, MAN, (room) => plain(room) && isNonSmoking(room) && takesMen(room));
    await expectFound(page, hotel, stay, smoking(WOMAN), (room) => plain(room) && isSmoking(room));
    const twin = (room: RoomRecord): RoomRecord => ({ ...room, room_type: 'ツイン' });
    const seen = await alterRooms(page, hotel, (room) =>
      isCorporate(room) && isSmoking(room) ? twin(room) : room,
    );
    const forMan = (room: RoomRecord) => isCorporate(room) && takesMen(room) && !isTwin(room);
    await expectFound(page, seen, stay, { ...MAN, corporate }, forMan);
    await seeRoomsAsTheyAre(page);
  },

  async booked({ desk: { page }, hotel }) {
    await blankForm(page);
    const forMan = (room: RoomRecord) =>
      isNonSmoking(room) && takesMen(room) && !isTwin(room) && !isCorporate(room);
    const busy = { start: addDays(hotel.today, 1), end: addDays(hotel.today, 3) };
    const { wanted } = await expectFound(page, hotel, busy, MAN, forMan);
    const empty = { bookings: async () => [], rooms: hotel.rooms };
    expect((await freeRoomNumbers(empty, busy, forMan)).wanted.length).toBeGreaterThan(wanted.length);

    const stay = hotel.nextStay();
    const [room] = await hotel.freeRooms(stay);
    await search(page, stay, MAN);
    const head = calendarOf(page).roomHead(room.number);
    const expectHighlighted = async (isHighlighted: boolean) => {
      const mark = isHighlighted ? expect(head) : expect(head).not;
      await mark.toHaveAttribute('data-candidate', 'true');
      expect((await offeredRooms(page)).found.includes(room.number)).toBe(isHighlighted);
    };
    await expectHighlighted(true);
    const { id } = await hotel.book({ start: addDays(stay.end, -1), end: addDays(stay.end, 1) }, room);
    await expectHighlighted(false);
    expect((await offeredRooms(page)).others).not.toContain(room.number);
    await hotel.cancel(id);
    await expectHighlighted(true);
    await hotel.book({ start: addDays(stay.start, -1), end: stay.start }, room);
    const after = await hotel.book({ start: stay.end, end: addDays(stay.end, 1) }, room);
    await expect(calendarOf(page).night(after.id)).toHaveCount(1);
    await expectHighlighted(true);
  },
});
