import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { renewReadModels } from '../../../backend/event-store/read-model-form.js';
import { eventStoreParts, READ_MODELS } from '../../../backend/streams.js';
import { defineHotel, importRows } from '../../support/channel-desk.js';
import { channelReservation } from '../../support/channel-file.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { rawQuery } from '../../support/log-rows.js';
import { projectedRows } from '../../support/rebuild-tables.js';
import { openNode, type StoreNode } from '../../support/store-node.js';

let database: TestDatabase;
let node: StoreNode;

beforeEach(async () => {
  database = await createTestDatabase();
  node = openNode(database.url);
});

afterEach(async () => {
  await node.close();
  await database.drop();
});

const renew = (form: number) =>
  renewReadModels(database.url, eventStoreParts(), { form, tables: READ_MODELS.tables }, () => undefined);

describe('read models of an older form', () => {
  it('are built anew once, also when two nodes start together', async () => {
    await defineHotel(node.store, [{ roomNumber: '1001' }]);
    await importRows(node.store, [channelReservation()]);
    const right = await projectedRows(database.url);
    await rawQuery(database.url, `update csv_reservations set state = state - 'applied'; select 1`);
    const renewed = await Promise.all([renew(7), renew(7)]);
    expect(renewed.sort()).toEqual([false, true]);
    expect(await projectedRows(database.url)).toEqual(right);
    expect(await renew(7)).toBe(false);
  });

  it('of an empty log only take the new form', async () => {
    expect(await renew(8)).toBe(false);
    expect(await rawQuery(database.url, 'select form from read_model_form')).toEqual([{ form: '8' }]);
  });
});
