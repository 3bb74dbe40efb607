import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { addDays } from '@domain/dates.js';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { HotelRecord } from '@wire/hotel-record.js';
import { apiClient, importsOf } from '#tests/support/api-client.js';
import { goodFile } from '#tests/support/channel-file.js';
import { createEmptyDatabase } from '#tests/support/database.js';
import {
  killAndWait,
  newDataFolder,
  postmasterPid,
  query,
  removeDataFolder,
} from '#tests/support/launched-postgres.js';
import { LONG_MS } from '#tests/support/limits.js';
import { runCommand, spawnServer } from '#tests/support/server.js';

// Each start is a process, one with a PostgreSQL of its own and the sample hotel.
jest.setTimeout(LONG_MS);

describe('npm start', () => {
  let occupant: Server | null = null;

  afterEach(() => {
    occupant?.close();
    occupant = null;
  });

  it('stops at a bad setting with one readable line', async () => {
    const { code, lines } = await runCommand('start', { PORT: 'abc' });
    expect(code).toBe(1);
    expect(lines).toEqual(['PORT は 0〜65535 の整数で指定してください(現在の値: abc)。']);
  });

  it('names a port that is taken and how to choose another, before it touches any data', async () => {
    const server = createServer();
    occupant = server;
    const port = await new Promise<number>((done) => {
      server.listen(0, '127.0.0.1', () => {
        const address = server.address();
        done(typeof address === 'object' && address ? address.port : 0);
      });
    });
    const { code, lines } = await runCommand('start', {
      PORT: String(port),
      DATA_DIR: '/nonexistent/never-made',
    });
    expect(code).toBe(1);
    expect(lines).toEqual([expect.stringContaining(`ポート ${port} は使用中です`)]);
    expect(lines[0]).toContain('PORT=');
  });

  it('names a database that refuses the connection', async () => {
    const database = await createEmptyDatabase();
    await database.drop();
    const { code, lines } = await runCommand('start', { PORT: '0', DATABASE_URL: database.url });
    expect(code).toBe(1);
    expect(lines).toEqual([expect.stringContaining('データベースがありません')]);
  });

  it('serves an outside database, empty as it is, prints its address and ends in order on SIGTERM', async () => {
    const database = await createEmptyDatabase();
    const server = await spawnServer({ PORT: '0', DATABASE_URL: database.url });
    expect(server.output()).toMatch(/http:\/\/127\.0\.0\.1:\d+ で起動しました/);
    const events = await query(database.url, 'select count(*)::int as events from event_log');
    expect(events).toEqual([{ events: 0 }]);
    await server.close();
    expect(server.process.exitCode).toBe(0);
    await database.drop();
  });

  it('brings its own database, loads the sample hotel once and keeps it through kill -9 of everything', async () => {
    const DATA_DIR = newDataFolder();
    const settings = { PORT: '0', DATA_DIR };
    const first = await spawnServer(settings);
    const bookings = await readBookings(first.url);
    expect(bookings.length).toBeGreaterThan(100);
    const postgres = postmasterPid(DATA_DIR);
    await killAndWait(first.process.pid ?? 0);
    await killAndWait(postgres ?? 0);

    const second = await spawnServer(settings);
    expect(await readBookings(second.url)).toEqual(bookings);

    // Commands work beside a server with its own database, and on its folder when it has ended.
    const file = join(DATA_DIR, 'file.csv');
    writeFileSync(file, goodFile(2));
    const importFile = async () => {
      const { code, lines } = await runCommand('import-csv', { DATA_DIR }, file);
      expect(code).toBe(0);
      return lines.join('\n');
    };
    expect(await importFile()).toContain('失敗 2');
    expect(await importsOf(second.url)).toMatchObject([{ file_name: 'file.csv', terminal: 'コマンド' }]);
    await second.close();
    expect(second.process.exitCode).toBe(0);
    expect(await importFile()).toContain('変更なし 2、');
    expect(postmasterPid(DATA_DIR)).toBeNull();
    await removeDataFolder(DATA_DIR);
  });
});

/** The nights of the sample hotel in the weeks around the server's today: its own PostgreSQL has the real clock. */
async function readBookings(url: string): Promise<unknown[]> {
  const { today } = (await apiClient(url).get<HotelRecord>('/api/hotel')).body;
  const range = `start_date=${addDays(today, -30)}&end_date=${addDays(today, 60)}`;
  return (await apiClient(url).get<unknown[]>(`/api/bookings?${range}`)).body;
}
