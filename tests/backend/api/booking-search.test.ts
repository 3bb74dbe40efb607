import { addDays } from '@domain/dates.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import { expectRefusal, type SmallHotel, startSmallHotel } from './small-hotel.js';

let hotel: SmallHotel;

beforeAll(async () => {
  hotel = await startSmallHotel();
});
afterAll(() => hotel.stop());

const search = async (words: string): Promise<BookingRecord[]> => {
  const { status, body } = await hotel.api.get<BookingRecord[]>(
    `/api/booking-search?q=${encodeURIComponent(words)}`,
  );
  expect(status).toBe(200);
  return body;
};
const found = async (words: string): Promise<number[]> => (await search(words)).map(({ id }) => id);

describe('GET /api/booking-search', () => {
  it('answers first-night records', async () => {
    const { id } = await hotel.book({ guest_name_1: '最初 之夜', stay_end: '2096-01-15' });
    const record = (await hotel.api.get<BookingRecord>(`/api/booking/${id}`)).body;
    expect(await search('最初 之夜')).toEqual([{ ...record, room_number: '1001' }]);
  });

  it.each([
    ['guest_name_1', '三枝 ひかる', '枝 ひか'],
    ['guest1 kana', 'サエグサ ヒカリ', 'グサ ヒカリ'],
    ['guest_name_2', '四ツ谷 さくら', 'ツ谷'],
    ['reserver_name', '五反田商店', '反田商'],
    ['reserver kana', 'ゴタンダショウテン', 'タンダショ'],
    ['booking_number', 'RY-12345678', '2345'],
    ['tel', '070-5555-6666', '5555-66'],
  ])('finds part of %s', async (name, value, part) => {
    const field = { 'guest1 kana': 'guest_name1_kana', 'reserver kana': 'reserver_name_kana' }[name] ?? name;
    const { id } = await hotel.book({ [field]: value, mens_count: 2 });
    expect(await found(value)).toEqual([id]);
    expect(await found(part)).toEqual([id]);
  });

  it.each([
    ['kana as hiragana', 'ムラカミ リュウ', 'むらかみ りゅう'],
    ['hiragana as kana', 'なかじま みゆき', 'ナカジマ ミユキ'],
    ['half-width kana', 'ガンダム ジュンイチ', 'ｶﾞﾝﾀﾞﾑ ｼﾞｭﾝｲﾁ'],
    ['full-width letters', 'John Smithson', 'ＪＯＨＮ　ｓｍｉｔｈｓｏｎ'],
    ['what was saved in full-width', 'ＡＢＣ貿易', 'abc貿易'],
    ['a name without its space', '大久保 彦左', '大久保彦左'],
    ['a name with a space', '渋沢栄一', '渋沢　栄一'],
    ['a name in decomposed form', 'ペルルビ', 'へ\u309aルルヒ\u3099'],
    ['a name with spaces around it', '北大路 魯山', '  北大路 魯山 '],
  ])('finds %s', async (_, name, words) => {
    const { id } = await hotel.book({ guest_name_1: name });
    expect(await found(words)).toEqual([id]);
  });

  it('finds a phone with and without hyphens, in any width', async () => {
    const { id: withHyphens } = await hotel.book({ tel: '080-7777-8888' });
    const { id: without } = await hotel.book({ tel: '08077779999' });
    for (const words of ['08077778888', '080-7777-8888', '０８０７７７７８８８８', '080−7777−8888']) {
      expect(await found(words)).toEqual([withHyphens]);
    }
    expect(await found('080-7777-9999')).toEqual([without]);
    expect(await found('0807777')).toEqual([withHyphens, without]);
  });

  it.each(['%', '_', '\\', '%25', "'", '"; drop table bookings; --', '.*'])(
    'takes %j as itself, no pattern',
    async (words) => {
      await hotel.book({ guest_name_1: '普通 の人' });
      expect(await found(words)).toEqual([]);
    },
  );

  it('finds what an edit made of a booking, not what it was', async () => {
    const { id } = await hotel.book({ guest_name_1: '旧姓 花子' });
    await hotel.api.put(`/api/booking/${id}`, { guest_name_1: '新姓 花子' });
    expect(await found('旧姓')).toEqual([]);
    expect(await found('新姓')).toEqual([id]);
  });

  it('finds cancelled bookings as well', async () => {
    const { id } = await hotel.book({ guest_name_1: '取消 太郎' });
    await hotel.api.put(`/api/booking/${id}/cancel`);
    expect(await search('取消 太郎')).toMatchObject([{ id, is_cancelled: 1 }]);
  });

  it('gives the nearest stay first, past or to come, and at most 50', async () => {
    const room_id = hotel.roomId(hotel.newRoom(), hotel.today);
    const offsets = [
      ...Array.from({ length: 28 }, (_, index) => index),
      ...Array.from({ length: 26 }, (_, index) => -index - 1),
    ];
    const days = offsets.map((offset) => addDays(hotel.today, offset));
    for (const stay_start of days) {
      await hotel.book({ room_id, stay_start, stay_end: addDays(stay_start, 1), tel: '0120-50' });
    }
    const starts = (await search('012050')).map(({ stay_start }) => stay_start);
    expect(starts).toHaveLength(50);
    const distances = starts.map(
      (start) => Math.abs(Date.parse(start) - Date.parse(hotel.today)) / 86_400_000,
    );
    expect(distances).toEqual([...distances].sort((a, b) => a - b));
    expect(new Set(starts).size).toBe(50);
    expect(distances.at(-1)).toBe(25);
  });

  it('finds nothing for nothing', async () => {
    expect(await search('')).toEqual([]);
    expect(await search(' 　')).toEqual([]);
    expect(await search('そのような客はいない')).toEqual([]);
  });

  it.each(['', '?q=a&q=b', `?q=${'a'.repeat(2000)}`])('refuses %j with 400', async (query) => {
    expectRefusal(await hotel.api.get(`/api/booking-search${query}`), 400, /./);
  });

  it.each(['%00', 'x%00%07y', '%E0%A4%A', '%ED%A0%80', '%EF%BF%BF'])('is not shaken by q=%s', async (raw) => {
    const { status, body } = await hotel.api.get(`/api/booking-search?q=${raw}`);
    expect({ status, body }).toEqual({ status: 200, body: [] });
  });
});
