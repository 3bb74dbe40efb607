import type { HotelReference } from '@domain/reference.js';
import { beforeEach, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import type { DryRun } from '#backend/event-store/dry-run.js';
import { ReferenceCache } from '#backend/event-store/projection.js';
import { verifyReadModels } from '#backend/event-store/rebuild/rebuild.js';
import { corporateStream } from '#backend/streams/master.stream.js';
import { reservationStream } from '#backend/streams/reservation.stream.js';
import { eventStoreParts, READ_MODELS } from '#backend/streams.js';
import { rawQuery } from '#tests/support/log-rows.js';
import { rebuildAll } from '#tests/support/rebuild-tables.js';
import { nodesOfEachTest } from '#tests/support/shared.js';
import { amendUnchecked, anAppend, aWork, bookUnchecked } from '#tests/support/store-node.js';

/*
 * A rebuild mends tables that were damaged, beside running nodes: what these know of the damage must go with it.
 */

const { database, here: node, there: other } = nodesOfEachTest();
const fault = async () =>
  (await verifyReadModels(database.url, eventStoreParts(), READ_MODELS, () => undefined)).fault;
const damageBookings = () =>
  rawQuery(database.url, `update bookings set state = jsonb_set(state, '{guestName1}', '"壊れた"')`);
const company = (corporateShortName: string) =>
  ({ type: 'CorporateDefined', data: { corporateShortName, corporateFlag: 0 } }) as const;
const companies = async () =>
  [...(await node.store.current()).reference.corporates.values()].map((one) => one.corporateShortName);

let id: number;
beforeEach(async () => {
  id = (await node.store.execute(bookUnchecked('1001', '2026-11-01', '2026-11-03'))).id;
});

test('a decision from memory does not write back what a node had read of a damaged row', async () => {
  const amend = (notes: string) => other.store.execute(amendUnchecked({ [id]: { notes } }));
  await damageBookings();
  await amend('一');
  expect(await fault()).toMatchObject({ table: 'bookings', kind: 'different' });
  await rebuildAll(database.url);
  expect(await fault()).toBeNull();
  const [booking] = await amend('二');
  expect(booking).toMatchObject({ notes: '二', guestName1: expect.not.stringMatching('壊れた') });
  expect(await fault()).toBeNull();
});

test('facts of the tables before and after are not mixed', async () => {
  const filled: string[] = [];
  const prime = async (from: string) =>
    node.store.prime({ ...(await node.store.current()), referencePosition: 0 }, () => filled.push(from));
  await prime('the tables that the last decision read');
  await rebuildAll(database.url);
  await prime('others');
  expect(filled).toEqual(['the tables that the last decision read']);
});

test('master data are read anew', async () => {
  await node.store.execute(anAppend(corporateStream, company('青葉建設')));
  await rawQuery(
    database.url,
    `update corporates set state = jsonb_set(state, '{corporateShortName}', '"壊れた"')`,
  );
  // A node that has not read them yet.
  const names = async () =>
    [...(await other.store.current()).reference.corporates.values()].map((one) => one.corporateShortName);
  expect(await names()).toEqual(['壊れた']);
  await rebuildAll(database.url);
  expect(await names()).toEqual(['青葉建設']);
});

test('newest states of past calendars are read anew', async () => {
  const { position } = await node.store.current();
  const query = { definition: reservationStream, condition: sql`id = ${id}`, position };
  const names = async () => (await node.store.statesAt(query)).map(({ guestName1 }) => guestName1);
  const right = await names();
  node.store.forgetNewest(reservationStream, null);
  await damageBookings();
  expect(await names()).toEqual(['壊れた']);
  await rebuildAll(database.url);
  expect(await names()).toEqual(right);
});

test('a dry run has master data of its own: those of the node do not go back', async () => {
  const followed: string[][] = [];
  node.store.followReference(({ corporates }) =>
    followed.push([...corporates.values()].map((one) => one.corporateShortName)),
  );
  await node.store.execute(anAppend(corporateStream, company('青葉建設')));
  const dryRun = (await node.store.dryRun()) as DryRun;
  await node.store.execute(anAppend(corporateStream, company('見本商事')));
  expect(await companies()).toEqual(['青葉建設', '見本商事']);
  const seen = await dryRun.execute([aWork((unit) => [...unit.reference.corporates.values()].length)]);
  expect(seen).toEqual([{ status: 'fulfilled', value: 1 }]);
  expect(await companies()).toEqual(['青葉建設', '見本商事']);
  await dryRun.close();
  const counts = followed.map(({ length }) => length);
  expect(counts).toEqual([...counts].sort());
});

test('master data of an older snapshot do not replace newer ones', async () => {
  const loaded: string[] = [];
  const cache = new ReferenceCache(async () => ({ name: `${loaded.push('')}` }) as unknown as HotelReference);
  const at = async (referencePosition: number, readModels = 1) =>
    (await cache.at(node.pool, { referencePosition, readModels })) as unknown as { name: string };
  const followed: unknown[] = [];
  cache.follow((value) => followed.push(value));
  expect(await at(7)).toEqual({ name: '1' });
  expect(await at(5)).toEqual({ name: '2' });
  expect(await at(7)).toEqual({ name: '1' });
  expect(await at(7, 2)).toEqual({ name: '3' });
  expect(await at(9, 2)).toEqual({ name: '4' });
  expect(followed).toEqual([{ name: '1' }, { name: '3' }, { name: '4' }]);
});
