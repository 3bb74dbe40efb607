import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RoomRecord } from '@wire/room-record.js';
import { type Hotel, PLAIN_ROOMS, startHotel } from '../../support/hotel.js';

let hotel: Hotel;

beforeAll(async () => {
  hotel = await startHotel();
});
afterAll(() => hotel.stop());

const roomsOf = async (month: string): Promise<RoomRecord[]> => {
  const { status, body } = await hotel.api.get<RoomRecord[]>(`/api/rooms?year_month=${month}`);
  expect(status).toBe(200);
  return body;
};

describe('GET /api/rooms', () => {
  it('gives the room-months of one month with the fields of spec 3', async () => {
    const rooms = await roomsOf('2096-02-01');
    const plain = {
      id: hotel.roomId('1001', '2096-02-01'),
      room_number: '1001',
      year: 2096,
      month: 2,
      room_type: 'シングル',
      room_label: '禁煙S',
      priority: '',
      smoking_status: '禁煙',
      reservable_status: '予約可能',
      corporate: 0,
    };
    expect(rooms.find(({ room_number }) => room_number === '1001')).toEqual(plain);
    expect(rooms.find(({ room_number }) => room_number === '702')).toEqual({
      ...plain,
      id: hotel.roomId('702', '2096-02-01'),
      room_number: '702',
      room_label: '法人S',
      corporate: 1,
    });
    expect(rooms).toHaveLength(PLAIN_ROOMS.length + 5);
  });

  it('gives each month as it is: closed, storeroom, missing', async () => {
    const statusOf = async (month: string, room: string) =>
      (await roomsOf(month)).find(({ room_number }) => room_number === room)?.reservable_status;
    expect(await statusOf('2096-01-01', '310')).toBe('予約可能');
    expect(await statusOf('2096-02-01', '310')).toBe('予約不可');
    expect(await statusOf('2096-01-01', '216')).toBe('予約不可');
    expect(await statusOf('2096-02-01', '805')).toBe('予約可能');
    expect(await statusOf('2096-03-01', '805')).toBeUndefined();
  });

  it('gives rooms in display order: floors from the top, positions ascending', async () => {
    const numbers = (await roomsOf('2096-01-01')).map(({ room_number }) => Number(room_number));
    const expected = [...numbers].sort(
      (a, b) => Math.floor(b / 100) - Math.floor(a / 100) || (a % 100) - (b % 100),
    );
    expect(numbers).toEqual(expected);
    expect(numbers[0]).toBe(1001);
  });

  it('gives nothing for a month without rooms', async () => {
    expect(await roomsOf('1999-01-01')).toEqual([]);
  });
});
