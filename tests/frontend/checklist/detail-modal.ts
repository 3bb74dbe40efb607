import { dayText, stayText } from '@domain/calendar/stay-text.js';
import { addDays } from '@domain/dates.js';
import { expect } from '@jest/globals';
import type { Hotel } from '#tests/e2e/support/hotel.js';
import { calendar, click, deskAt, dialog, press, soon } from './support/page.js';
import { type PageRows, type Proof, withAllRows } from './support/terminal.js';

const LIST = '/reservation-status';

type Facts = Partial<Record<string, string>>;
type Both = { full: Facts; bare: Facts; rooms: [string, string] };

/** Reads the open details, by names. */
export const factsShown = (): Facts =>
  Object.fromEntries(
    [...document.querySelectorAll('dl.facts > div')].map((row) => [
      row.querySelector('dt')?.textContent,
      row.querySelector('dd')?.textContent,
    ]),
  );

let both: Promise<Both> | undefined;

/** Reads the details of a booking of two guests that has everything, and of one of one guest that has nothing. */
async function readBoth(hotel: Hotel): Promise<Both> {
  const stay = hotel.pastStay();
  const [room, otherRoom] = await hotel.freeRooms(stay);
  const [corporate] = (await hotel.api.get<{ id: number }[]>('/api/corporate_master')).body;
  const { id } = await hotel.book(stay, room, {
    reserver_name: '予約 三郎',
    guest_name_1: '詳細 太郎',
    guest_name_2: '詳細 花子',
    mens_count: 1,
    womens_count: 1,
    corporateID: corporate?.id,
    purpose: '帰省',
    booking_source: 'じゃらん',
    coupon: 1,
    csv_notes: '500',
    notes: '加湿器',
  });
  await hotel.api.post(`/api/booking/${id}/payment`, { payment_type: null, payment_flag: 1 });
  await hotel.checkIn(id, stay.start);
  await hotel.checkOut(id, addDays(stay.start, 1));
  await hotel.book(stay, otherRoom, {
    reserver_name: '代理 四郎',
    guest_name_1: '一人 桜',
    mens_count: 0,
    womens_count: 1,
    purpose: '受験',
    booking_source: '電話',
  });
  await deskAt(LIST, { first: stay.start, last: stay.end });
  const read = async (number: string, guest: string) => {
    await click(() => calendar.cell(number, addDays(stay.start, 1)));
    const facts = await soon(() => {
      expect(factsShown()).toMatchObject({ 宿泊者名1: guest, 担当者: '不明' });
      return factsShown();
    });
    await press('閉じる');
    return facts;
  };
  // The rooms may be any, also far down.
  return withAllRows(async () => ({
    full: await read(room.number, '詳細 太郎'),
    bare: await read(otherRoom.number, '一人 桜'),
    rooms: [room.number, otherRoom.number],
  }));
}

/** A fact that says one thing of the full booking and another of the bare one, or nothing at all. */
const fact =
  (name: string, full: string | undefined, bare: string | undefined): Proof =>
  async ({ hotel }) => {
    both ??= readBoth(hotel);
    const facts = await both;
    expect([facts.full[name], facts.bare[name]]).toEqual([full, bare]);
  };

export const detailModal: PageRows<'detailModal'> = {
  booker: fact('予約者名', '予約 三郎', '代理 四郎'),
  guest1: fact('宿泊者名1', '詳細 太郎', '一人 桜'),
  gender1: fact('性別1', '男性', '女性'),
  guest2: fact('宿泊者名2', '詳細 花子', undefined),
  gender2: fact('性別2', '女性', undefined),
  async room({ hotel }) {
    both ??= readBoth(hotel);
    const { rooms } = await both;
    await fact('部屋番号', ...rooms)({ hotel });
  },
  corporate: fact('法人', 'はい', 'いいえ'),
  async stay({ hotel }) {
    const period = stayText(hotel.pastStay());
    await fact('宿泊期間', period, period)({ hotel });
  },
  checkIn: ({ hotel }) =>
    fact('チェックイン日', dayText(hotel.pastStay().start), '未チェックイン')({ hotel }),
  checkOut: ({ hotel }) =>
    fact('チェックアウト日', dayText(addDays(hotel.pastStay().start, 1)), '未チェックアウト')({ hotel }),
  purpose: fact('利用目的', '帰省', '受験'),
  source: fact('予約媒体', 'じゃらん', '電話'),
  payment: fact('支払状況', '済', '未'),
  coupon: fact('クーポン', '有', '無'),
  points: fact('利用ポイント', '有', '無'),

  async staff({ hotel }) {
    const { today } = hotel;
    await deskAt(LIST, { first: today, last: today });
    const drawn = calendar.booked().map(({ dataset }) => Number(dataset.bookingId));
    const nights = await hotel.bookings(today, today);
    const attended = nights.find(({ id, staff_id }) => drawn.includes(id) && staff_id !== null);
    const staff = await hotel.api.get<{ name: string }>(`/api/staff/${attended?.staff_id}`);
    await click(() => calendar.nights(attended?.id ?? 0)[0]);
    await soon(() => expect(factsShown().担当者).toBe(staff.body.name));
  },

  notes: fact('備考', '加湿器', undefined),

  async close({ hotel: { today } }) {
    await deskAt(LIST, { first: today, last: today });
    await click(() => calendar.booked()[0]);
    const [close] = await soon(() => {
      const buttons = [...(dialog('予約詳細')?.querySelectorAll('button') ?? [])];
      const closing = buttons.filter((button) =>
        /閉じる/.test(button.getAttribute('aria-label') ?? button.textContent ?? ''),
      );
      expect(closing).toHaveLength(1);
      return closing;
    });
    close?.click();
    await soon(() => expect(dialog()).toBeUndefined());
  },
};
