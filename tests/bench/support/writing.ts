import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { rawQuery } from '#tests/support/log-rows.js';
import { temporaryFolder } from '#tests/support/temporary-file.js';
import { quantile, type Role } from '../harness.js';
import type { DrivenProcess } from './driven-process.js';
import { type BenchHotel, createHotel } from './hotels.js';
import { atEnd, emptyDatabase, startProduct, startProgram } from './product.js';

/** Load: clients in a closed loop, or starting `perSecond` bookings without waiting for others. */
export type Load = { clients: number; seconds: number; perSecond?: number };

/** A change that was sent and answered, when, in milliseconds on the machine's clock. */
export type Sent = { id: number; at: number; answered: number };

/** Result: the bookings, and the milliseconds of one; of a paced load, the time when each was sent. */
export type Run = {
  count: number;
  seconds: number;
  p50: number;
  p99: number;
  /** Absent of pgbench. */
  p999?: number;
  sent?: Sent[];
};

/** A way of writing bookings that stands ready. */
export type WayOfWriting = { name: string; role: Role; run: (load: Load) => Promise<Run> };

/** The bookings a second of a run. */
export const rateOf = ({ count, seconds }: Run): number => count / seconds;

const runOf = (driven: DrivenProcess) => (load: Load) => driven.ask<Run>('run', load);

async function tablesOfProduct(): Promise<string> {
  const url = await emptyDatabase();
  await rawQuery(url, 'create sequence bench_bookings');
  return url;
}

/** Posts to a program behind Nest, with rooms that nobody looks up. */
async function behindNest(name: string, role: Role, program: string, given = {}): Promise<WayOfWriting> {
  const server = await startProgram(`writes/${program}.mjs`, given);
  const months = Array.from({ length: 48 }, (_, index) => {
    const month = new Date(Date.UTC(2027, index, 1)).toISOString().slice(0, 7);
    return [month, 1000 + index];
  });
  const slots = { firstDay: '2027-01-01', days: 1_400, rooms: Array(1_000).fill(Object.fromEntries(months)) };
  const url = await server.ask<string>('url');
  return { name, role, run: runOf(await startProgram('writes/poster.mjs', { url, slots })) };
}

export const emmettBehindNest = async (name: string): Promise<WayOfWriting> =>
  behindNest(name, 'peer', 'emmett', { databaseUrl: await emptyDatabase() });

/** One prepared statement with the rows of a booking behind an empty Nest handler. */
export const statementBehindNest = async (name: string): Promise<WayOfWriting> =>
  behindNest(name, 'limit', 'statement', { databaseUrl: await tablesOfProduct() });

export const emptyNest = (name: string): Promise<WayOfWriting> => behindNest(name, 'limit', 'statement');

/** 8 kB written and made durable on the disk of the temporary folder, where PostgreSQL is as well. */
export async function diskSync(name: string): Promise<WayOfWriting> {
  const folder = temporaryFolder();
  atEnd(folder.remove);
  const program = await startProgram('writes/sync.mjs', { path: folder.pathOf('pages') });
  return { name, role: 'limit', run: runOf(program) };
}

/** Counts what was acknowledged and holds it against the log at the end. */
function counted(hotel: BenchHotel, run: WayOfWriting['run']): WayOfWriting['run'] {
  let acknowledged = hotel.booked;
  atEnd(async () => {
    const created = `select count(*) as logged from event_log where type = 'ReservationCreated'`;
    const [row] = await rawQuery(hotel.url, created);
    if (Number(row?.logged) !== acknowledged)
      throw new Error(`${acknowledged} acknowledged, ${row?.logged} in the log`);
  });
  return async (load) => {
    const done = await run(load);
    acknowledged += done.count;
    return done;
  };
}

/** The product's event store in a process of its own, without HTTP. */
export async function productStore(name: string): Promise<WayOfWriting> {
  const hotel = await createHotel();
  const given = { databaseUrl: hotel.url, slots: hotel.slots };
  const run = runOf(await startProgram('writes/product-store.mjs', given));
  return { name, role: 'product', run: counted(hotel, run) };
}

export type PostedProduct = WayOfWriting & { url: string; pid: number | undefined; hotel: BenchHotel };

/** The product as it is started, on a hotel with so many bookings and with these settings, and a process that posts to it. */
export async function postedProduct(
  name: string,
  booked = 0,
  settings: Record<string, string> = {},
): Promise<PostedProduct> {
  const hotel = await createHotel(booked);
  const { url, process } = await startProduct(hotel.url, { settings });
  const run = runOf(await startProgram('writes/poster.mjs', { url, slots: hotel.slots }));
  return { name, role: 'product', url, pid: process.pid, hotel, run: counted(hotel, run) };
}

/** The same server with terminals connected while it is written to. */
export async function besideTerminals(
  name: string,
  product: PostedProduct,
  count: number,
): Promise<WayOfWriting> {
  const terminals = await startProgram('live/terminals.mjs');
  return {
    name,
    role: 'product',
    async run(load) {
      await terminals.ask('connect', { url: product.url, count });
      const run = await product.run(load);
      await terminals.ask('disconnect');
      return run;
    },
  };
}

/** A script by pgbench, prepared; fails where there is none, as beside the built-in PostgreSQL. */
export async function pgbench(name: string, script: string): Promise<WayOfWriting> {
  await promisify(execFile)('pgbench', ['--version']);
  const url = await tablesOfProduct();
  const folder = temporaryFolder();
  atEnd(folder.remove);
  const file = folder.pathOf('script.sql');
  writeFileSync(file, script);
  const run = async ({ clients, seconds }: Load): Promise<Run> => {
    const limits = ['-c', clients, '-j', Math.min(2, clients), '-T', Math.ceil(seconds)].map(String);
    const logs = ['-l', '--log-prefix', folder.pathOf('times')];
    const args = ['-M', 'prepared', '-n', '-f', file, ...limits, ...logs, url];
    const { stdout } = await promisify(execFile)('pgbench', args);
    const times = takeTimes(folder.path);
    const perSecond = Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1]);
    const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)];
    return { count: times.length, seconds: times.length / perSecond, p50, p99 };
  };
  return { name, role: 'limit', run };
}

/** The milliseconds that pgbench logged of each booking. */
function takeTimes(folder: string): number[] {
  const logs = readdirSync(folder).filter((name) => name.startsWith('times'));
  return logs.flatMap((name) => {
    const lines = readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean);
    rmSync(join(folder, name));
    return lines.map((line) => Number(line.split(' ')[2]) / 1000);
  });
}
