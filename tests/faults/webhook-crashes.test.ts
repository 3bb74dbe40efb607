import { addDays, type Day, day } from '@domain/dates.js';
import { afterAll, afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { ManagedWebhook } from '@wire/webhooks.js';
import { openBackup } from '#backend/backup/backup-folder.js';
import { restoreBackup } from '#backend/backup/restore-backup.js';
import { takeBackup } from '#backend/backup/take-backup.js';
import { apiClient, must } from '#tests/support/api-client.js';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '#tests/support/database.js';
import { eventually } from '#tests/support/eventually.js';
import { LONG_MS } from '#tests/support/limits.js';
import { startTestServer, type TestServer } from '#tests/support/server.js';
import { temporaryFolder } from '#tests/support/temporary-file.js';
import { startReceiver, verified, type WebhookReceiver } from '#tests/support/webhook-receiver.js';

// Nodes of the built product are started, killed and frozen; what one holds stays its own for up to 10 s.
jest.setTimeout(LONG_MS);

const TAKEN_OVER = { within: 60_000 };
const folder = temporaryFolder();
afterAll(folder.remove);
let database: TestDatabase;
let receiver: WebhookReceiver;
let servers: TestServer[] = [];
beforeEach(async () => {
  database = await createTestDatabase();
  receiver = await startReceiver();
});
afterEach(async () => {
  for (const server of servers) await server.stop();
  servers = [];
  await receiver.close();
  await database.drop();
});

async function node(databaseUrl = database.url, ownProcess = true): Promise<TestServer> {
  const env = { WEBHOOK_PRIVATE_ADDRESSES: '1' };
  const server = await startTestServer({ databaseUrl, env, ownProcess });
  servers.push(server);
  return server;
}
async function addWebhook({ url }: TestServer): Promise<{ id: number; secret: string }> {
  const api = apiClient(url);
  const body = { name: '会計', url: receiver.url, rooms: 1 };
  const { id } = await must(api.post<ManagedWebhook>('/api/webhooks', body));
  const { secret } = await must(api.post<{ secret: string }>(`/api/webhooks/${id}/secret`, {}));
  return { id, secret };
}
const dayAfter = (days: number): Day => addDays(day('2096-01-01'), days);
const record = ({ url }: TestServer, days: number) =>
  must(apiClient(url).post('/api/weather', { date: dayAfter(days), weather: '晴れ' }));
const delivery = async ({ url }: TestServer) =>
  (await must(apiClient(url).get<ManagedWebhook[]>('/api/webhooks')))[0]?.delivery;
const daysOf = () => receiver.once().map(({ stream }) => stream);
const streams = (first: number, count: number) =>
  Array.from({ length: count }, (_, n) => `day-${dayAfter(first + n)}`);

/** In the gate a node is as good as frozen within the test's process: `webhook-deliveries.test.ts`. */
const SIGNALS = process.env.FAULTS_LENGTH ? (['SIGKILL', 'SIGSTOP'] as const) : [];
for (const signal of SIGNALS)
  test(`a node that is ended by ${signal} amid messages loses the webhook`, async () => {
    const one = await node();
    const { secret } = await addWebhook(one);
    let [isSending, mayAnswer] = [false, false];
    receiver.answers(async () => {
      isSending = true;
      await eventually('it may answer', () => mayAnswer, Boolean, TAKEN_OVER);
      return 200;
    });
    for (let days = 0; days < 6; days += 1) await record(one, days);
    await eventually('it is sending', () => isSending);
    process.kill(one.pid, signal);
    mayAnswer = true;
    const two = await node();
    await record(two, 6);
    await eventually('the other has sent all', daysOf, (all) => all.length === 7, TAKEN_OVER);
    await eventually(
      'all is sent',
      () => delivery(two),
      (now) => now?.state === 'current',
      TAKEN_OVER,
    );
    expect(daysOf().sort()).toEqual(streams(0, 7));
    for (const received of receiver.taken) verified(secret, received);
    if (signal === 'SIGKILL') return;
    process.kill(one.pid, 'SIGCONT');
    await record(two, 7);
    await eventually('both go on', daysOf, (all) => all.length === 8, TAKEN_OVER);
    await eventually(
      'all is sent',
      () => delivery(one),
      (now) => now?.state === 'current',
      TAKEN_OVER,
    );
    expect(await delivery(two)).toMatchObject({ waiting: 0, dead: 0 });
  });

test('a restored backup goes on from where it was, under other ids where its log goes on differently', async () => {
  const one = await node(database.url, false);
  const { secret } = await addWebhook(one);
  for (let days = 0; days < 3; days += 1) await record(one, days);
  await eventually('all is sent', daysOf, (all) => all.length === 3);
  await eventually(
    'all is sent',
    () => delivery(one),
    (now) => now?.state === 'current',
  );
  const silent = () => undefined;
  const order = { folder: folder.pathOf('backup'), keysFolder: null, productVersion: '1.2.3' };
  await takeBackup(database.url, order, silent);
  await record(one, 3);
  await eventually('that too', daysOf, (all) => all.length === 4);
  const restored = await createEmptyDatabase();
  await restoreBackup(restored.url, await openBackup(folder.pathOf('backup'), null), silent);
  await one.stop();
  servers = [];
  try {
    const two = await node(restored.url, false);
    const before = receiver.taken.length;
    await record(two, 9);
    await eventually('only what is new is sent', daysOf, (all) => all.length === 5);
    await eventually(
      'all is sent',
      () => delivery(two),
      (now) => now?.state === 'current',
    );
    const [next, ...others] = receiver.taken.slice(before);
    expect(others).toEqual([]);
    const replaced = receiver.taken.find(({ event }) => event.stream === streams(3, 1)[0]);
    expect(next?.event).toMatchObject({ stream: streams(9, 1)[0], position: replaced?.event.position });
    expect(next?.headers['webhook-id']).not.toBe(replaced?.headers['webhook-id']);
    // The key came with the keys of the backup.
    if (next) verified(secret, next);
  } finally {
    for (const server of servers) await server.stop();
    servers = [];
    await restored.drop();
  }
});
