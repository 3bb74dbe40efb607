import { addDays, addMonths, monthOf } from '@domain/dates.js';
import { readRoomText } from '@domain/room/room-text.js';
import { describe, expect, it } from '@jest/globals';
import type { HotelRecord } from '@wire/hotel-record.js';
import type { RoomMonthsChanged } from '@wire/room-months.js';
import { encodePlannedRoom } from '@wire/room-record.js';
import type { ComparedDay, SetupRecord } from '@wire/setup.js';
import { apiClient } from '#tests/support/api-client.js';
import { PAYLOAD } from '#tests/support/hotel.js';
import { expectRefusal } from '#tests/support/refusal.js';
import { sharedServer } from '#tests/support/shared.js';

const server = sharedServer();
const other = sharedServer();
const api = () => apiClient(server.url);
const elsewhere = () => apiClient(other.url);
const hotelNow = async (at = api()) => (await at.get<HotelRecord>('/api/hotel')).body;
const setupNow = async () => (await api().get<SetupRecord>('/api/setup')).body;
const statesOf = ({ steps }: SetupRecord) => steps.map(({ state }) => state).join(' ');
const rooms = readRoomText('2〜4階、01〜10').rooms.map(encodePlannedRoom);

describe('the first day of a hotel', () => {
  /** It begins empty and refuses nothing for it. */
  async function beginsEmpty(): Promise<void> {
    expect(await setupNow()).toMatchObject({ is_preparing: 1, next: 'hotel', rooms: 0, rooms_until: null });
    expect(await hotelNow()).toMatchObject({ is_preparing: 1, rooms: 0 });
    expectRefusal(
      await api().post('/api/setup/opened', {}),
      409,
      '部屋がまだ1室もありません。部屋を登録してから開業してください。',
    );
    const begun = await api().post<SetupRecord>('/api/setup/begun', {});
    expect(begun).toMatchObject({ status: 200, body: { is_preparing: 1 } });
  }

  /** It plans rooms for a year in one command: first only counted, then all of them, or none. */
  async function plansRooms(): Promise<void> {
    const { today } = await hotelNow();
    const range = { from: monthOf(today), until: addMonths(monthOf(today), 12) };
    const planned = { created: 390, changed: 0, unchanged: 0 };
    const plan = (rooms: object[], query = '') =>
      api().post<RoomMonthsChanged>(`/api/room-months/plan${query}`, { rooms, ...range });
    const dry = await plan(rooms, '?dry_run=1');
    expect(dry).toMatchObject({ status: 200, body: planned });
    expect(await setupNow()).toMatchObject({ rooms: 0 });
    const wrong = [...rooms.slice(1), { ...rooms[1], room_number: '二'.repeat(21) }];
    expectRefusal(await plan(wrong), 422, '部屋番号は20文字以内で入力してください。');
    const twice = [...rooms, ...rooms.slice(0, 1)];
    expectRefusal(await plan(twice), 422, '同じ部屋が2回指定されています。');
    expect(await setupNow()).toMatchObject({ rooms: 0 });
    expect((await plan(rooms)).body).toEqual(planned);
    const smoking = rooms.slice(0, 2).map((room) => ({ ...room, smoking_status: '喫煙' }));
    expect((await plan(smoking)).body).toEqual({ created: 0, changed: 26, unchanged: 0 });
    expect(await setupNow()).toMatchObject({ rooms: 30, rooms_until: range.until, next: 'hotel' });
    const shown = (await api().get<{ room_number: string }[]>(`/api/rooms?year_month=${range.from}`)).body;
    const numbers = shown.map(({ room_number }) => room_number).join(' ');
    expect(numbers).toMatch(/^401 402 403 404 405 406 407 408 409 410 301 /);
  }

  /** It adds the usual ways of paying once, and remembers on every terminal what was skipped. */
  async function addsPayments(): Promise<void> {
    expect((await api().post('/api/setup/usual-payments', {})).body).toEqual({ added: 6 });
    expect((await api().post('/api/setup/usual-payments', {})).body).toEqual({ added: 0 });
    const skipped = await api().put<SetupRecord>('/api/setup/skipped', { step: 'hotel', is_skipped: 1 });
    expect(statesOf(skipped.body)).toBe('skipped done done open open');
    await api().put('/api/setup/skipped', { step: 'hotel', is_skipped: 0 });
    expect(statesOf(await setupNow())).toBe('open done done open open');
  }

  /** It stands beside the old system day by day, and opens once. */
  async function opens(): Promise<void> {
    const { today } = await hotelNow();
    const [room] = (await api().get<{ id: number }[]>(`/api/rooms?year_month=${monthOf(today)}`)).body;
    const stay = { room_id: room?.id, stay_start: today, stay_end: addDays(today, 1) };
    expect(await api().post('/api/booking', { ...PAYLOAD, ...stay })).toMatchObject({ status: 201 });
    const figures = [{ date: today, rooms: 31, nights: 1 }];
    const entered = await api().put<SetupRecord>('/api/setup/old-figures', { figures });
    expect(entered).toMatchObject({ status: 200, body: { is_preparing: 1, bookings: 1, next: 'hotel' } });
    const days = (await api().get<ComparedDay[]>('/api/setup/comparison')).body;
    expect(days).toHaveLength(60);
    expect(days.slice(0, 2)).toEqual([
      { date: today, rooms: 30, nights: 1, old_rooms: 31, old_nights: 1 },
      { date: addDays(today, 1), rooms: 30, nights: 0, old_rooms: null, old_nights: null },
    ]);
    const opened = await api().post<SetupRecord>('/api/setup/opened', {});
    expect(opened.body).toMatchObject({ is_preparing: 0, opened_on: today });
    expect(await hotelNow()).toMatchObject({ is_preparing: 0 });
    expect(await api().post('/api/setup/opened', {})).toMatchObject({
      status: 200,
      body: { opened_on: today },
    });
  }

  it('goes from an empty hotel over its rooms and ways of paying to the opening', async () => {
    await beginsEmpty();
    await plansRooms();
    await addsPayments();
    await opens();
  });
});

it('a hotel says in which zone its days are and when they turn, and has its today from then on', async () => {
  const put = (change: object) => elsewhere().put('/api/hotel', { name: '宿', ...change });
  expectRefusal(await put({ timezone: 'Asia/Nara' }), 422, /タイムゾーン/);
  expectRefusal(await put({ day_turns_at: '07:00' }), 422, /06:00まで/);
  expect(await hotelNow(elsewhere())).toMatchObject({ timezone: 'Asia/Tokyo', day_turns_at: '00:00' });
  // The first place of the day, and the last: never on the same day.
  await put({ timezone: 'Pacific/Kiritimati' });
  const { today: first, timezone } = await hotelNow(elsewhere());
  expect(timezone).toBe('Pacific/Kiritimati');
  await put({ timezone: 'Pacific/Pago_Pago', day_turns_at: '06:00' });
  expect((await hotelNow(elsewhere())).today < first).toBe(true);
});
