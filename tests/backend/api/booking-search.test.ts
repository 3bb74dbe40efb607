import { addDays } from '@domain/dates.js';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { BookingRecord, FoundBooking } from '@wire/booking-record.js';
import { rawQuery } from '#tests/support/log-rows.js';
import { expectRefusal } from '#tests/support/refusal.js';
import { sharedHotel } from '#tests/support/shared.js';

// How words are made alike is proven in tests/domain/searchable.test.ts.
const hotel = sharedHotel();
/** More than are looked at one by one before and after today. */
const FILLERS = 9_000;
let giraffe: number;

beforeAll(async () => {
  const names = { guest_name_1: '麒麟児 力', guest_name1_kana: 'キヂンリキ', reserver_name: '戊己庚' };
  giraffe = (await hotel.book({ ...names, tel: '090-9876-1111', booking_number: '' })).id;
});

const search = async (words: string): Promise<FoundBooking[]> => {
  const path = `/api/booking-search?q=${encodeURIComponent(words)}`;
  const { status, body } = await hotel.api.get<FoundBooking[]>(path);
  expect(status).toBe(200);
  return body;
};
const found = async (words: string): Promise<number[]> => (await search(words)).map(({ id }) => id);

const everyWay = () => {
  it.each([
    ['one character', '麒'],
    ['two characters', '麒麟'],
    ['three characters', '麒麟児'],
    ['more', '麒麟児力'],
    ['two words of one character', '麟 児'],
    ['words of several fields', '力 ヂンリキ 0909876 己'],
  ])('finds by %s', async (_, words) => {
    expect(await found(words)).toEqual([giraffe]);
    expect(await found(`${words} 龘`)).toEqual([]);
  });

  it.each([
    ['only has its pieces', '麟児力麒麟'],
    ['has it across two fields', '力キヂ'],
  ])('finds no text that %s', async (_, words) => {
    expect(await found(words)).toEqual([]);
  });
};

describe('GET /api/booking-search among few bookings', () => {
  everyWay();

  it('answers first-night records with the room number, cancelled ones too', async () => {
    const room_id = hotel.roomId('1016', '2096-01-31');
    const stay = { room_id, stay_start: '2096-01-31', stay_end: '2096-02-03' };
    const { id } = await hotel.book({ ...stay, guest_name_1: '最初 之夜' });
    await hotel.api.put(`/api/booking/${id}/cancel`);
    const record = (await hotel.api.get<BookingRecord>(`/api/booking/${id}`)).body;
    expect(await search('最初 之夜')).toEqual([{ ...record, room_number: '1016', is_cancelled: 1 }]);
  });

  it('finds first who is in a room, then who comes to it and who left it, before phones with its figures', async () => {
    const { today } = hotel;
    const room = hotel.newRoom();
    const stay = (from: number, to: number) => ({
      room_id: hotel.roomId(room, addDays(today, from)),
      ...{ stay_start: addDays(today, from), stay_end: addDays(today, to) },
    });
    const gone = await hotel.book({ ...stay(-6, -4), guest_name_1: '先客 一' });
    const within = await hotel.book({ ...stay(-1, 1), guest_name_1: '在館 二' });
    const later = await hotel.book({ ...stay(4, 5), guest_name_1: '後客 四' });
    const next = await hotel.book({ ...stay(1, 2), guest_name_1: '次客 三' });
    const phone = await hotel.book({ guest_name_1: '電話 五', tel: `090-1111-${room}` });
    await hotel.api.post(`/api/booking/${within.id}/check-in`, {});
    const ids = [within, next, later, gone, phone].map(({ id }) => id);
    // Other tests may have a stay in this room, or a phone with its figures, which comes behind.
    const foundOfThese = async (words: string) => (await found(words)).filter((id) => ids.includes(id));
    expect(await foundOfThese(room)).toEqual(ids);
    const inWideFigures = room.replace(/\d/g, (figure) => String.fromCharCode(figure.charCodeAt(0) + 0xfee0));
    expect(await foundOfThese(inWideFigures)).toEqual(ids);
    const areInRoom = (await search(room)).map(({ room_number }) => room_number === room);
    expect(areInRoom).toEqual([...areInRoom].sort().reverse());
    expect(await found(`${room} 後客`)).toEqual([later.id]);
  });

  it('finds the bookings of a company by its name, alone or beside a guest', async () => {
    const named = { corporate_short_name: '㈱玄武商会', corporate_flag: 1 };
    const corporateID = (await hotel.api.post<{ id: number }>('/api/corporate_master', named)).body.id;
    const [first, second] = [
      await hotel.book({ guest_name_1: '社員 甲', corporateID }),
      await hotel.book({ guest_name_1: '社員 乙', corporateID }),
    ];
    expect((await found('玄武商会')).sort()).toEqual([first.id, second.id].sort());
    expect(await found('玄武 社員乙')).toEqual([second.id]);
    expect(await found('玄武 朱雀')).toEqual([]);
  });

  it('lists the other rooms of a party behind the one that was found', async () => {
    const stay = { stay_start: '2096-06-01', stay_end: '2096-06-02' };
    const inRoom = (room: string) => ({ ...stay, room_id: hotel.roomId(room, stay.stay_start) });
    const first = await hotel.book({ ...inRoom('1010'), guest_name_1: '団長 一号' });
    const other = { ...inRoom('1008'), guest_name_1: '相部屋 二号', party_of: first.id };
    const second = await hotel.book(other);
    expect(await found('団長')).toEqual([first.id, second.id]);
    expect(await found('相部屋')).toEqual([second.id, first.id]);
  });

  it.each([
    ['guest_name_1', 'ガンダム ジュンイチ', 'ｶﾞﾝﾀﾞﾑ ｼﾞｭﾝ'],
    ['guest_name1_kana', 'サエグサ ヒカリ', 'ぐさ ひかり'],
    ['guest_name_2', '四ツ谷 さくら', 'ツ谷'],
    ['reserver_name', '髙﨑商店', '高崎商'],
    ['reserver_name_kana', 'ゴタンダショウテン', 'タンダショ'],
    ['booking_number', 'RY-12345678', '２３４５'],
    ['tel', '070-5555-6666', '5555-66'],
  ])('finds part of %s, and what an edit made of it, not what it was', async (field, value, part) => {
    const { id } = await hotel.book({ [field]: value, mens_count: 2 });
    expect([await found(value), await found(part)]).toEqual([[id], [id]]);
    await hotel.api.put(`/api/booking/${id}`, { [field]: '0120-99' });
    expect([await found(value), await found('0120-99')]).toEqual([[], [id]]);
    await hotel.api.put(`/api/booking/${id}`, { [field]: '甲乙' });
  });

  it.each([
    ['guest_name_1', '澁谷 探子', '渋谷探子'],
    ['guest_name_1', '穂積 遥', '穗積 遙'],
    ['guest_name_1', 'Sean O’Connell', "o'connell"],
    ['guest_name_1', 'José Muñoz', 'jose munoz'],
    ['guest_name_1', 'Aiko Nunez', 'Núñez'],
    ['guest_name1_kana', 'オオノ ユウカ', 'おおの ゆーか'],
    ['guest_name1_kana', 'オーノ シホ', 'オオノ シホ'],
    ['guest_name1_kana', 'アベ ウイチロウ', 'ウイチロー'],
    ['tel', '+81 90 0000 9911', '090-0000-9911'],
    ['tel', '+81-90-0000-9922', '0000-99 22'],
    ['tel', '090-0000-9933', '+81 90 0000 9933'],
    ['tel', '090.0000.9944', '(090)0000-9944'],
    ['tel', '9000009955', '090 0000 9955'],
  ])('finds %s %s by %s', async (field, value, words) => {
    const { id } = await hotel.book({ [field]: value, mens_count: 2 });
    expect(await found(words)).toEqual([id]);
  });

  it('gives the nearest stay first, past or to come, and at most 50', async () => {
    const room_id = hotel.roomId(hotel.newRoom(), hotel.today);
    const days = Array.from({ length: 54 }, (_, index) => addDays(hotel.today, index - 26));
    for (const stay_start of days) {
      await hotel.book({ room_id, stay_start, stay_end: addDays(stay_start, 1), tel: '0120-50' });
    }
    const away = (day: string) => Math.abs(Date.parse(day) - Date.parse(hotel.today)) / 86_400_000;
    const nearest = days.map(away).sort((a, b) => a - b);
    const distances = (await search('012050')).map(({ stay_start }) => away(stay_start));
    expect(distances).toEqual(nearest.slice(0, 50));
  });

  it.each([' 　', '%', '_', '\\', "'; drop table bookings; --", '.*'])(
    'finds nothing by %j',
    async (words) => {
      expect(await found(words)).toEqual([]);
    },
  );

  it.each(['%00', 'x%00%07y', '%E0%A4%A', '%ED%A0%80', '%EF%BF%BF'])('is not shaken by q=%s', async (raw) => {
    const { status, body } = await hotel.api.get(`/api/booking-search?q=${raw}`);
    expect({ status, body }).toEqual({ status: 200, body: [] });
  });

  it.each(['?q=a&q=b', `?q=${'a'.repeat(2000)}`])('refuses %j with 400', async (query) => {
    const told = '検索する言葉を100文字以内で指定してください。';
    expectRefusal(await hotel.api.get(`/api/booking-search${query}`), 400, told);
  });
});

describe('GET /api/booking-search among many bookings around today', () => {
  // The days around today are filled with bookings of somebody else, as nobody could book them all.
  beforeAll(() =>
    rawQuery(
      hotel.databaseUrl,
      `insert into bookings (id, version, position, group_id, room_number, stay_start, stay_end, is_cancelled, search_text, state)
       select 1000000 + g, version, position, group_id, room_number, '${hotel.today}'::date + (g % 9 - 4),
         '${hotel.today}'::date + 5, is_cancelled,
         '乙川二郎' || chr(10) || (case g % 100 when 0 then '海鳥' else '山鳥' end),
         state || jsonb_build_object('id', 1000000 + g)
       from bookings, generate_series(1, ${FILLERS}) as g where id = ${giraffe}`,
    ),
  );

  everyWay();

  it('gives the nearest of what many have, and what some have in the order of their days', async () => {
    const many = (await found('山鳥 乙川')).join(', ');
    const days = `select count(*), stay_start from bookings where id in (${many}) group by stay_start`;
    expect(await rawQuery(hotel.databaseUrl, days)).toEqual([{ count: '50', stay_start: hotel.today }]);
    const nearest = await rawQuery(
      hotel.databaseUrl,
      `select id, abs(stay_start - '${hotel.today}'::date) as away from bookings
       where search_text like '%海鳥%' order by away, id limit 50`,
    );
    expect(await found('海鳥')).toEqual(nearest.map(({ id }) => Number(id)));
  });
});
