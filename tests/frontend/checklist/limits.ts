import { addDays, addMonths, type Day, daysFromTo, lastDayOf, monthOf, type Stay } from '@domain/dates.js';
import { expect } from '@jest/globals';
import type { RoomRecord } from '@wire/room-record.js';
import { SAVE_RULES } from '#tests/cases/save-rules.js';
import type { FreeRoom, Hotel } from '#tests/e2e/support/hotel.js';
import { showsFigure } from './calendar-table.js';
import { acceptAlert, complaints } from './support/alerts.js';
import {
  around,
  enterBooking,
  offeredRooms,
  offers,
  SOURCES,
  searchRooms,
  tellsFormula,
} from './support/booking.js';
import {
  calendar,
  choicesOf,
  deskAt,
  type Entries,
  FORM,
  field,
  fill,
  open,
  press,
  soon,
  todaysOfPage,
} from './support/page.js';
import { type PageRows, type Proof, withAllRows } from './support/terminal.js';

const CIRCLED = ['①', '②', '③', '④', '⑤', '⑥', '⑦', '⑧', '⑨'];

const holds =
  (label: string, value: string): Proof =>
  async () => {
    await deskAt(FORM);
    expect(field(label).value).toBe(value);
  };

/** Opens a screen, and expects the calendar to show the range of today; over midnight, of the day before or of the new one. */
const showsAtFirst =
  (address: string, rangeOf: (today: Day) => [Day, Day]): Proof =>
  async ({ hotel }) => {
    await open(address);
    const [first, last] = calendar.range() as [Day, Day];
    expect(todaysOfPage(hotel).map(rangeOf)).toContainEqual([first, last]);
    expect(calendar.columns()).toBe(1 + daysFromTo(first, last).length);
    expect(calendar.dates()[0]).toBe(first);
  };

export const formLimits: PageRows<'formLimits'> = {
  men: offers('男性', '0', '1', '2'),
  women: offers('女性', '0', '1', '2'),

  async guests({ hotel }) {
    const [stay, room] = await hotel.freeStay();
    await deskAt(FORM);
    await enterBooking(stay, room.number, '大勢 太郎');
    for (const [男性, 女性] of ['21', '12', '22']) {
      await fill({ 男性, 女性 } as Entries);
      expect(await complaints()).toContain(SAVE_RULES.tooMany.message);
    }
    for (const [男性, 女性] of ['20', '11', '02']) {
      await searchRooms(stay, { 男性, 女性 } as Entries);
      expect(choicesOf('ルームタイプ').length).toBeGreaterThan(1);
    }
  },

  async widened({ hotel }) {
    const stay = hotel.nextStay(3);
    const [first, last] = [addDays(stay.start, -5), addDays(stay.end, 5)];
    await deskAt(FORM);
    await searchRooms(stay);
    await soon(() => expect(calendar.range()).toEqual([first, last]));
    expect(calendar.dates()).toEqual(daysFromTo(first, last));
  },

  range: showsAtFirst(FORM, (today) => [addDays(today, -5), addDays(today, 14)]),

  async step() {
    await deskAt(FORM);
    const described = () => {
      const time = field('チェックイン時間');
      const told = document.getElementById(time.getAttribute('aria-describedby') ?? '')?.textContent;
      return [time.value, told?.includes('10分単位') ?? false];
    };
    for (const [typed, rounded] of [
      ['15:05', '15:00'],
      ['1501', '15:00'],
      ['15:59', '15:50'],
    ] as const) {
      await fill({ チェックイン時間: typed });
      expect(described()).toEqual([rounded, false]);
    }
    for (const wrong of ['15:60', '30:00']) {
      await fill({ チェックイン時間: wrong });
      expect(described()).toEqual([wrong, true]);
    }
    for (const minutes of ['00', '10', '20', '30', '40', '50']) {
      await fill({ チェックイン時間: `15:${minutes}` });
      expect(described()).toEqual([`15:${minutes}`, false]);
    }
  },

  async suggestions() {
    await deskAt(FORM);
    const list = document.getElementById(field('チェックイン時間').getAttribute('list') ?? '');
    const suggested = [...(list?.querySelectorAll('option') ?? [])].map(({ value }) => value);
    const hours = ['13', '14', '15', '16', '17', '18', '19', '20', '21', '22'];
    expect(suggested).toEqual(hours.flatMap((hour) => [0, 1, 2, 3, 4, 5].map((ten) => `${hour}:${ten}0`)));
  },

  async otherTimes({ hotel }) {
    const [stay, ...rooms] = await hotel.freeStay();
    for (const [index, time] of (['12:50', '23:00'] as const).entries()) {
      const { number } = rooms[index] as FreeRoom;
      await deskAt(FORM);
      await enterBooking(stay, number, '時刻 太郎');
      await fill({ チェックイン時間: time });
      await press('登録');
      await acceptAlert('予約が登録されました！');
      const id = await soon(() => {
        const drawn = Number(calendar.cell(number, stay.start)?.dataset.bookingId);
        expect(drawn).toBeGreaterThan(0);
        return drawn;
      });
      expect((await hotel.booking(id)).checkin_time).toBe(time);
    }
  },

  purpose: holds('利用目的', '出張'),
  source: holds('予約媒体', '自社'),
};

/** A couple that has paid, with coupon and points, and a woman that has none of all that. */
type Shown = { stay: Stay; couple: FreeRoom; woman: FreeRoom };

async function bookShown(hotel: Hotel): Promise<Shown> {
  const [stay, couple, woman] = await hotel.freeStay();
  const { id } = await hotel.book(stay, couple, {
    guest_name_1: '表示 太郎',
    guest_name_2: '表示 花子',
    mens_count: 1,
    womens_count: 1,
    purpose: '帰省',
    booking_source: 'じゃらん',
    coupon: 1,
    csv_notes: '500',
  });
  const [payment] = (await hotel.api.get<{ id: number }[]>('/api/payment_master')).body;
  await hotel.api.post(`/api/booking/${id}/payment`, { payment_type: payment?.id, payment_flag: 1 });
  await hotel.book(stay, woman, {
    guest_name_1: '表示 一子',
    mens_count: 0,
    womens_count: 1,
    purpose: '受験',
    booking_source: '電話',
  });
  return { stay, couple, woman };
}

let shown: Promise<Shown> | undefined;

/** Texts of the two bars: at first, and once a field is turned on or off. */
const shows =
  (label: string, couple: string, woman: string, turn = true): Proof =>
  async ({ hotel }) => {
    shown ??= bookShown(hotel);
    const { stay, ...rooms } = await shown;
    await deskAt('/reservation-status', around(stay));
    const texts = () =>
      [rooms.couple, rooms.woman].map(({ number }) =>
        calendar.cell(number, stay.start)?.textContent?.replaceAll(/\s/g, ' '),
      );
    const atFirst = ['⑨表示 太郎', '③表示 一子'];
    await soon(() => expect(texts()).toEqual(atFirst));
    await fill({ [label]: turn });
    const turned = texts();
    await fill({ [label]: !turn });
    expect([turned, texts()]).toEqual([[couple, woman], atFirst]);
  };

export const listLimits: PageRows<'listLimits'> = {
  range: showsAtFirst('/reservation-status', (today) => [
    addDays(today, -7),
    lastDayOf(addMonths(monthOf(today), 1)),
  ]),
  guestName1: shows('宿泊者名1', '⑨', '③', false),
  guestName2: shows('宿泊者名2', '⑨表示 太郎 表示 花子', '③表示 一子'),
  gender: shows('性別', '⑨表示 太郎 男・女', '③表示 一子 女'),
  purpose: shows('利用目的', '⑨表示 太郎 帰省', '③表示 一子 受験'),
  bookingSource: shows('予約媒体', '⑨表示 太郎 じゃらん', '③表示 一子 電話'),
  paymentStatus: shows('支払', '⑨表示 太郎 済', '③表示 一子 未'),
  coupon: shows('クーポン', '⑨表示 太郎 ク有', '③表示 一子 ク無'),
  points: shows('ポイント', '⑨表示 太郎 ポ有', '③表示 一子 ポ無'),
};

const FLOORS = [10, 9, 8, 7, 6, 5, 4, 3, 2];
const POSITIONS = ['01', '02', '03', '05', '06', '07', '08', '10', '11', '12', '13', '15', '16'];
const ROOMS = FLOORS.flatMap((floor) => POSITIONS.map((position) => `${floor}${position}`));

const inOrder = (numbers: string[]) => ROOMS.filter((room) => numbers.includes(room));

const isTwinForTwo = ({ room_type, smoking_status, corporate }: RoomRecord) =>
  room_type === 'ツイン' && smoking_status === '禁煙' && corporate === 0;

/** A stay to come for which nobody has room 916, nor one of the twins for two people. */
async function stayWith916Free(hotel: Hotel): Promise<Stay> {
  for (let ahead = 30; ; ahead += 2) {
    const [first, last] = [addDays(hotel.today, ahead), addDays(hotel.today, ahead + 1)];
    const months = await hotel.rooms(first, last);
    const nights = (await hotel.bookings(first, last)).filter(({ is_cancelled }) => is_cancelled === 0);
    const taken = new Set(nights.map(({ room_id }) => room_id));
    const isUnfit = ({ id, reservable_status }: RoomRecord) =>
      reservable_status !== '予約可能' || taken.has(id);
    const unfit = new Set(months.filter(isUnfit).map(({ room_number }) => room_number));
    const free = months.filter(({ room_number }) => !unfit.has(room_number));
    const hasTwin = free.some((room) => room.room_number !== '916' && isTwinForTwo(room));
    if (hasTwin && free.some(({ room_number }) => room_number === '916')) {
      return { start: first, end: addDays(last, 1) };
    }
  }
}

/** Numbers that ルームタイプ offers to a party while 916 is free: those found, and those of その他の空室. */
async function offeredWith916(hotel: Hotel, party: Entries): Promise<{ found: string[]; others: string[] }> {
  await deskAt(FORM);
  await searchRooms(await stayWith916Free(hotel), party);
  return offeredRooms();
}

export const rooms: PageRows<'rooms'> = {
  async order() {
    await deskAt(FORM);
    const heads = await withAllRows(() =>
      calendar.heads().map((head) => ({
        room: String(head.dataset.room),
        row: Number(head.getAttribute('aria-rowindex')),
      })),
    );
    heads.sort((a, b) => a.row - b.row);
    expect(heads.map(({ room }) => room)).toEqual(ROOMS);
    const first = heads[0]?.row ?? 0;
    expect(heads.map(({ row }) => row)).toEqual(ROOMS.map((_, index) => first + index));
    expect(calendar.rows()).toBe(first - 1 + ROOMS.length);
  },

  async choiceOrder({ hotel }) {
    const { found, others } = await offeredWith916(hotel, { 男性: '1' });
    // How many there are depends on the day.
    for (const rooms of [found, others]) expect(rooms.length).toBeGreaterThan(2);
    expect(found).toEqual(inOrder(found));
    expect(others).toEqual(inOrder(others));
  },

  async specialForCouple({ hotel }) {
    expect((await offeredWith916(hotel, { 男性: '1', 女性: '1' })).found).toContain('916');
  },

  async specialForWomen({ hotel }) {
    expect((await offeredWith916(hotel, { 女性: '2' })).found).toContain('916');
  },

  async specialForMen({ hotel }) {
    const { found, others } = await offeredWith916(hotel, { 男性: '2' });
    expect(found).not.toEqual([]);
    expect(found).not.toContain('916');
    expect(others).toContain('916');
  },
};

const NIGHTS = 10;
const PAIRS = NIGHTS / 2;

/** Stays of every source one after another: of one night each in one room, of two nights each in two others. */
type Series = { first: Day; single: FreeRoom; doubles: [FreeRoom, FreeRoom] };

let series: Promise<Series> | undefined;

/** The room and the first night of the stay of two nights of a source. */
function doubleOf({ first, doubles }: Series, index: number): { room: FreeRoom; start: Day } {
  const room = index < PAIRS ? doubles[0] : doubles[1];
  return { room, start: addDays(first, 2 * (index % PAIRS)) };
}

async function bookSeries(hotel: Hotel): Promise<Series> {
  const [whole, single, double, other] = await hotel.freeStay(NIGHTS);
  const all: Series = { first: whole.start, single, doubles: [double, other as FreeRoom] };
  for (const [index, source] of SOURCES.entries()) {
    const start = addDays(whole.start, index);
    const one = { start, end: addDays(start, 1) };
    await hotel.book(one, single, { guest_name_1: '短期 一郎', booking_source: source });
    const pair = doubleOf(all, index);
    const two = { start: pair.start, end: addDays(pair.start, 2) };
    await hotel.book(two, pair.room, { guest_name_1: '長期 二郎', booking_source: source });
  }
  return all;
}

async function showSeries(hotel: Hotel): Promise<Series> {
  series ??= bookSeries(hotel);
  const { first } = await series;
  await deskAt('/reservation-status', { first, last: addDays(first, NIGHTS - 1) });
  return series;
}

const textOf = ({ number }: FreeRoom, date: Day) => calendar.cell(number, date)?.textContent;

const marksSource =
  (number: number): Proof =>
  async ({ hotel }) => {
    const { first, single } = await showSeries(hotel);
    const date = addDays(first, number - 1);
    await soon(() => expect(textOf(single, date)).toBe(`${number}短期 一郎`));
    const id = Number(calendar.cell(single.number, date)?.dataset.bookingId);
    expect((await hotel.booking(id)).booking_source).toBe(SOURCES[number - 1]);
  };

export const bookings: PageRows<'bookings'> = {
  source1: marksSource(1),
  source2: marksSource(2),
  source3: marksSource(3),
  source4: marksSource(4),
  source5: marksSource(5),
  source6: marksSource(6),
  source7: marksSource(7),
  source8: marksSource(8),
  source9: marksSource(9),

  async circled({ hotel }) {
    const all = await showSeries(hotel);
    await withAllRows(() => {
      for (const [index, mark] of CIRCLED.entries()) {
        const { room, start } = doubleOf(all, index);
        expect([textOf(room, start), textOf(room, addDays(start, 1))]).toEqual([`${mark}長期 二郎`, '']);
      }
    });
  },

  async nextdayOut({ hotel }) {
    const [stay, late, usual] = await hotel.freeStay(3);
    const { id } = await hotel.book(stay, late, { nextday_out_flag: 1 });
    await hotel.book(stay, usual, { nextday_out_flag: 0 });
    await deskAt('/reservation-status', around(stay));
    const marked = (room: FreeRoom) =>
      [0, 1, 2].map((night) => textOf(room, addDays(stay.start, night))?.includes('翌OUT'));
    await withAllRows(async () => {
      await soon(() =>
        expect([marked(usual), marked(late)]).toEqual([
          [false, false, false],
          [false, false, true],
        ]),
      );
      await hotel.amend(id, { nextday_out_flag: 0 });
      await soon(() => expect(marked(late)).toEqual([false, false, false]));
    });
  },

  choices: offers('予約媒体', ...SOURCES),
};

export const days: PageRows<'days'> = {
  formula: tellsFormula,
  free: showsFigure(0),
  imported: showsFigure(1),
  atDesk: showsFigure(2),
};
