import { describe, expect, it } from '@jest/globals';
import type { ErrorBody } from '@wire/errors.js';
import type { ManagedRoomMonth, RoomMonthsChanged } from '@wire/room-months.js';
import { apiClient } from '#tests/support/api-client.js';
import { expectRefusal } from '#tests/support/refusal.js';
import { sharedHotel, sharedServer } from '#tests/support/shared.js';

const STALE = '他の端末で更新されています。最新の内容を確認してください。';

const hotel = sharedHotel();
const other = sharedServer(() => ({ databaseUrl: hotel.databaseUrl }));
const MONTH = '2096-01-01';
const CLOSED = { reservable_status: '予約不可' };

const roomsOf = async (month: string): Promise<ManagedRoomMonth[]> => {
  const { status, body } = await hotel.api.get<ManagedRoomMonth[]>(`/api/room-months?year_month=${month}`);
  expect(status).toBe(200);
  return body;
};
const roomOf = async (room: string, month = MONTH) =>
  (await roomsOf(month)).find(({ room_number }) => room_number === room) as ManagedRoomMonth;
const change = (rooms: object[], acknowledged: number[] = []) =>
  hotel.api.put<RoomMonthsChanged & ErrorBody>('/api/room-months', { rooms, acknowledged });

// The rules of room-months are those of tests/domain/room/decide-room-months.test.ts.
describe('GET /api/room-months', () => {
  it('gives the rooms of GET /api/rooms in its order, with versions and how many nights are booked', async () => {
    const room = hotel.newRoom();
    await hotel.book({
      room_id: hotel.roomId(room, '2096-01-31'),
      stay_start: '2096-01-30',
      stay_end: '2096-02-04',
    });
    const cancelled = await hotel.book({ room_id: hotel.roomId(room, '2096-01-10') });
    await hotel.api.put(`/api/booking/${cancelled.id}/cancel`, {});
    const rooms = await roomsOf('2096-01-01');
    const plain = rooms.map(({ version, booked_nights, ...record }) => record);
    expect(plain).toEqual((await hotel.api.get(`/api/rooms?year_month=2096-01-01`)).body);
    expect(await roomOf(room, '2096-01-01')).toMatchObject({ version: 1, booked_nights: 2 });
    expect(await roomOf(room, '2096-02-01')).toMatchObject({ booked_nights: 3 });
    expect(await roomOf(room, '2096-03-01')).toMatchObject({ booked_nights: 0 });
  });
});

describe('PUT /api/room-months', () => {
  it('changes only the given fields of many rooms at once and counts unchanged ones', async () => {
    const numbers = [hotel.newRoom(), hotel.newRoom(), hotel.newRoom()];
    const [one, two, three] = await Promise.all(numbers.map((number) => roomOf(number)));
    const wanted = [
      { id: one?.id, version: 1, room_type: 'ツイン', corporate: 1 },
      { id: two?.id, version: 1, priority: '女性', smoking_status: '喫煙', room_label: '' },
      { id: three?.id, version: 1, room_type: 'シングル' },
    ];
    expect(await change(wanted)).toMatchObject({
      status: 200,
      body: { created: 0, changed: 2, unchanged: 1 },
    });
    expect(await roomOf(numbers[0] as string)).toEqual({ ...one, ...wanted[0], version: 2 });
    expect(await roomOf(numbers[1] as string)).toEqual({ ...two, ...wanted[1], version: 2 });
    expect(await roomOf(numbers[2] as string)).toEqual(three);
    expect(await roomOf(numbers[0] as string, '2096-02-01')).toMatchObject({ room_type: 'シングル' });
  });

  it('changes all or none', async () => {
    const [first, second] = [await roomOf(hotel.newRoom()), await roomOf(hotel.newRoom())];
    const good = { id: first.id, version: 1, room_label: '違う' };
    const position = await hotel.position();
    expectRefusal(await change([good, { id: second.id, version: 2, room_label: 'x' }]), 409, STALE);
    const bookable = await change([good, { id: second.id, version: 1, room_type: '倉庫' }]);
    expectRefusal(bookable, 422, `${second.room_number}号室 2096年1月: 倉庫は予約不可にしてください。`);
    expect(await hotel.position()).toBe(position);
  });

  it('sees a booking that is made at the same moment, or refuses that booking, here and on another node', async () => {
    for (let round = 0; round < 12; round += 1) {
      const room_id = hotel.roomId(hotel.newRoom(), MONTH);
      const api = round % 2 === 0 ? hotel.api : apiClient(other.url);
      const [booked, closed] = await Promise.all([
        api.post('/api/booking', hotel.payload({ room_id })),
        change([{ id: room_id, version: 1, ...CLOSED }]),
      ]);
      expect([booked.status, closed.status]).toEqual(closed.status === 200 ? [422, 200] : [201, 409]);
    }
  });
});

describe('POST /api/room-months/copy', () => {
  const copy = (from: string, to: string) =>
    hotel.api.post<RoomMonthsChanged>('/api/room-months/copy', { from, to, acknowledged: [] });

  it('makes a month what another is, and leaves rooms alone that only it has', async () => {
    const kind = {
      room_type: 'シングル',
      room_label: '新S',
      priority: '',
      smoking_status: '禁煙',
      corporate: 0,
    };
    const added = { ...kind, room_number: '1104', reservable_status: '予約可能' };
    await hotel.api.post('/api/room-months', { ...added, from: '2098-02-01', until: '2098-02-01' });
    const source = await roomsOf('2097-01-01');
    const first = await copy('2097-01-01', '2098-02-01');
    expect(first).toMatchObject({ status: 200, body: { created: source.length, changed: 0, unchanged: 0 } });
    const bare = (rooms: ManagedRoomMonth[]) =>
      rooms
        .filter(({ room_number }) => room_number !== '1104')
        .map(({ id, version, year, month, booked_nights, ...traits }) => traits);
    expect(bare(await roomsOf('2098-02-01'))).toEqual(bare(source));
    expect(await roomOf('1104', '2098-02-01')).toMatchObject({ ...added, year: 2098, month: 2, version: 1 });
  });
});
