import { day, type Month } from '@domain/dates.js';
import { beforeAll, expect, test } from '@jest/globals';
import { type ApiClient, apiClient } from '../../support/api-client.js';
import { cutConnections, rawQuery } from '../../support/log-rows.js';
import { sharedServer } from '../../support/shared.js';
import { A_BOOKING, defineRoom, openNode, plainRoom } from '../../support/store-node.js';

const server = sharedServer();
let api: ApiClient;
let roomId: number;

beforeAll(async () => {
  api = apiClient(server.url);
  const node = openNode(server.databaseUrl);
  roomId = (await defineRoom(node.store, plainRoom('1001', day('2096-01-01') as Month))).id;
  await node.close();
});

/** Every sample that is served, by name and labels. */
async function samples(): Promise<Map<string, number>> {
  const { text } = await api.get('/metrics');
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]));
}

test('counts events, batches and refusals of this node by kind, and the end of the log', async () => {
  const before = await samples();
  const stay = { ...A_BOOKING, room_id: roomId, stay_start: '2096-01-01', stay_end: '2096-01-02' };
  const statuses: number[] = [];
  for (let time = 0; time < 3; time += 1) statuses.push((await api.post('/api/booking', stay)).status);
  expect(statuses).toEqual([201, 409, 409]);
  const after = await samples();
  const grown = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
  expect(grown('hotel_append_events_total')).toBe(1);
  expect(grown('hotel_append_batch_commands_sum')).toBe(3);
  expect(grown('hotel_append_batch_duration_seconds_count')).toBe(3);
  expect(grown('hotel_append_refused_total{kind="overlap"}')).toBe(2);
  expect(grown('hotel_log_position')).toBe(1);
  expect(after.get('hotel_append_queue_length')).toBe(0);
  const route = 'method="POST",route="/api/booking",status="409"';
  expect(after.get(`hotel_http_request_duration_seconds_count{${route}}`)).toBe(2);
});

test('shows the age of the newest backup and checkpoint, and that there is none', async () => {
  const ages = ['hotel_backup_age_seconds', 'hotel_checkpoint_age_seconds'];
  const none = await samples();
  for (const age of ages) expect(none.get(age)).toBeNaN();
  await rawQuery(
    server.databaseUrl,
    `insert into backups values (gen_random_uuid(), 1, clock_timestamp() - interval '2 hours')`,
  );
  expect((await api.post('/api/checkpoints')).status).toBe(201);
  const some = await samples();
  expect(some.get('hotel_backup_age_seconds')).toBeGreaterThanOrEqual(7_200);
  expect(some.get('hotel_backup_age_seconds')).toBeLessThan(7_260);
  expect(some.get('hotel_checkpoint_age_seconds')).toBeLessThan(60);
  expect(some.get('hotel_checkpoint_position')).toBe(some.get('hotel_log_position'));
});

test('is not ready while the connection for notifications is lost, and reports it', async () => {
  expect((await api.get('/health/ready')).body).toMatchObject({
    status: 'ok',
    lag: 0,
    parts: { log_subscription: 'ok' },
  });
  const states = new Set<string>();
  const look = async () => {
    const { status, body } = await api.get<{ parts: Record<string, string> }>('/health/ready');
    states.add(`${status} ${body.parts.log_subscription}`);
    return status;
  };
  await cutConnections(server.databaseUrl);
  while ((await look()) === 200);
  while ((await look()) === 503);
  expect(states).toContain('503 the connection that hears of changes is lost');
  expect(states).toContain('200 ok');
});
