import { beforeAll, expect, it } from '@jest/globals';
import type { RoomProposals } from '@wire/room-proposals.js';

import { type ApiClient, must } from '#tests/support/api-client.js';
import { serviceAccount } from '#tests/support/program-client.js';
import { sharedHotel } from '#tests/support/shared.js';

const hotel = sharedHotel({ SERVICE_REQUESTS_PER_MINUTE: '1000000' });
const GUEST = { name: '秘密 太郎', tel: '090-1111-2222', remark: '内緒の電話' };
const [START, MIDDLE, END] = ['2097-02-03', '2097-02-05', '2097-02-07'];
const NIGHTS = { start_date: START, end_date: END };

/** A caller and the rooms that a guest is in the way of. */
type Desk = { api: Pick<ApiClient, 'get' | 'post'>; held: string; booked: string };
let rooms: Omit<Desk, 'api'>;

/** A program with these scopes, calling with its key. */
async function programWith(...scopes: string[]): Promise<Desk['api']> {
  const { key } = await serviceAccount(hotel.api, ...scopes);
  const headers = { authorization: `Bearer ${key}` };
  return {
    get: (path) => hotel.api.get(path, headers),
    post: (path, body) => hotel.api.post(path, body, headers),
  };
}

beforeAll(async () => {
  const [held, booked] = [hotel.newRoom(), hotel.newRoom()];
  const until = new Date(Date.now() + 3_600_000).toISOString();
  const hold = { room_number: held, start_date: START, end_date: MIDDLE, until };
  const { name: guest_name, tel, remark } = GUEST;
  await must(hotel.api.post('/api/tentative-stays', { ...hold, guest_name, tel, remark }));
  const stay = { guest_name_1: GUEST.name, tel: GUEST.tel, mens_count: 1, womens_count: 0 };
  for (const [room_number, stay_start, stay_end] of [
    [booked, START, MIDDLE],
    [hotel.newRoom(), MIDDLE, END],
  ] as const) {
    const room_id = hotel.roomId(room_number, stay_start);
    await hotel.book({ ...stay, room_id, stay_start, stay_end });
  }
  const all = await must(hotel.api.get<{ room_number: string }[]>('/api/room-months?year_month=2097-02-01'));
  // No other room is free: others must move.
  for (const { room_number } of all)
    await hotel.api.post('/api/room-closures', { room_number, ...NIGHTS, reason: '満室' });
  rooms = { held, booked };
});

const ASKED = `stay_start=${START}&stay_end=${END}&mens_count=1&womens_count=0&smoking_status=禁煙&corporateID=0`;
const save = ({ held }: Desk) =>
  hotel.payload({ room_id: hotel.roomId(held, START), stay_start: START, stay_end: MIDDLE });

it.each<[string, string, number, (desk: Desk) => ReturnType<ApiClient['get']>]>([
  [
    'GET /api/room-closures',
    'rooms',
    200,
    ({ api }) => api.get(`/api/room-closures?start_date=${START}&end_date=${START}`),
  ],
  ['GET /api/room-proposals', 'rooms', 200, ({ api }) => api.get(`/api/room-proposals?${ASKED}`)],
  [
    'a 売り止め over a 仮予約',
    'rooms',
    409,
    ({ api, held }) => api.post('/api/room-closures', { room_number: held, ...NIGHTS, reason: '工事' }),
  ],
  [
    'a 売り止め over a booking',
    'rooms',
    409,
    ({ api, booked }) => api.post('/api/room-closures', { room_number: booked, ...NIGHTS, reason: '工事' }),
  ],
  ['a booking over a 仮予約', 'bookings', 409, (desk) => desk.api.post('/api/booking', save(desk))],
])(
  '%s does not tell a program of %s who the guest is, unless it may see guests',
  async (_, scope, status, call) => {
    const told = async (...scopes: string[]) => {
      const answer = await call({ api: await programWith(...scopes), ...rooms });
      expect([answer.status, answer.text]).toEqual([status, expect.any(String)]);
      return Object.values(GUEST).filter((word) => answer.text.includes(word));
    };
    expect(await told(scope, 'personal')).toContain(GUEST.name);
    expect(await told(scope)).toEqual([]);
  },
);

it('proposals are the same without the names', async () => {
  const ask = async (...scopes: string[]) =>
    must((await programWith(...scopes)).get<RoomProposals>(`/api/room-proposals?${ASKED}`));
  const named = await ask('rooms', 'personal');
  expect(named.moves.length).toBeGreaterThan(0);
  expect(JSON.stringify(await ask('rooms'))).toBe(JSON.stringify(named).replaceAll(GUEST.name, ''));
});
