import { addDays } from '@domain/dates.js';
import { expect, it } from '@jest/globals';
import type { ReturningGuestRecord } from '@wire/returning-guests.js';
import { sharedHotel } from '#tests/support/shared.js';

// Who is found is proven in tests/domain/returning-guests.test.ts.
const hotel = sharedHotel();
const REASON = { reason: '本人の請求' };

async function find(query: Record<string, string>): Promise<ReturningGuestRecord[]> {
  const { status, body } = await hotel.api.get<ReturningGuestRecord[]>(
    `/api/returning-guests?${new URLSearchParams(query)}`,
  );
  expect(status).toBe(200);
  return body;
}

it('a guest of earlier bookings is answered with the latest of them, its room and the number of stays', async () => {
  const room = hotel.newRoom();
  const guest = { guest_name_1: '蒼井 常連', guest_name1_kana: 'アオイ ジョウレン', tel: '090-7777-8888' };
  const stay = (from: number) => ({
    ...{ stay_start: addDays(hotel.today, from), stay_end: addDays(hotel.today, from + 1) },
    room_id: hotel.roomId(room, addDays(hotel.today, from)),
  });
  await hotel.book({ ...guest, ...stay(-40) });
  const { id } = await hotel.book({ ...guest, ...stay(-9), notes: '高層階' });
  const cancelled = await hotel.book({ ...guest, ...stay(-2) });
  await hotel.api.put(`/api/booking/${cancelled.id}/cancel`);
  const [found, ...others] = await find({ name: '蒼井常連' });
  expect(others).toEqual([]);
  expect(found).toMatchObject({
    booking: { id, room_number: room, notes: '高層階', tel: guest.tel },
    smoking_status: expect.stringMatching(/^[禁喫]煙$/),
    stays: 2,
    is_blacklisted: 0,
  });
  expect((await find({ tel: '+81 90-7777-8888' })).map(({ booking }) => booking.id)).toEqual([id]);
  expect((await find({ kana: 'あおいじょうれん' })).map(({ booking }) => booking.id)).toEqual([id]);
});

it('a blacklisted guest is marked; an erased one is never offered', async () => {
  const guest = { guest_name_1: '要注 意子', tel: '090-6666-5555' };
  const stay_start = addDays(hotel.today, -9);
  const room_id = hotel.roomId(hotel.newRoom(), stay_start);
  const { id } = await hotel.book({ ...guest, room_id, stay_start, stay_end: addDays(stay_start, 1) });
  await hotel.api.post('/api/blacklist', { guest_name: '要注意子', tel: '09066665555' });
  expect(await find({ tel: guest.tel })).toMatchObject([{ booking: { id }, is_blacklisted: 1 }]);
  expect((await hotel.api.post(`/api/booking/${id}/erasure`, REASON)).status).toBe(200);
  expect(await find({ tel: guest.tel })).toEqual([]);
  expect(await find({ name: guest.guest_name_1 })).toEqual([]);
});

it.each<Record<string, string>>([{}, { name: '蒼' }, { name: '%%' }, { tel: '0' }, { name: 'x\u0007y z' }])(
  'too short or unreadable texts find nobody or are refused, never more: %j',
  async (query) => {
    const { status, body } = await hotel.api.get(`/api/returning-guests?${new URLSearchParams(query)}`);
    expect([200, 400]).toContain(status);
    if (status === 200) expect(body).toEqual([]);
  },
);
