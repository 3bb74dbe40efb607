import { type Day, day } from '@domain/dates.js';
import { afterAll, afterEach, expect, test } from '@jest/globals';
import type { HotelRecord } from '@wire/hotel-record.js';
import { openBackup } from '../../../backend/backup/open-backup.js';
import { restoreBackup } from '../../../backend/backup/restore-backup.js';
import { takeBackup } from '../../../backend/backup/take-backup.js';
import { renewReadModels } from '../../../backend/event-store/rebuild/rebuild.js';
import { eventStoreParts, READ_MODELS } from '../../../backend/streams.js';
import { backupPlace } from '../../support/backup-folders.js';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../../support/database.js';
import { LiveTerminal } from '../../support/live-terminal.js';
import { startTestServer } from '../../support/server.js';
import { openNode, recordWeather } from '../../support/store-node.js';

const silent = () => undefined;
const place = backupPlace();
const databases: TestDatabase[] = [];
const terminals: LiveTerminal[] = [];

afterEach(() => {
  for (const terminal of terminals.splice(0)) terminal.close();
});

afterAll(async () => {
  place.remove();
  for (const database of databases) await database.drop();
});

async function fresh(make: () => Promise<TestDatabase>): Promise<string> {
  const database = await make();
  databases.push(database);
  return database.url;
}

async function record(url: string, dates: readonly Day[]): Promise<void> {
  const node = openNode(url);
  for (const date of dates) await node.store.execute(recordWeather(date, '晴れ'));
  await node.close();
}

/** What a terminal is told that comes back from a place, and where a terminal is that is opened now. */
async function asTold(url: string, from: Partial<HotelRecord> | null) {
  const server = await startTestServer({ databaseUrl: url });
  const now = (await (await fetch(`${server.url}/api/hotel`)).json()) as HotelRecord;
  const terminal = new LiveTerminal(server.url, from ?? {});
  terminals.push(terminal);
  await terminal.until(() => terminal.states.length > 0);
  await server.stop();
  return { now, kinds: terminal.kinds.filter((kind) => kind !== 'disconnect'), frames: terminal.frames };
}

test('a terminal that was away during a restore is told to reload when the log differs', async () => {
  const source = await fresh(createTestDatabase);
  await record(source, [day('2096-01-01')]);
  const { now: before } = await asTold(source, null);
  await takeBackup(source, { folder: place.at('night'), keysFolder: null, productVersion: '1.2.3' }, silent);
  await record(source, [day('2096-01-02'), day('2096-01-03')]);
  const { now: lost } = await asTold(source, null);

  const restored = await fresh(createEmptyDatabase);
  await restoreBackup(restored, await openBackup(place.at('night'), null), silent);
  await renewReadModels(restored, eventStoreParts(), READ_MODELS, silent);
  await record(restored, [day('2096-02-02'), day('2096-02-03'), day('2096-02-04')]);

  const slept = await asTold(restored, lost);
  expect(slept.now.log_id).toBe(lost.log_id);
  expect(slept.now.position).toBeGreaterThan(lost.position);
  expect(slept.kinds).toEqual(['reload']);
  const left = await asTold(restored, before);
  expect(left.kinds).toEqual(['changes', 'ready']);
  expect(left.frames[0]?.weather.map(({ date }) => date).sort()).toEqual([
    '2096-02-02',
    '2096-02-03',
    '2096-02-04',
  ]);
});
