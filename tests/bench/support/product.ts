import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { day } from '@domain/dates.js';
import { afterEach } from '@jest/globals';
import { openLongRunningClient } from '#backend/platform/database.js';
import { copyOfFilled, createTestDatabase } from '#tests/support/database.js';
import { copyLargeLog } from '#tests/support/large-log.js';
import { rawQuery } from '#tests/support/log-rows.js';
import { type ServerProcess, spawnServer } from '#tests/support/server.js';
import { type reportOn, timed } from '../harness.js';
import { type DrivenProcess, startDriven } from './driven-process.js';

const ends: (() => unknown)[] = [];

/** Ends something with the test, what came last first, in files that call `useEnds`. */
export function atEnd(end: () => unknown): void {
  ends.push(end);
}

/** Ends after each test of the file that calls it what the test began. */
export function useEnds(): void {
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });
}

/** A migrated database without events. */
export async function emptyDatabase(): Promise<string> {
  const { url, drop } = await createTestDatabase();
  atEnd(drop);
  return url;
}

/** The last day of the large log. */
export const LOG_ENDS = day('2026-11-22');
const EVENTS = Number(process.env.EVENTS ?? 1_000_000);

/** A database with about a million events (`EVENTS=…`) and their read models. */
export async function largeLog(): Promise<{ url: string; events: number }> {
  const { url, drop } = await copyOfFilled(`large_log_${EVENTS}`, (filled) =>
    copyLargeLog(filled, { events: EVENTS, today: LOG_ENDS, seed: 1 }),
  );
  atEnd(drop);
  const [head] = await rawQuery(url, 'select position from log_head');
  return { url, events: Number(head?.position) };
}

/** The product on a database, as it is started. */
export async function startProduct(
  databaseUrl: string,
  { withSample = false, settings = {} }: { withSample?: boolean; settings?: Record<string, string> } = {},
): Promise<ServerProcess> {
  const own = { PORT: '0', DATABASE_URL: databaseUrl, SAMPLE_DATA: withSample ? '1' : '0' };
  const server = await spawnServer({ ...own, ...settings });
  atEnd(server.close);
  return server;
}

/** A program of `peers`. */
export async function startProgram(program: string, given: object = {}): Promise<DrivenProcess> {
  const driven = await startDriven(program, given);
  atEnd(driven.stop);
  return driven;
}

const agent = new Agent({ keepAlive: true });
const headers = { 'Accept-Encoding': 'gzip' };

/** Milliseconds that each call took until the last byte of its answer was there, one after the other on one connection. */
export const timeCalls = (url: string, paths: readonly string[]): Promise<number[]> =>
  timed(paths, async (path) => {
    const [answer] = (await once(get(url + path, { agent, headers }), 'response')) as [IncomingMessage];
    answer.resume();
    await once(answer, 'end');
    if (answer.statusCode !== 200) throw new Error(`${path} was answered ${answer.statusCode}`);
  });

/** Milliseconds that each statement took until its rows were there, one after the other on one connection. */
export async function timeStatements(databaseUrl: string, statements: readonly string[]): Promise<number[]> {
  const client = await openLongRunningClient(databaseUrl);
  return timed(statements, (statement) => client.query(statement)).finally(() => client.end());
}

/** Reads a process's memory in MiB: now, or at most so far; 0 when it has ended. */
export function memoryOf(pid: number | undefined, field: 'VmRSS' | 'VmHWM' = 'VmRSS'): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** Reports the memory of a process that works a file off; in the second half of the file it must not go on growing. */
export function judgeMemory({ measured, atMost }: ReturnType<typeof reportOn>, mib: number[]): void {
  const half = Math.ceil(mib.length / 2);
  const most = (way: string, runs: number[]) =>
    Math.max(measured('memory of the process', way, 'MiB', runs), ...runs);
  const before = most('first half of the file', mib.slice(0, half));
  const after = most('second half', mib.slice(half));
  atMost('most memory in the second half, to that in the first', after / before, '×', 1.2);
}
