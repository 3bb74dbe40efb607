import { addDays, daysBetween } from '@domain/dates.js';
import { beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { type DryRun, GivesWay } from '#backend/event-store/dry-run.js';
import { type BatchLoader, requirement } from '#backend/event-store/unit-of-work.js';
import { importRow } from '#backend/imports/import-row.js';
import { loadOccupancy, type Place, vacancyIn } from '#backend/imports/occupancy.js';
import { Clock } from '#backend/platform/clock.js';
import { requireAdjacentStays } from '#backend/reservations/reservation.loaders.js';
import { reservationStream } from '#backend/streams/reservation.stream.js';
import { aReservation } from '#tests/support/builders.js';
import { defineHotel, importRows, storedBookings, storedRecords } from '#tests/support/channel-desk.js';
import type { ChannelRow } from '#tests/support/channel-file.js';
import { channelReservation } from '#tests/support/channel-file.js';
import { eventually } from '#tests/support/eventually.js';
import { rawQuery } from '#tests/support/log-rows.js';
import { projectedRows } from '#tests/support/rebuild-tables.js';
import { nodesOfEachTest } from '#tests/support/shared.js';
import { AT_DESK, amendUnchecked, aWork, bookUnchecked } from '#tests/support/store-node.js';

const { database, here: node } = nodesOfEachTest();
const clock = new Clock('Asia/Tokyo', () => new Date('2026-11-21T03:00:00Z'));
const work = (cells: Partial<ChannelRow>) =>
  importRow(channelReservation(cells), { write: AT_DESK, idempotency: null, clock });

const occupancyLoader: BatchLoader<Place> = async (client, places, opened) =>
  loadOccupancy(client, places, [], await opened);

beforeEach(async () => {
  await defineHotel(node.store, [{ roomNumber: '1001' }, { roomNumber: '1002' }]);
  await importRows(node.store, [channelReservation({ 予約番号: 'A' })]);
});

const log = () => rawQuery(database.url, 'select position, hash from log_head');
const leftTables = () =>
  rawQuery(
    database.url,
    "select 1 from pg_class where relnamespace = any ('{rehearsal,rehearsal_seen}'::regnamespace[])",
  );

describe('a dry run', () => {
  it('answers as the works would, each seeing those before it, over several calls, and writes nothing', async () => {
    const before = [await projectedRows(database.url), await log()];
    const dryRun = (await node.store.dryRun()) as DryRun;
    const cancelled = { 予約区分: 'キャンセル', キャンセル日時: '2026-11-20 10:00:00' };
    const answers = [
      ...(await dryRun.execute([work({ 予約番号: 'B' }), work({ 予約番号: 'C' })])),
      ...(await dryRun.execute([work({ 予約番号: 'A', ...cancelled })])),
      ...(await dryRun.execute([work({ 予約番号: 'D' }), work({ 予約番号: 'E' })])),
      ...(await dryRun.execute([work({ 予約番号: 'B', ...cancelled })])),
      ...(await dryRun.execute([work({ 予約番号: 'F' }), work({ 予約番号: 'B' })])),
    ];
    await dryRun.close();
    expect(
      answers.map((answer) => answer.status === 'fulfilled' && [answer.value.outcome, answer.value.reason]),
    ).toEqual([
      ['new', null],
      ['failed', '空室なし'],
      ['cancelled', null],
      ['new', null],
      ['failed', '空室なし'],
      ['cancelled', null],
      ['new', null],
      ['superseded', null],
    ]);
    expect([await projectedRows(database.url), await log()]).toEqual(before);
    expect(await leftTables()).toEqual([]);
  });

  it('keeps nobody waiting, and sees the state that it began with', async () => {
    const dryRun = (await node.store.dryRun()) as DryRun;
    const [answered] = await dryRun.execute([work({ 予約番号: 'G' })]);
    const [real] = await importRows(node.store, [channelReservation({ 予約番号: 'H' })]);
    expect([answered?.status === 'fulfilled' && answered.value.outcome, real?.outcome]).toEqual([
      'new',
      'new',
    ]);
    const [next] = await dryRun.execute([work({ 予約番号: 'I' })]);
    expect(next?.status === 'fulfilled' && next.value.reason).toBe('空室なし');
    await dryRun.close();
    expect((await storedRecords(database.url)).map(({ bookingNumber }) => bookingNumber)).toEqual(['A', 'H']);
    expect(await storedBookings(database.url)).toHaveLength(2);
  });

  it('reads anew what a work needs when one before it has moved the booking that it is about', async () => {
    const [{ id, stayStart, stayEnd } = aReservation()] = await storedBookings(database.url);
    const neighbour = await node.store.execute(bookUnchecked('1002', stayEnd, addDays(stayEnd, 1)));
    const around = aWork((unit) => unit.all(reservationStream).map((booking) => booking.id), {
      requirements: [requireAdjacentStays({ id, from: stayStart, to: stayEnd })],
    });
    const dryRun = (await node.store.dryRun()) as DryRun;
    const move = amendUnchecked({ [id]: { roomNumber: '1002' } });
    const [before, , after] = await dryRun.execute<unknown>([around, move, around]);
    await dryRun.close();
    expect([before, after]).toMatchObject([
      { value: [id] },
      { value: expect.arrayContaining([id, neighbour.id]) },
    ]);
  });

  it('finds the nearest stays around a place among those that it changed and those that it did not', async () => {
    const dryRun = (await node.store.dryRun()) as DryRun;
    const [{ id, stayStart, stayEnd } = aReservation()] = await storedBookings(database.url);
    const later = bookUnchecked('1001', addDays(stayEnd, 3), addDays(stayEnd, 4));
    const look = () =>
      aWork((unit) => vacancyIn(unit)('1001', { start: stayEnd, end: addDays(stayEnd, 1) }, null), {
        requirements: [
          requirement(occupancyLoader, {
            stay: { start: stayEnd, end: addDays(stayEnd, 1) },
            rooms: ['1001'],
          }),
        ],
      });
    const seen = [];
    for (const change of [
      null,
      later,
      amendUnchecked({ [id]: { stayEnd: addDays(stayStart, -1), stayStart: addDays(stayStart, -2) } }),
    ]) {
      if (change) await dryRun.execute<unknown>([change]);
      const [gap] = await dryRun.execute<unknown>([look()]);
      seen.push(gap?.status === 'fulfilled' && gap.value);
    }
    await dryRun.close();
    const nights = daysBetween(stayStart, stayEnd);
    expect(seen).toEqual([
      { before: 0, after: null },
      { before: 0, after: 2 },
      { before: nights + 1, after: 2 },
    ]);
  });

  it('ends when a rebuild or an upgrade waits for a table that it reads', async () => {
    const dryRun = (await node.store.dryRun()) as DryRun;
    await dryRun.execute([work({ 予約番号: 'G' })]);
    const upgrade = new pg.Client(database.url);
    await upgrade.connect();
    const taken = upgrade.query('begin; lock table bookings in access exclusive mode; commit');
    await eventually(
      'the upgrade waits',
      () =>
        rawQuery(database.url, "select 1 from pg_locks where not granted and mode = 'AccessExclusiveLock'"),
      (rows) => rows.length > 0,
    );
    await expect(dryRun.execute([work({ 予約番号: 'H' })])).rejects.toThrow(GivesWay);
    await dryRun.close();
    await taken;
    await upgrade.end();
  });

  it('is one at a time, on whatever node', async () => {
    const first = (await node.store.dryRun()) as DryRun;
    expect(await node.store.dryRun()).toBeNull();
    await first.close();
    const next = (await node.store.dryRun()) as DryRun;
    await next.close();
  });

  it('tells which work was refused, and the others go on', async () => {
    const dryRun = (await node.store.dryRun()) as DryRun;
    const refused = {
      idempotency: null,
      requirements: [],
      decide: () => {
        throw new Error('no');
      },
    };
    const answers = await dryRun.execute([refused, work({ 予約番号: 'J', 男性人数: '3' })]);
    await dryRun.close();
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  });
});
