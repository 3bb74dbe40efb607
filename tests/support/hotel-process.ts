import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { roomTypeMappingStream } from '../../backend/masters/master.stream.js';
import { type SeededIds, seedHotel, seedImport, writerOn } from '../backend/api/seed-hotel.js';
import { createTestDatabase } from './database.js';
import { spawnServer } from './server-process.js';
import { AT_DESK, aWork } from './store-node.js';

/** A small hotel on a server in a process of its own, and what can be seen of it from outside. */
export type HotelProcess = {
  url: string;
  databaseUrl: string;
  ids: SeededIds;
  /** Imported records that wait in the failed queue. */
  imported: number[];
  /** All that the server has written to its log. */
  output: () => string;
  isAlive: () => boolean;
  /** Its memory that is not swapped out. */
  residentMiB: () => number;
  stop: () => Promise<void>;
};

function residentMiBOf(pid: number | undefined): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;
}

/** Starts the built product over a fresh small hotel that sells its non-smoking singles as NS. */
export async function startHotelProcess(env: Record<string, string> = {}): Promise<HotelProcess> {
  const database = await createTestDatabase();
  const writer = writerOn(database.url);
  const ids = await seedHotel(writer);
  const imported = [await seedImport(writer), await seedImport(writer), await seedImport(writer)];
  const data = { roomType: 'NS', categories: ['normal_non_smoking' as const] };
  await writer.execute(
    aWork((unit) => {
      const event = { type: 'RoomTypeMappingDefined', data } as const;
      return unit.append(roomTypeMappingStream, unit.nextPosition, event, AT_DESK).id;
    }),
  );
  await writer.close();
  const evidence = join(tmpdir(), `evidence-${randomUUID()}`);
  const settings = { PORT: '0', DATABASE_URL: database.url, SAMPLE_DATA: '0', EVIDENCE_DIR: evidence };
  const server = await spawnServer({ ...settings, ...env });
  return {
    url: server.url,
    databaseUrl: database.url,
    ids,
    imported,
    output: server.output,
    isAlive: () => server.process.exitCode === null && server.process.signalCode === null,
    residentMiB: () => residentMiBOf(server.process.pid),
    async stop() {
      await server.close();
      await database.drop();
      rmSync(evidence, { recursive: true, force: true });
    },
  };
}
