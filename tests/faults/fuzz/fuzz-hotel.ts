import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dayIn } from '@domain/dates.js';
import { Test } from '@nestjs/testing';
import { AppModule } from '../../../backend/app.module.js';
import { readConfig } from '../../../backend/platform/config/config.js';
import { seedHotel, seedImport, writerOn } from '../../backend/api/seed-hotel.js';
import { routesOf } from '../../support/app-routes.js';
import { createTestDatabase } from '../../support/database.js';
import { type ServerProcess, spawnServer } from '../../support/server-process.js';
import { WriteWatch } from '../../support/write-watch.js';
import type { Known } from './draws.js';
import type { Route } from './fuzzed-requests.js';

/** A small hotel on a server in a process of its own, and what can be seen of it from outside. */
export type FuzzHotel = {
  url: string;
  databaseUrl: string;
  known: Known;
  routes: Route[];
  watch: WriteWatch;
  /** All that the server has written to its log. */
  output: () => string;
  isAlive: () => boolean;
  residentMiB: () => number;
  stop: () => Promise<void>;
};

async function routesOn(databaseUrl: string): Promise<Route[]> {
  const module = await Test.createTestingModule({
    imports: [AppModule.with(readConfig({}), databaseUrl)],
  }).compile();
  const app = module.createNestApplication();
  await app.init();
  const routes = routesOf(app);
  await app.close();
  return routes;
}

/** Memory of a process that is not swapped out. */
export function residentMiBOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;
}

/** Starts it, with further settings as in its environment; tables left unwatched may change on a refusal. */
export async function startFuzzHotel(
  env: Record<string, string> = {},
  unwatched: readonly string[] = ['presence'],
): Promise<FuzzHotel> {
  const database = await createTestDatabase();
  const writer = writerOn(database.url);
  const ids = await seedHotel(writer);
  const imported = [await seedImport(writer), await seedImport(writer), await seedImport(writer)];
  await writer.close();
  const evidence = join(tmpdir(), `fuzz-evidence-${randomUUID()}`);
  const settings = { PORT: '0', DATABASE_URL: database.url, SAMPLE_DATA: '0', EVIDENCE_DIR: evidence };
  const server: ServerProcess = await spawnServer({ ...settings, ...env });
  const watch = await WriteWatch.open(database.url, unwatched);
  return {
    url: server.url,
    databaseUrl: database.url,
    routes: await routesOn(database.url),
    watch,
    known: {
      today: dayIn('Asia/Tokyo', new Date()),
      rooms: ids.rooms,
      ids: {
        booking: [],
        room: [...ids.rooms.values()],
        day: [],
        corporate: [ids.corporate, ids.flaggedCorporate],
        payment: [ids.cash, ids.card],
        blacklist: [ids.blacklisted],
        staff: [ids.staff],
        'import-file': [],
        imported,
        mapping: [],
        note: [],
        request: [],
      },
    },
    output: server.output,
    isAlive: () => server.process.exitCode === null && server.process.signalCode === null,
    residentMiB: () => residentMiBOf(server.process.pid ?? 0),
    async stop() {
      await watch.close();
      await server.close();
      await database.drop();
      rmSync(evidence, { recursive: true, force: true });
    },
  };
}
