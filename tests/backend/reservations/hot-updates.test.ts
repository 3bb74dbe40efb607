import { day } from '@domain/dates.js';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { requireStream } from '../../../backend/event-store/unit-of-work.js';
import { reservationStream } from '../../../backend/reservations/reservation.stream.js';
import { defineHotel, importRows } from '../../support/channel-desk.js';
import { channelReservation } from '../../support/channel-file.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { rawQuery } from '../../support/log-rows.js';
import { rebuildAll } from '../../support/rebuild-tables.js';
import { AT_DESK, aWork, openDesk, openNode, type StoreNode } from '../../support/store-node.js';

const NOW = '2026-12-16T03:00:00Z';

let hotel: TestDatabase;
let own: StoreNode;

beforeEach(async () => {
  hotel = await createTestDatabase();
  own = openNode(hotel.url);
  await defineHotel(own.store, [{ roomNumber: '1001' }, { roomNumber: '1002' }]);
});
afterEach(async () => {
  await own.close();
  await hotel.drop();
});

/** Updates of bookings in all, and those that touched no index, once a desk has done its work and is closed. */
async function updatesOf(work: (desk: ReturnType<typeof openDesk>) => Promise<unknown>): Promise<number[]> {
  const counts = async (): Promise<number[]> => {
    const [stats] = await rawQuery(
      hotel.url,
      `select n_tup_upd, n_tup_hot_upd from pg_stat_user_tables where relid = 'bookings'::regclass`,
    );
    return [Number(stats?.n_tup_upd), Number(stats?.n_tup_hot_upd)];
  };
  const before = await counts();
  const node = openNode(hotel.url);
  await work(openDesk(node, NOW));
  await node.close();
  return (await counts()).map((count, index) => count - (before[index] ?? 0));
}

test.each(['as they were migrated', 'built anew'])(
  'payment and check-in touch no index of the bookings: tables %s',
  async (how) => {
    const [taken] = await importRows(own.store, [channelReservation()]);
    const id = taken?.booking_id as number;
    if (how === 'built anew') await rebuildAll(hotel.url);
    const updates = await updatesOf(async (desk) => {
      await desk.change(id, { type: 'check-in', date: undefined });
      await desk.change(id, { type: 'record-payment', paymentType: null, paymentFlag: 1 });
      await desk.change(id, { type: 'record-payment', paymentType: null, paymentFlag: 0 });
    });
    expect(updates).toEqual([3, 3]);
  },
);

const FOLDS_NO_TEXT = `
  create or replace function text_grams(lines text) returns text[] language plpgsql immutable as
  'begin raise exception ''text is folded again''; end'`;

test.each(['as they were migrated', 'built anew'])(
  'a move, new dates, check-in, payment and check-out index no text again, a new name does: tables %s',
  async (how) => {
    const [taken] = await importRows(own.store, [channelReservation()]);
    const id = taken?.booking_id as number;
    if (how === 'built anew') await rebuildAll(hotel.url);
    const node = openNode(hotel.url);
    const desk = openDesk(node, NOW);
    const amend = (data: object) =>
      node.store.execute(
        aWork((unit) => unit.append(reservationStream, id, { type: 'ReservationAmended', data }, AT_DESK), {
          requirements: [requireStream(reservationStream, id)],
        }),
      );
    await rawQuery(hotel.url, FOLDS_NO_TEXT);
    await amend({ roomNumber: '1002', changedRoom: 1 });
    await amend({ stayEnd: day('2026-12-19') });
    await desk.change(id, { type: 'check-in', date: undefined });
    await desk.change(id, { type: 'record-payment', paymentType: null, paymentFlag: 1 });
    await desk.change(id, { type: 'check-out', date: undefined });
    await expect(amend({ guestName1: '別名 太郎' })).rejects.toThrow('text is folded again');
    await node.close();
  },
);

test('pages of bookings leave room for new versions of their rows, also when built anew', async () => {
  const fill = `select reloptions::text from pg_class where oid = 'bookings'::regclass`;
  const migrated = await rawQuery(hotel.url, fill);
  expect(migrated).toEqual([{ reloptions: expect.stringMatching(/fillfactor=[5-8]\d/) }]);
  await rebuildAll(hotel.url);
  expect(await rawQuery(hotel.url, fill)).toEqual(migrated);
});
