import { day } from '@domain/dates.js';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { defineHotel, importRows } from '#tests/support/channel-desk.js';
import { channelReservation } from '#tests/support/channel-file.js';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.js';
import { rawQuery } from '#tests/support/log-rows.js';
import { rebuildAll } from '#tests/support/rebuild-tables.js';
import { amendUnchecked, openDesk, openNode, type StoreNode } from '#tests/support/store-node.js';

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

/** Updates of bookings in all, and those that touched no index; nobody may be connected who made some. */
async function updates(): Promise<number[]> {
  const [stats] = await rawQuery(
    hotel.url,
    `select n_tup_upd, n_tup_hot_upd from pg_stat_user_tables where relid = 'bookings'::regclass`,
  );
  return [Number(stats?.n_tup_upd), Number(stats?.n_tup_hot_upd)];
}
const FOLDS_NO_TEXT = `
  create or replace function text_grams(lines text) returns text[] language plpgsql immutable as
  'begin raise exception ''text is folded again''; end'`;
const FILL = `select reloptions::text from pg_class where oid = 'bookings'::regclass`;

test.each(['as they were migrated', 'built anew'])(
  'a booking that changes touches no more indexes than it must: tables %s',
  async (how) => {
    const [taken] = await importRows(own.store, [channelReservation()]);
    const id = taken?.booking_id as number;
    if (how === 'built anew') await rebuildAll(hotel.url);
    // Pages leave room for new versions of their rows.
    expect(await rawQuery(hotel.url, FILL)).toEqual([
      { reloptions: expect.stringMatching(/fillfactor=[5-8]\d/) },
    ]);

    // Payment and check-in touch none.
    const before = await updates();
    const first = openNode(hotel.url);
    const atDesk = openDesk(first, NOW);
    await atDesk.change(id, { type: 'check-in', date: undefined });
    await atDesk.change(id, { type: 'record-payment', paymentType: null, paymentFlag: 1 });
    await first.close();
    expect((await updates()).map((count, index) => count - (before[index] ?? 0))).toEqual([2, 2]);

    // A move, new dates, payment and check-out index no text again, a new name does.
    const desk = openDesk(own, NOW);
    const amend = (data: Parameters<typeof amendUnchecked>[0][number]) =>
      own.store.execute(amendUnchecked({ [id]: data }));
    await rawQuery(hotel.url, FOLDS_NO_TEXT);
    await amend({ roomNumber: '1002', changedRoom: 1 });
    await amend({ stayEnd: day('2026-12-19') });
    await desk.change(id, { type: 'record-payment', paymentType: null, paymentFlag: 0 });
    await desk.change(id, { type: 'check-out', date: undefined });
    await expect(amend({ guestName1: '別名 太郎' })).rejects.toThrow('text is folded again');
  },
);
