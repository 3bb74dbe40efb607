import { addDays, type Day, lastDayOf, monthOf, type Stay } from '@domain/dates.js';
import { expect } from '@jest/globals';
import type { RoomRecord } from '@wire/room-record.js';
import {
  caseName,
  type Entered,
  enteredOf,
  SAVE_RULES,
  type SaveCase,
  type SaveRuleName,
} from '#tests/cases/save-rules.js';
import type { FreeRoom, Hotel } from '#tests/e2e/support/hotel.js';
import { complaints, WRONG_INPUT } from './support/alerts.js';
import {
  booked,
  corporateWith,
  enterBooking,
  guestInHouse,
  openBooking,
  searchRooms,
} from './support/booking.js';
import { altering, intercept } from './support/network.js';
import {
  button,
  calendar,
  deskAt,
  dialog,
  type Entries,
  FORM,
  field,
  fill,
  heading,
  open,
  press,
  showRange,
  soon,
} from './support/page.js';
import type { PageRows, Proof } from './support/terminal.js';

const told = (...rules: SaveRuleName[]): string[] => rules.map((rule) => SAVE_RULES[rule].message);

const LABELS = {
  guest_name_1: '宿泊者名',
  reserver_name: '予約者名',
  mens_count: '男性',
  womens_count: '女性',
  stay_start: 'チェックイン日',
  stay_end: 'チェックアウト日',
  checkin_time: 'チェックイン時間',
  total_fee: '合計料金',
  csv_notes: '利用ポイント',
} as const satisfies Partial<Record<keyof Entered, string>>;
type TypedName = keyof typeof LABELS;

/** Returns the entries of a case, as far as its rule looks at the form; day 0 is some time ahead. */
function entriesOf(one: SaveCase, names: readonly TypedName[], { today }: Hotel): Entries {
  const entered = enteredOf(one);
  const textOf = (value: string | number | null) =>
    typeof value === 'number' ? addDays(today, 30 + value) : String(value);
  return Object.fromEntries(names.map((name) => [LABELS[name], textOf(entered[name])]));
}

const names = Object.keys(LABELS) as TypedName[];
const isEntered = ({ only, mode }: SaveCase) => only !== 'server' && mode !== 'edit';

/** A rule of what is typed, held against a form that is otherwise blank. */
const isTold =
  (name: SaveRuleName): Proof =>
  async ({ hotel }) => {
    const { message, refused, kept } = SAVE_RULES[name];
    const looked = names.filter((field) => [...refused, ...kept].some((one) => field in one));
    const period = looked.includes('stay_start') || looked.includes('stay_end');
    await deskAt(FORM);
    for (const [cases, isBroken] of [
      [refused, true],
      [kept, false],
    ] as const) {
      for (const one of cases.filter(isEntered)) {
        await fill(
          entriesOf(
            one,
            period ? [...new Set([...looked, 'stay_start', 'stay_end'] as const)] : looked,
            hotel,
          ),
        );
        const all = await complaints();
        expect([caseName(one), all.includes(message)]).toEqual([caseName(one), isBroken]);
      }
    }
  };

const GUEST_NAME = told('guestName');

export const onSave: PageRows<'onSave'> = {
  guestName: isTold('guestName'),
  bookerName: isTold('bookerName'),
  noGuests: isTold('noGuests'),
  tooMany: isTold('tooMany'),

  async room({ hotel }) {
    await deskAt(FORM);
    const { message } = SAVE_RULES.room;
    expect(await complaints()).toContain(message);
    const [stay, room] = await hotel.freeStay();
    await enterBooking(stay, room.number, '山');
    expect(await complaints()).not.toContain(message);
    const strange = new Option('八階の部屋', '八階');
    field('ルームタイプ').append(strange);
    await fill({ ルームタイプ: '八階の部屋' });
    expect(await complaints()).toContain(message);
    strange.remove();
  },

  checkIn: isTold('checkIn'),
  checkOut: isTold('checkOut'),

  async extended({ hotel }) {
    const { message } = SAVE_RULES.extended;
    const inHouse = await guestInHouse(hotel);
    await openBooking(inHouse);
    await fill({ 宿泊者名: '山' });
    for (const [days, isBroken] of [
      [1, true],
      [7, true],
      [0, false],
      [-1, false],
    ] as const) {
      await fill({ チェックアウト日: addDays(inHouse.stay_end, days) });
      expect([days, (await complaints('更新')).includes(message)]).toEqual([days, isBroken]);
    }
    const { booking, stay } = await booked(hotel);
    await openBooking(booking);
    await fill({ 宿泊者名: '山', チェックアウト日: addDays(stay.end, 1) });
    expect(await complaints('更新')).toEqual(GUEST_NAME);
  },

  time: isTold('time'),
  fee: isTold('fee'),
  points: isTold('points'),
  notAfter: isTold('notAfter'),

  async heading() {
    await deskAt(FORM);
    await press('登録');
    await soon(() => expect(document.activeElement?.textContent).toBe('OK'));
    const alert = dialog(WRONG_INPUT);
    for (const message of told('guestName', 'room', 'notSearched')) {
      expect(alert?.textContent).toContain(message);
    }
    expect([...document.querySelectorAll('[role="dialog"]')]).toEqual([alert]);
    expect(heading(WRONG_INPUT)?.textContent).toBe(WRONG_INPUT);
    expect([...(alert?.querySelectorAll('button') ?? [])]).toEqual([button('OK')]);
    await press('OK');
    await soon(() => expect(document.activeElement).toBe(field('チェックイン日'))); // The first wrong field of the form.
    expect(dialog()).toBeUndefined();
  },

  async order({ hotel }) {
    await deskAt(FORM);
    await fill({ 合計料金: '', 利用ポイント: '十' });
    expect(await complaints()).toEqual(
      told(
        ...(['guestName', 'bookerName', 'noGuests', 'room', 'checkIn', 'checkOut'] as const),
        ...(['time', 'fee', 'points', 'notSearched'] as const),
      ),
    );
    const [stay, room] = await hotel.freeStay();
    await enterBooking(stay, room.number, '山');
    const { id } = await hotel.book(stay, room);
    await soon(() => expect(calendar.nights(id)).toHaveLength(2));
    await fill({ 男性: '2', 女性: '2', チェックイン時間: '', 合計料金: '千' });
    const typed = ['guestName', 'bookerName', 'tooMany', 'time', 'fee', 'points'] as const;
    expect(await complaints()).toEqual(told(...typed, 'notSearched', 'overlap'));
    await fill({ チェックアウト日: addDays(stay.start, -1) });
    expect(await complaints()).toEqual(told(...typed, 'notAfter', 'notSearched'));

    const inHouse = await guestInHouse(hotel);
    await openBooking(inHouse);
    await fill({ 宿泊者名: '山', 男性: '0', 女性: '0', チェックイン時間: '' });
    await fill({ チェックアウト日: addDays(inHouse.stay_end, 1) });
    const first = (await complaints('更新')).slice(0, 4);
    expect(first).toEqual(told('guestName', 'noGuests', 'extended', 'time'));
  },
};

/** Enters a new booking that nothing but the guest's name keeps from being saved. */
async function enterUnsavable(stay: Stay, room: FreeRoom): Promise<void> {
  await deskAt(FORM);
  await enterBooking(stay, room.number, '予約 太郎');
  await fill({ 宿泊者名: '山' });
}

const isMarked = (room: FreeRoom) => calendar.roomHead(room.number)?.dataset.candidate === 'true';

async function stayOverMonthEnd(hotel: Hotel): Promise<{ stay: Stay; room: FreeRoom; second: Day }> {
  const start = lastDayOf(monthOf(hotel.nextStay().start));
  const stay = { start, end: addDays(start, 3) };
  const [room] = await hotel.freeRooms(stay);
  return { stay, room, second: addDays(start, 1) };
}

/** Lets the page see one room otherwise in one month; null takes the room-month away. */
function alterRoom(number: string, date: Day, change: Partial<RoomRecord> | null): () => void {
  const [year, month] = date.split('-').map(Number);
  const isMeant = (room: RoomRecord) =>
    room.room_number === number && room.year === year && room.month === month;
  return intercept(
    'GET',
    /\/api\/rooms$/,
    altering((rooms: RoomRecord[]) =>
      rooms.flatMap((room) => (!isMeant(room) ? [room] : change ? [{ ...room, ...change }] : [])),
    ),
  );
}

/** The chosen room becomes unavailable in the second month of a stay that begins on the last day of the first. */
const unavailable =
  (change: Partial<RoomRecord> | null): Proof =>
  async ({ hotel }) => {
    const { stay, room, second } = await stayOverMonthEnd(hotel);
    await enterUnsavable(stay, room);
    expect(await complaints()).toEqual(GUEST_NAME);
    const asTheyAre = alterRoom(room.number, second, change);
    await showRange(addDays(stay.start, -3), addDays(stay.end, 3));
    expect(await complaints()).toEqual([...GUEST_NAME, ...told('closed')]);

    // The month of the check-out day is none of the stay's (contract 2).
    await searchRooms({ start: addDays(second, -2), end: second });
    await soon(() => expect(isMarked(room)).toBe(true));
    expect(await complaints()).toEqual([...GUEST_NAME]);
    asTheyAre();
  };

export const savedRoom: PageRows<'savedRoom'> = {
  async notSearched({ hotel }) {
    const [stay, room] = await hotel.freeStay();
    const [message] = told('notSearched');
    await deskAt(FORM);
    expect(await complaints()).toContain(message);
    await fill({ チェックイン日: stay.start, チェックアウト日: stay.end, 男性: '1' });
    expect(await complaints()).toContain(message);
    await enterUnsavable(stay, room);
    expect(await complaints()).toEqual(GUEST_NAME);
  },

  async notSearchedAgain({ hotel }) {
    const [stay, room] = await hotel.freeStay();
    const changes: [Entries, Entries][] = [
      [{ チェックイン日: addDays(stay.start, -1) }, { チェックイン日: stay.start }],
      [{ チェックアウト日: addDays(stay.end, 1) }, { チェックアウト日: stay.end }],
      [{ 男性: '2' }, { 男性: '1' }],
      [{ 女性: '1' }, { 女性: '0' }],
      [{ 喫煙: true }, { 禁煙: true }],
      [{ 法人: await corporateWith(hotel, 0) }, { 法人: 'なし' }],
    ];
    await enterUnsavable(stay, room);
    const again = [...GUEST_NAME, ...told('notSearched')];
    for (const [change, back] of changes) {
      await soon(() => expect(isMarked(room)).toBe(true));
      await fill(change);
      await soon(() => expect(isMarked(room)).toBe(false));
      expect([change, await complaints()]).toEqual([change, again]);
      await fill(back);
      expect([back, await complaints()]).toEqual([back, again]);
      await searchRooms(stay);
    }
    expect(await complaints()).toEqual(GUEST_NAME);
  },

  closed: unavailable({ reservable_status: '予約不可' }),
  missing: unavailable(null),

  async edit({ hotel }) {
    const { stay, room, second } = await stayOverMonthEnd(hotel);
    const booking = await hotel.book(stay, room);
    alterRoom(room.number, second, { reservable_status: '予約不可' });
    await open(FORM); // Reads the calendar anew: the row before may have left the room without this month.
    await openBooking(booking);
    await fill({ 宿泊者名: '山' });
    expect(await complaints('更新')).toEqual(GUEST_NAME);
    await fill({ チェックアウト日: addDays(stay.end, 1), 喫煙: true, 女性: '1' });
    expect(await complaints('更新')).toEqual(GUEST_NAME);
  },

  async overlap({ hotel }) {
    const [stay, room, otherRoom] = await hotel.freeStay();
    await enterUnsavable(stay, room);
    const drawn = (id: number, isDrawn: boolean) =>
      soon(() => expect(calendar.nights(id).length > 0).toBe(isDrawn));
    for (const { others = [] } of SAVE_RULES.overlap.refused.filter(isEntered)) {
      for (const { from, to } of others) {
        const { id } = await hotel.book(
          { start: addDays(stay.start, from), end: addDays(stay.start, to) },
          room,
        );
        await drawn(id, true);
        expect([from, to, await complaints()]).toEqual([from, to, [...GUEST_NAME, ...told('overlap')]]);
        await hotel.cancel(id);
        await drawn(id, false);
        expect(await complaints()).toEqual(GUEST_NAME);
      }
    }
    await hotel.book({ start: addDays(stay.start, -1), end: stay.start }, room);
    await hotel.book({ start: stay.end, end: addDays(stay.end, 1) }, room);
    const beside = await hotel.book(stay, otherRoom);
    await drawn(beside.id, true);
    expect(await complaints()).toEqual(GUEST_NAME);
    expect(field('予約者名').value).toBe('予約 太郎');
  },

  async itself({ hotel }) {
    const { booking, room, stay } = await booked(hotel);
    const next = { start: addDays(stay.end, 1), end: addDays(stay.end, 2) };
    await hotel.book(next, room);
    await openBooking(booking);
    await fill({ 宿泊者名: '山' });
    expect(await complaints('更新')).toEqual(GUEST_NAME);
    await fill({ チェックアウト日: next.start });
    expect(await complaints('更新')).toEqual(GUEST_NAME);
    await fill({ チェックアウト日: next.end });
    expect(await complaints('更新')).toEqual([...GUEST_NAME, ...told('overlap')]);
  },
};
