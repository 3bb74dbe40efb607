import { day, monthOf } from '@domain/dates.js';
import { beforeEach, expect, test } from '@jest/globals';
import { BOOKED_ROOM } from '@wire/errors.js';
import type { ManagedRoomMonth } from '@wire/room-months.js';
import { affectedBookingsAtom, doneAtom, forgetDone, takeBackLast } from '#frontend/masters/lists.atoms.js';
import { changeRooms, copyPreview } from '#frontend/masters/room-changes.js';
import { roomFieldText, roomMonths } from '#frontend/masters/rooms.atoms.js';
import { store } from '#frontend/shared/store.js';
import { serve, tick } from '../support/fake-server.js';
import { roomRecords } from '../support/records.js';

const MONTH = monthOf(day('2026-11-01'));
const managed = (...numbers: string[]): ManagedRoomMonth[] =>
  roomRecords(...numbers)
    .filter(({ month }) => month === 11)
    .map((room) => ({ ...room, version: 4, booked_nights: 0 }));

const refusedFor = (id: number) => ({
  status: 409,
  body: { error: '予約', errors: [{ code: BOOKED_ROOM, field: String(id), message: `予約${id}` }] },
});

async function serveRooms(puts: { status?: number; body: unknown }[]) {
  const rooms = managed('1001', '1002');
  const calls = serve({
    'GET /api/room-months': () => ({ body: rooms, position: 10 }),
    'PUT /api/room-months': () => puts.shift() ?? { body: { created: 0, changed: 1, unchanged: 0 } },
  });
  await roomMonths.load(MONTH);
  return { rooms, sent: () => calls.filter(({ method }) => method === 'PUT').map(({ body }) => body) };
}

async function answerConcerned(accepted: boolean, id: number) {
  while (store.get(affectedBookingsAtom)?.bookings[0]?.id !== id) await tick();
  store.get(affectedBookingsAtom)?.settle(accepted);
}

beforeEach(forgetDone);

test('only what differs is sent, and taking it back sends the former values with the next version', async () => {
  const { rooms, sent } = await serveRooms([]);
  const values = { room_label: '改装', smoking_status: rooms[0]?.smoking_status };
  expect(await changeRooms(rooms.map((room) => ({ room, values })))).toBe('done');
  const [first, second] = rooms;
  expect(sent()[0]).toEqual({
    rooms: rooms.map(({ id }) => ({ id, version: 4, room_label: '改装' })),
    acknowledged: [],
  });
  await takeBackLast();
  expect(sent()[1]).toEqual({
    rooms: [
      { id: first?.id, version: 5, room_label: first?.room_label },
      { id: second?.id, version: 5, room_label: second?.room_label },
    ],
    acknowledged: [],
  });
  expect(store.get(doneAtom)).toEqual({ text: '元に戻しました。', takeBack: null });
});

test('rooms that stay as they are are not sent, and nothing is told as done', async () => {
  const { rooms, sent } = await serveRooms([]);
  const same = rooms.map((room) => ({ room, values: { room_label: room.room_label } }));
  expect(await changeRooms(same)).toBe('done');
  expect([sent(), store.get(doneAtom)]).toEqual([[], null]);
});

test('bookings that come while staff look at the first ones are shown, too', async () => {
  const { rooms, sent } = await serveRooms([refusedFor(7), refusedFor(9)]);
  const change = changeRooms(
    rooms.map((room) => ({ room, values: { reservable_status: '予約不可' as const } })),
  );
  await answerConcerned(true, 7);
  await answerConcerned(true, 9);
  expect(await change).toBe('done');
  expect(sent().map((body) => (body as { acknowledged: number[] }).acknowledged)).toEqual([[], [7], [7, 9]]);
});

test('what staff do not go on with is not sent again, and nothing is told as done', async () => {
  const { rooms, sent } = await serveRooms([refusedFor(7)]);
  const change = changeRooms(
    rooms.map((room) => ({ room, values: { reservable_status: '予約不可' as const } })),
  );
  await answerConcerned(false, 7);
  expect(await change).toBe('given up');
  expect(sent()).toHaveLength(1);
  expect(store.get(doneAtom)).toBeNull();
});

test('a refusal is told by field, the rest of it together', async () => {
  const errors = [
    { code: 'x', field: 'rooms.0.room_type', message: 'タイプ' },
    { code: 'x', field: 'rooms.1.room_type', message: 'もう一つ' },
    { code: 'y', field: null, message: '全体' },
  ];
  const { rooms } = await serveRooms([{ status: 422, body: { error: 'だめ', errors } }]);
  const outcome = await changeRooms(rooms.map((room) => ({ room, values: { room_type: '' } })));
  expect(outcome).toEqual({ fields: { room_type: 'タイプ' }, text: '全体' });
});

test('copying a month says which rooms it makes, changes and leaves', () => {
  const from = managed('1001', '1002', '1003');
  const to = managed('1001', '1002').map((room) => ({ ...room, id: room.id + 500, version: 2 }));
  const [kept, other] = to;
  if (!kept || !other) throw new Error('no rooms');
  const preview = copyPreview(from, [kept, { ...other, room_label: '別', booked_nights: 3 }]);
  expect(preview).toMatchObject({ created: ['1003'], unchanged: 1 });
  expect(preview.changed.map(({ room, values }) => [room.id, values])).toEqual([
    [other.id, { room_label: other.room_label }],
  ]);
});

test.each([
  ['corporate', 1, '法人専用'],
  ['corporate', 0, ''],
  ['smoking_status', '喫煙', '喫煙'],
  ['priority', '', ''],
  ['room_label', '改装', '改装'],
] as const)('of a room the field %s with %s is shown as %s', (field, value, text) => {
  const [room] = managed('1001');
  expect(roomFieldText(field, { ...(room as ManagedRoomMonth), [field]: value })).toBe(text);
});
