import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { FoundBooking } from '@wire/found-booking.js';
import { rawQuery } from '../../support/log-rows.js';
import { type SmallHotel, startSmallHotel } from './small-hotel.js';

/** More than are looked at one by one before and after today. */
const FILLERS = 9_000;

let hotel: SmallHotel;
let giraffe: number;

beforeAll(async () => {
  hotel = await startSmallHotel();
  const names = { guest_name_1: '麒麟児 力', guest_name1_kana: 'キヂンリキ', reserver_name: '戊己庚' };
  giraffe = (await hotel.book({ ...names, tel: '090-9876-1111', booking_number: '' })).id;
});
afterAll(() => hotel.stop());

const found = async (words: string): Promise<number[]> => {
  const path = `/api/booking-search?q=${encodeURIComponent(words)}`;
  const { status, body } = await hotel.api.get<FoundBooking[]>(path);
  expect(status).toBe(200);
  return body.map(({ id }) => id);
};

/** Fills the days around today with bookings of somebody else, as nobody could book them all. */
async function fill(): Promise<void> {
  await rawQuery(
    hotel.databaseUrl,
    `insert into bookings (id, version, position, group_id, room_number, stay_start, stay_end, is_cancelled, search_text, state)
     select 1000000 + g, version, position, group_id, room_number, '${hotel.today}'::date + (g % 9 - 4), '${hotel.today}'::date + 5,
            is_cancelled, '乙川二郎' || chr(10) || (case g % 100 when 0 then '海鳥' else '山鳥' end),
            state || jsonb_build_object('id', 1000000 + g)
     from bookings, generate_series(1, ${FILLERS}) as g where id = ${giraffe};
     insert into booking_texts select id, search_text from bookings where id > 1000000`,
  );
}

const everyWay = () => {
  it.each([
    ['one character', '麒'],
    ['two characters', '麒麟'],
    ['three characters', '麒麟児'],
    ['more', '麒麟児力'],
    ['one kana', 'ヂ'],
    ['two words of one character', '麟 児'],
    ['words of several fields', '力 ヂンリキ 0909876 己'],
  ])('finds by %s', async (_, words) => {
    expect(await found(words)).toEqual([giraffe]);
    expect(await found(`${words} 龘`)).toEqual([]);
  });

  it.each([
    ['only has its pieces', '麟児力麒麟'],
    ['has it across two fields', '力キヂ'],
    ['has one of two words', '麒麟 龍'],
  ])('finds no text that %s', async (_, words) => {
    expect(await found(words)).toEqual([]);
  });
};

describe('GET /api/booking-search among few bookings', everyWay);

describe('GET /api/booking-search among many bookings around today', () => {
  beforeAll(fill);

  everyWay();

  it('gives the nearest of what many have', async () => {
    const ids = await found('山鳥 乙川');
    expect(ids).toHaveLength(50);
    const rows = await rawQuery(
      hotel.databaseUrl,
      `select distinct stay_start from bookings where id in (${ids.join(', ')})`,
    );
    expect(rows).toEqual([{ stay_start: hotel.today }]);
  });

  it('gives what some have in the order of their days', async () => {
    const ids = await found('海鳥');
    const rows = await rawQuery(
      hotel.databaseUrl,
      `select id, abs(stay_start - '${hotel.today}'::date) as away from bookings
       where search_text like '%海鳥%' order by away, id limit 50`,
    );
    expect(ids).toEqual(rows.map(({ id }) => Number(id)));
  });
});

describe('forms of kanji', () => {
  it.each([
    ['髙島 舞', '高嶋'],
    ['渡邉 宙', '渡邊'],
    ['斉藤 渚', '齋藤'],
    ['濵﨑 樹', '浜崎'],
    ['𠮷廣 岳', '吉広'],
  ])('%s is found by %s', async (name, words) => {
    const { id } = await hotel.book({ guest_name_1: name });
    const given = name.split(' ')[1] ?? '';
    expect(await found(`${words} ${given}`)).toEqual([id]);
    expect(await found(`${given}　${words}`)).toEqual([id]);
  });
});
