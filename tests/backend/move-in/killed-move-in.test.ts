import { expect, jest, test } from '@jest/globals';
import type { MoveInFile } from '@wire/move-in.js';
import { apiClient } from '#tests/support/api-client.js';
import { eventually } from '#tests/support/eventually.js';
import { createHotelDatabase, PLAIN_ROOMS } from '#tests/support/hotel.js';
import { LONG_MS } from '#tests/support/limits.js';
import { rawQuery } from '#tests/support/log-rows.js';
import { csvOf, endOfRun, uploadMoveIn } from '#tests/support/move-in.js';
import { startTestServer } from '#tests/support/server.js';

// The node that is killed is a process of its own.
jest.setTimeout(LONG_MS);

const HEADER = ['予約番号', '宿泊者名', '部屋番号', 'チェックイン日', '泊数'];
const NIGHTS = Array.from({ length: 28 }, (_, index) => `2096-02-${String(index + 1).padStart(2, '0')}`);

test.each([1, 0] as const)(
  'killed in the middle (dry_run: %s) it goes on, every row once',
  async (dry_run) => {
    const database = await createHotelDatabase();
    const rows = PLAIN_ROOMS.slice(0, 20).flatMap((room) =>
      NIGHTS.map((night) => [`${room}-${night}`, '山田 太郎', room, night, '1']),
    );
    const victim = await startTestServer({ databaseUrl: database.url, ownProcess: true });
    const { body: file } = await uploadMoveIn(victim.url, csvOf([HEADER, ...rows]));
    const api = apiClient(victim.url);
    const { mapping, system, past } = file;
    await api.post(`/api/move-in/files/${file.id}/runs`, { mapping, system, past, dry_run });
    const seen = await eventually(
      'some rows are done',
      async () => (await api.get<MoveInFile>(`/api/move-in/files/${file.id}`)).body,
      ({ done }) => done > 0,
      { every: 5 },
    );
    process.kill(victim.pid, 'SIGKILL');
    await eventually('the node is gone', () => !victim.isAlive());
    expect({ status: seen.status, all: seen.done === rows.length }).toEqual({
      status: 'running',
      all: false,
    });

    const next = await startTestServer({ databaseUrl: database.url });
    const done = await endOfRun(apiClient(next.url), file.id, LONG_MS / 4);
    const moved = dry_run ? 0 : rows.length;
    expect(done).toMatchObject({ new: rows.length, failed: 0, existing: 0, done: rows.length, moved });
    const [{ bookings, nights, events } = {}] = await rawQuery(
      database.url,
      `select (select count(*) from bookings) as bookings, (select count(*) from room_claims) as nights,
            (select count(*) from event_log where type = 'ReservationMovedIn') as events`,
    );
    expect([bookings, nights, events].map(Number)).toEqual([moved, moved, moved]);
    await next.stop();
    await database.drop();
  },
);
