import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { expectRefusal, type SmallHotel, startSmallHotel } from './small-hotel.js';

const UNAVAILABLE = '予約不可の部屋が選択されている、もしくは「部屋検索」が行われていません。';
const OVERLAP = '選択した部屋は指定された期間に既に予約されています。';

let hotel: SmallHotel;

beforeAll(async () => {
  hotel = await startSmallHotel();
});
afterAll(() => hotel.stop());

const post = (room: string, start: string, end: string, fields = {}) =>
  hotel.api.post<{ id: number }>(
    '/api/booking',
    hotel.payload({ room_id: hotel.roomId(room, start), stay_start: start, stay_end: end, ...fields }),
  );

describe('the period of a booking', () => {
  it('is half-open: stays follow each other on the same day', async () => {
    const room = hotel.newRoom();
    for (const [start, end] of [
      ['2096-01-12', '2096-01-14'],
      ['2096-01-10', '2096-01-12'],
      ['2096-01-14', '2096-01-15'],
    ] as const) {
      expect((await post(room, start, end)).status).toBe(201);
    }
  });

  it.each([
    ['the same nights', '2096-01-10', '2096-01-13'],
    ['the first night', '2096-01-08', '2096-01-11'],
    ['the last night', '2096-01-12', '2096-01-20'],
    ['a night within', '2096-01-11', '2096-01-12'],
    ['all around it', '2096-01-01', '2096-02-05'],
  ])('cannot share %s with another active booking of the room', async (_, start, end) => {
    const room = hotel.newRoom();
    await post(room, '2096-01-10', '2096-01-13');
    const before = await hotel.position();
    expectRefusal(await post(room, start, end), 409, OVERLAP);
    expect(await hotel.position()).toBe(before);
  });

  it('clashes over a month end, whichever month names the room', async () => {
    const room = hotel.newRoom();
    await post(room, '2096-01-30', '2096-02-02');
    expectRefusal(await post(room, '2096-02-01', '2096-02-03'), 409, OVERLAP);
    expectRefusal(
      await post(room, '2096-02-01', '2096-02-03', { room_id: hotel.roomId(room, '2096-07-01') }),
      409,
      OVERLAP,
    );
  });

  it('is free again once the booking is cancelled', async () => {
    const room = hotel.newRoom();
    const { body } = await post(room, '2096-01-10', '2096-01-13');
    await hotel.api.put(`/api/booking/${body.id}/cancel`);
    expect((await post(room, '2096-01-10', '2096-01-13')).status).toBe(201);
  });

  it('does not clash with the same nights of another room', async () => {
    expect((await post(hotel.newRoom(), '2096-01-10', '2096-01-13')).status).toBe(201);
    expect((await post(hotel.newRoom(), '2096-01-10', '2096-01-13')).status).toBe(201);
  });

  it('has at most 366 nights', async () => {
    const room = hotel.newRoom();
    const tooLong = await post(room, '2096-01-01', '2097-01-02');
    expect(tooLong.status).toBe(422);
    expect((await post(room, '2096-01-01', '2097-01-01')).status).toBe(201);
  });

  it('may lie in the past, and begin on a leap day', async () => {
    const past = `${hotel.today.slice(0, 7)}-01`;
    expect((await post(hotel.newRoom(), past, `${past.slice(0, 8)}02`)).status).toBe(201);
    expect((await post(hotel.newRoom(), '2096-02-29', '2096-03-01')).status).toBe(201);
  });
});

describe('the months of a new booking', () => {
  it('are those of its nights: the month of the check-out is not needed', async () => {
    expectRefusal(await post('310', '2096-01-31', '2096-02-02'), 422, UNAVAILABLE);
    expectRefusal(await post('310', '2096-02-10', '2096-02-11'), 422, UNAVAILABLE);
    expect((await post('310', '2096-01-31', '2096-02-01')).status).toBe(201);
    expect((await post('310', '2096-03-01', '2096-03-02')).status).toBe(201);
    expect((await post(hotel.newRoom(), '2097-02-28', '2097-03-01')).status).toBe(201);
  });

  it('must each have the room', async () => {
    expectRefusal(await post('805', '2096-02-28', '2096-03-02'), 422, UNAVAILABLE);
    expectRefusal(await post(hotel.newRoom(), '2097-02-28', '2097-03-02'), 422, UNAVAILABLE);
    expect((await post('805', '2096-02-28', '2096-03-01')).status).toBe(201);
  });

  it('never include those of a storeroom', async () => {
    expectRefusal(await post('216', '2096-01-10', '2096-01-11'), 422, UNAVAILABLE);
  });

  it('must have a room of that id at all', async () => {
    const fields = { room_id: 2_000_000_000 };
    expectRefusal(await post(hotel.newRoom(), '2096-01-10', '2096-01-11', fields), 422, UNAVAILABLE);
  });

  it('never ask whether the room suits the party: staff may choose any free room', async () => {
    const twoMen = { mens_count: 2 };
    expect((await post('702', '2096-01-10', '2096-01-11', twoMen)).status).toBe(201);
    expect((await post('701', '2096-01-10', '2096-01-11')).status).toBe(201);
  });
});

describe('the parts of a whole answer', () => {
  it('say overlap beside other rules, then with 422', async () => {
    const room = hotel.newRoom();
    await post(room, '2096-01-10', '2096-01-13');
    expectRefusal(
      await post(room, '2096-01-10', '2096-01-13', { guest_name_1: 'A', total_fee: '' }),
      422,
      '宿泊者名は2文字以上で入力してください。',
      '合計料金は数値を入力してください。',
      OVERLAP,
    );
  });

  it('say 予約不可 and overlap together', async () => {
    const { body } = await post('310', '2096-03-10', '2096-03-12');
    const moved = { stay_start: '2096-02-10', stay_end: '2096-02-12' };
    const edit = await hotel.api.put(`/api/booking/${body.id}`, moved);
    expect(edit.status).toBe(200);
    expectRefusal(await post('310', '2096-02-11', '2096-02-13'), 422, UNAVAILABLE, OVERLAP);
  });
});
