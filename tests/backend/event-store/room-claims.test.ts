import { day } from '@domain/dates.js';
import { afterEach, expect, test } from '@jest/globals';
import { requireAdjacentStays } from '#backend/reservations/reservation.loaders.js';
import { reservationStream } from '#backend/streams/reservation.stream.js';
import { rawQuery } from '#tests/support/log-rows.js';
import { claims } from '#tests/support/recount.js';
import { sharedNodes } from '#tests/support/shared.js';
import { amendUnchecked, aWork, bookUnchecked } from '#tests/support/store-node.js';

// Commands here decide nothing, so that only the store and the database guard the rooms.

const { database, here, there } = sharedNodes();

const book = (room: string, start: string, end: string, { store } = here) =>
  store.execute(bookUnchecked(room, start, end));
const amend = (...changes: Parameters<typeof amendUnchecked>) =>
  there.store.execute(amendUnchecked(...changes));

const OVERLAP = {
  status: 409,
  message: '選択した部屋は指定された期間に既に予約されています。',
  rules: [{ code: 'overlap', field: 'room_id' }],
};

/** The claimed nights of some rooms, each with its booking. */
async function claimsOf(...rooms: string[]): Promise<string[]> {
  const { kept } = await claims(database.url);
  return kept.filter((claim) => rooms.some((room) => claim.startsWith(`${room} `)));
}

afterEach(async () => {
  const { kept, recounted } = await claims(database.url);
  expect(kept).toEqual(recounted);
});

test('a room is given once for a night, over a leap day; the other commands of the batch stand', async () => {
  const outcomes = await Promise.allSettled([
    book('1001', '2028-02-28', '2028-03-02'),
    book('1001', '2028-02-29', '2028-03-01'),
    book('1002', '2028-02-29', '2028-03-01'),
    book('1001', '2028-03-02', '2028-03-03'),
  ]);
  outcomes.push(...(await Promise.allSettled([book('1001', '2028-03-01', '2028-03-03', there)])));
  const refused = { status: 'rejected', reason: OVERLAP };
  const fulfilled = { status: 'fulfilled' };
  expect(outcomes).toMatchObject([fulfilled, refused, fulfilled, fulfilled, refused]);
  const nights = [
    '1001 2028-02-28',
    '1001 2028-02-29',
    '1001 2028-03-01',
    '1001 2028-03-02',
    '1002 2028-02-29',
  ];
  expect((await claimsOf('1001', '1002')).map((claim) => claim.slice(0, 15))).toEqual(nights);
});

test('a booking that moved away frees its nights and takes those of its new room', async () => {
  const { id } = await book('1005', '2026-11-01', '2026-11-03');
  await amend({ [id]: { roomNumber: '1006' } });
  await book('1005', '2026-11-01', '2026-11-03');
  await expect(book('1006', '2026-11-01', '2026-11-02')).rejects.toMatchObject(OVERLAP);
});

test('two bookings change rooms in one command, and in two commands of one batch', async () => {
  const [one, other] = await Promise.all([
    book('1007', '2026-11-10', '2026-11-12'),
    book('1008', '2026-11-11', '2026-11-12'),
  ]);
  const before = await claimsOf('1007', '1008');
  await amend({ [one.id]: { roomNumber: '1008' }, [other.id]: { roomNumber: '1007' } });
  expect(await claimsOf('1007', '1008')).toEqual([
    `1007 2026-11-11 ${other.id}`,
    `1008 2026-11-10 ${one.id}`,
    `1008 2026-11-11 ${one.id}`,
  ]);
  await Promise.all([
    amend({ [one.id]: { roomNumber: '1007' } }),
    amend({ [other.id]: { roomNumber: '1008' } }),
  ]);
  expect(await claimsOf('1007', '1008')).toEqual(before);
});

test('a command sees the neighbours of the room that an earlier one of its batch moved its booking to', async () => {
  const moving = await book('1011', '2028-02-28', '2028-03-01');
  const next = await book('1012', '2028-03-02', '2028-03-04');
  const needs = [requireAdjacentStays({ id: moving.id, to: day('2028-03-03') })];
  const around = aWork((unit) => unit.all(reservationStream).map(({ id }) => id), { requirements: needs });
  const [, , seen] = await Promise.all([
    book('1013', '2028-02-28', '2028-03-01'),
    here.store.execute(amendUnchecked({ [moving.id]: { roomNumber: '1012' } })),
    here.store.execute(around),
  ]);
  expect(seen).toEqual(expect.arrayContaining([moving.id, next.id]));
});

test('any other violation of a constraint stays what it is', async () => {
  await rawQuery(
    database.url,
    "create unique index one_fee on bookings ((state ->> 'totalFee')) where room_number = '1010'",
  );
  await book('1010', '2026-11-01', '2026-11-02');
  const violation = { code: '23505', constraint: 'one_fee' };
  await expect(book('1010', '2026-11-05', '2026-11-06')).rejects.toMatchObject(violation);
});
