import type { RoomProposals, RoomProposalsQuery } from '@wire/room-proposals.js';
import { get } from '../shared/api/request.js';

/** What could be done for a party that no room is free for. */
export const fetchRoomProposals = async ({ booking_id, ...party }: RoomProposalsQuery) => {
  const query = Object.entries(booking_id === undefined ? party : { ...party, booking_id });
  const texts = Object.fromEntries(query.map(([field, value]) => [field, String(value)]));
  return (await get<RoomProposals>('/api/room-proposals', texts)).data;
};
