import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BatchAnswer } from '@wire/booking-batch.js';
import type { ErrorBody } from '@wire/errors.js';
import type { RoomProposals } from '@wire/room-proposals.js';
import { type SmallHotel, startSmallHotel } from './small-hotel.js';

let hotel: SmallHotel;
beforeAll(async () => {
  hotel = await startSmallHotel();
});
afterAll(() => hotel?.stop());

const STAY = { stay_start: '2096-01-10', stay_end: '2096-01-12' };
const ASKED = { ...STAY, mens_count: '1', womens_count: '0', smoking_status: '禁煙', corporateID: '0' };

const ask = <Body>(query: Record<string, string> = ASKED) =>
  hotel.api.get<Body>(`/api/room-proposals?${new URLSearchParams(query)}`);

describe('GET /api/room-proposals', () => {
  it('proposes nothing while a room is free', async () => {
    const { status, body } = await ask<RoomProposals>();
    expect([status, body]).toEqual([200, { moves: [], splits: [] }]);
  });

  it.each([
    [{ ...ASKED, stay_end: '2096-01-10' }, '宿泊終了日は宿泊開始日より後の日付を選択してください。'],
    [{ ...ASKED, mens_count: 'x' }, '男性の人数は数値で入力してください。'],
    [{ ...ASKED, smoking_status: '?' }, '喫煙区分の選択が正しくありません。'],
    [{ ...ASKED, booking_id: '0' }, '予約は1以上2,147,483,647以下の整数で入力してください。'],
    [{ ...ASKED, more: '1' }, '項目「more」は指定できません。'],
  ])('refuses %j in words', async (query, message) => {
    const { status, body } = await ask<ErrorBody>(query);
    expect([status, body.error]).toEqual([400, message]);
  });
});

describe('a batch that is to leave a room vacant', () => {
  const batch = (changes: unknown[], vacant: unknown) =>
    hotel.api.post<BatchAnswer & ErrorBody>('/api/booking-batch', { changes, vacant });

  it('moves who is in the way, and nobody when somebody else stays there', async () => {
    const [room, other] = [hotel.newRoom(), hotel.newRoom()];
    const night = { stay_start: '2096-01-10', stay_end: '2096-01-11' };
    const guest = await hotel.book({ ...night, room_id: hotel.roomId(room, '2096-01-10') });
    const second = { stay_start: '2096-01-11', stay_end: '2096-01-12' };
    const late = await hotel.book({ ...second, room_id: hotel.roomId(room, '2096-01-11') });
    const change = {
      action: 'amend',
      id: guest.id,
      version: guest.version,
      booking: { room_id: hotel.roomId(other, '2096-01-10') },
    };
    const vacant = { room_id: hotel.roomId(room, '2096-01-10'), ...STAY };

    const before = await hotel.position();
    const refused = await batch([change], vacant);
    expect([refused.status, refused.body.errors.map(({ code }) => code)]).toEqual([409, ['not_vacant']]);
    expect(await hotel.position()).toBe(before);

    const gone = { action: 'cancel', id: late.id, version: late.version };
    const done = await batch([change, gone], vacant);
    expect(done.status).toBe(200);
    expect(done.body.bookings[0]?.room_id).toBe(hotel.roomId(other, '2096-01-10'));
  });

  it('is refused when it names no room', async () => {
    const { status } = await batch([], { room_id: 999_999, ...STAY });
    expect(status).toBe(422);
  });
});
