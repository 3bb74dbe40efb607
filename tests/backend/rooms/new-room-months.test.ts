import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ManagedRoomMonth, RoomMonthsChanged } from '@wire/room-months.js';
import { expectRefusal, type SmallHotel, startSmallHotel } from '../api/small-hotel.js';
import { CLOSED, NEW_ROOM, roomMonthsDesk } from './room-months-desk.js';

let hotel: SmallHotel;
let desk: ReturnType<typeof roomMonthsDesk>;

beforeAll(async () => {
  hotel = await startSmallHotel();
  desk = roomMonthsDesk(hotel);
});
afterAll(() => hotel.stop());

describe('POST /api/room-months', () => {
  it('adds a room for every month from one to another, in display order', async () => {
    expect(await desk.addRoom()).toMatchObject({
      status: 201,
      body: { created: 3, changed: 0, unchanged: 0 },
    });
    const { from, until, ...fields } = NEW_ROOM;
    for (const [month, year, number] of [
      ['2096-01-01', 2096, 1],
      ['2096-03-01', 2096, 3],
    ] as const) {
      expect(await desk.roomOf('1101', month)).toMatchObject({ ...fields, year, month: number, version: 1 });
    }
    expect(await desk.roomOf('1101', '2096-04-01')).toBeUndefined();
    const { id } = await desk.roomOf('1101');
    expect((await hotel.book({ room_id: id })).room_id).toBe(id);
  });

  it('refuses a room that is there already, months the wrong way round and too many, and bad fields', async () => {
    await desk.addRoom({ room_number: '1102' });
    const position = await hotel.position();
    const again = await desk.addRoom({ room_number: '1102', from: '2096-03-01', until: '2096-05-01' });
    expectRefusal(again, 422, '1102号室は既に登録されています（2096年3月）。');
    const backwards = await desk.addRoom({ room_number: '1103', until: '2095-12-01' });
    expectRefusal(backwards, 422, '終了月は開始月以降の月を選択してください。');
    const long = await desk.addRoom({ room_number: '1103', until: '2106-01-01' });
    expectRefusal(long, 422, '一度に登録できるのは120か月までです。');
    const storeroom = await desk.addRoom({ room_number: '1103', until: '2096-01-01', room_type: '倉庫' });
    expectRefusal(storeroom, 422, '1103号室 2096年1月: 倉庫は予約不可にしてください。');
    expectRefusal(
      await desk.addRoom({ room_number: 'A1', smoking_status: 'x' }),
      422,
      '部屋番号は数字で入力してください。',
      '喫煙区分の選択が正しくありません。',
    );
    expect(await hotel.position()).toBe(position);
  });
});

describe('POST /api/room-months/copy', () => {
  const copy = (from: string, to: string, acknowledged: number[] = []) =>
    hotel.api.post<RoomMonthsChanged>('/api/room-months/copy', { from, to, acknowledged });

  it('makes a month what another is, and leaves rooms alone that only it has', async () => {
    await desk.addRoom({ room_number: '1104', from: '2098-02-01', until: '2098-02-01' });
    const source = await desk.roomsOf('2097-01-01');
    const first = await copy('2097-01-01', '2098-02-01');
    expect(first).toMatchObject({ status: 200, body: { created: source.length, changed: 0, unchanged: 0 } });
    const bare = (rooms: ManagedRoomMonth[]) =>
      rooms
        .filter(({ room_number }) => room_number !== '1104')
        .map(({ id, version, year, month, booked_nights, ...traits }) => traits);
    expect(bare(await desk.roomsOf('2098-02-01'))).toEqual(bare(source));
    expect(await desk.roomOf('1104', '2098-02-01')).toMatchObject({ room_label: '新S' });
    expect((await copy('2097-01-01', '2098-02-01')).body).toEqual({
      created: 0,
      changed: 0,
      unchanged: source.length,
    });
    const room = source[0] as ManagedRoomMonth;
    await desk.change([{ id: room.id, version: room.version, room_type: 'ツイン' }]);
    expect((await copy('2097-01-01', '2098-02-01')).body).toMatchObject({ changed: 1 });
    expect(await desk.roomOf(room.room_number, '2098-02-01')).toMatchObject({
      room_type: 'ツイン',
      version: 2,
    });
  });

  it('closes no room with bookings unseen', async () => {
    const number = hotel.newRoom();
    const booked = await hotel.book({
      room_id: hotel.roomId(number, '2096-12-10'),
      stay_start: '2096-12-10',
      stay_end: '2096-12-11',
    });
    const source = await desk.roomOf(number, '2096-11-01');
    await desk.change([{ id: source.id, version: source.version, ...CLOSED }]);
    const position = await hotel.position();
    expectRefusal(
      await copy('2096-11-01', '2096-12-01'),
      409,
      `${number}号室 12/10(月)～12/11(火) 山田 太郎の予約があります。`,
    );
    expect(await hotel.position()).toBe(position);
    expect(await copy('2096-11-01', '2096-12-01', [booked.id])).toMatchObject({ body: { changed: 1 } });
    await desk.expectCountsRight();
  });

  it('refuses to copy a month onto itself and one without rooms', async () => {
    expectRefusal(
      await copy('2096-01-01', '2096-01-01'),
      422,
      'コピー元と異なる月をコピー先に選択してください。',
    );
    expectRefusal(await copy('1999-01-01', '2096-01-01'), 422, '1999年1月には部屋が登録されていません。');
  });
});
