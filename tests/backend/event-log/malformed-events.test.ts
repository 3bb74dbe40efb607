import { beforeAll, expect, test } from '@jest/globals';
import type { EventPage } from '@wire/event-record.js';
import type { FeedPage } from '@wire/feed.js';
import type { HandoverChanges } from '@wire/handover.js';
import { apiClient, must } from '#tests/support/api-client.js';
import { appendForeign } from '#tests/support/foreign-events.js';
import { rawQuery } from '#tests/support/log-rows.js';
import { runCommand } from '#tests/support/server.js';
import { sharedServer } from '#tests/support/shared.js';

/*
 * Events whose data do not fit their type, as an older or foreign program writes them: readers show them as unreadable and
 * everything else as it is.
 */

const server = sharedServer();
const KINDS = [
  ['a booking without its fields', 'ReservationCreated', '{}'],
  ['a booking whose room is a number', 'ReservationCreated', '{"roomNumber":7}'],
  ['a text in the place of data', 'ReservationCreated', '"x"'],
] as const;
let api: ReturnType<typeof apiClient>;
let positions: number[];

beforeAll(async () => {
  api = apiClient(server.url);
  expect((await api.post('/api/weather', { date: '2096-01-19', weather: '晴れ' })).status).toBe(201);
  positions = [];
  for (const [, type, payload] of KINDS) {
    const [head] = await rawQuery(server.databaseUrl, 'select position from log_head');
    const stream = `reservation-${Number(head?.position) + 1}`;
    positions.push(
      await appendForeign(server.databaseUrl, { stream, version: 1, type, schemaVersion: 1, payload }),
    );
  }
});

test.each(KINDS.map(([what], index) => ({ what, index })))(
  '$what is shown as unreadable in the log, and the feed withholds its data',
  async ({ index }) => {
    const position = positions[index] ?? 0;
    const log = await must(api.get<EventPage>(`/api/events?after=${position - 1}&limit=1`));
    expect(log.events).toMatchObject([{ position, label: '読み取れない記録', changes: [], payload: {} }]);
    const feed = await must(api.get<FeedPage>(`/api/feed?after=${position - 1}&limit=1`));
    expect(feed.events).toMatchObject([{ position, data: null, withheld: ['*'] }]);
  },
);

test('the handover names what can be read alone', async () => {
  const { people } = await must(api.get<HandoverChanges>('/api/handover?since=0'));
  expect(people.flatMap(({ bookings }) => bookings)).toEqual([]);
  expect(people.flatMap(({ others }) => others)).toEqual([{ label: '天気の記録', count: 1 }]);
});

test('verify names the first of them beside what else is wrong, and compares the tables in any case', async () => {
  const { code, lines } = await runCommand('verify', { DATABASE_URL: server.databaseUrl });
  expect(code).toBe(1);
  expect(lines).toContainEqual(
    expect.stringContaining(`不合格 表: 記録番号 ${positions[0]} を読み取れません`),
  );
  expect(lines).toContainEqual(expect.stringMatching(/^不合格 書類の再計算: 位置 \d+: /));
  expect(lines).toContain('判定: 不合格');
});
