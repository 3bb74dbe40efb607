import { expect } from '@jest/globals';
import type { ErrorBody } from '@wire/errors.js';
import type { ManagedRoomMonth, RoomMonthsChanged } from '@wire/room-months.js';
import type { Hotel } from '../../support/hotel.js';
import { claims, keptCounts, recounted } from '../../support/recount.js';

export const MONTH = '2096-01-01';
export const CLOSED = { reservable_status: '予約不可' };
export const NEW_ROOM = {
  room_number: '1101',
  from: '2096-01-01',
  until: '2096-03-01',
  room_type: 'シングル',
  room_label: '新S',
  priority: '',
  smoking_status: '禁煙',
  reservable_status: '予約可能',
  corporate: 0,
};

/** Who looks after the rooms of a hotel, month by month. */
export function roomMonthsDesk({ api, databaseUrl }: Hotel) {
  const roomsOf = async (month: string): Promise<ManagedRoomMonth[]> => {
    const { status, body } = await api.get<ManagedRoomMonth[]>(`/api/room-months?year_month=${month}`);
    expect(status).toBe(200);
    return body;
  };
  return {
    roomsOf,
    roomOf: async (room: string, month = MONTH) =>
      (await roomsOf(month)).find(({ room_number }) => room_number === room) as ManagedRoomMonth,
    change: (rooms: object[], acknowledged: number[] = []) =>
      api.put<RoomMonthsChanged & ErrorBody>('/api/room-months', { rooms, acknowledged }),
    addRoom: (fields: object = {}) =>
      api.post<RoomMonthsChanged>('/api/room-months', { ...NEW_ROOM, ...fields }),
    /** The counts and claims that are kept equal what a count over the bookings gives. */
    async expectCountsRight(): Promise<void> {
      expect(await keptCounts(databaseUrl)).toEqual(await recounted(databaseUrl));
      const { kept, recounted: wanted } = await claims(databaseUrl);
      expect(kept).toEqual(wanted);
    },
  };
}
