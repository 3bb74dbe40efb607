import { afterEach } from '@jest/globals';
import { createTestDatabase } from '../../support/database.js';
import { type ServerProcess, spawnServer } from '../../support/server.js';
import { type DrivenProcess, startDriven } from './driven-process.js';

const ends: (() => unknown)[] = [];

/** Ends something with the test, what came last first. */
export function atEnd(end: () => unknown): void {
  ends.push(end);
}

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** A migrated database without events. */
export async function emptyDatabase(): Promise<string> {
  const { url, drop } = await createTestDatabase();
  atEnd(drop);
  return url;
}

/** The product on a database, as it is started. */
export async function startProduct(databaseUrl: string, withSample = false): Promise<ServerProcess> {
  const settings = { PORT: '0', DATABASE_URL: databaseUrl, SAMPLE_DATA: withSample ? '1' : '0' };
  const server = await spawnServer(settings);
  atEnd(server.close);
  return server;
}

/** A program of `peers`. */
export async function startProgram(program: string, given: object = {}): Promise<DrivenProcess> {
  const driven = await startDriven(program, given);
  atEnd(driven.stop);
  return driven;
}
