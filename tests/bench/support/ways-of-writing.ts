import { createTestDatabase } from '../../support/database.js';
import { rawQuery } from '../../support/log-rows.js';
import { spawnServer } from '../../support/server.js';
import { temporaryFolder } from '../../support/temporary-file.js';
import { type BenchHotel, createBenchHotel } from './bench-hotel.js';
import { type DrivenProcess, startDriven } from './driven-process.js';
import { hasPgbench, runPgbench } from './pgbench.js';
import type { Load, Run, WayOfWriting } from './way-of-writing.js';

/** Writes the same rows with nothing of the product, on its tables. */
export async function startPlainWay(
  name: string,
  role: WayOfWriting['role'],
  program: string,
): Promise<WayOfWriting> {
  const database = await createTestDatabase();
  await rawQuery(database.url, 'create sequence bench_bookings');
  const driven = await startDriven(program, { databaseUrl: database.url });
  return {
    name,
    role,
    run: (load) => driven.ask<Run>('run', load),
    async stop() {
      await driven.stop();
      await database.drop();
    },
  };
}

/** The scripts of `rows.mjs` by pgbench; null where there is none. */
export async function startPgbench(name: string, script: string): Promise<WayOfWriting | null> {
  if (!(await hasPgbench())) return null;
  const database = await createTestDatabase();
  await rawQuery(database.url, 'create sequence bench_bookings');
  const folder = temporaryFolder();
  return {
    name,
    role: 'limit',
    run: (load) => runPgbench(folder.path, database.url, { ...load, script }),
    async stop() {
      folder.remove();
      await database.drop();
    },
  };
}

/** How many bookings a hotel's log holds. */
async function bookingsIn({ url }: BenchHotel): Promise<number> {
  const [row] = await rawQuery(
    url,
    `select count(*) as count from event_log where type = 'ReservationCreated'`,
  );
  return Number(row?.count);
}

/** Counts what was acknowledged and holds it against the log at the end. */
function counted(hotel: BenchHotel, driven: DrivenProcess) {
  let acknowledged = hotel.booked;
  return {
    async run(load: Load): Promise<Run> {
      const run = await driven.ask<Run>('run', load);
      acknowledged += run.count;
      return run;
    },
    async check(): Promise<void> {
      const logged = await bookingsIn(hotel);
      if (logged !== acknowledged) throw new Error(`${acknowledged} acknowledged, ${logged} in the log`);
    },
  };
}

/** The product's event store in a process of its own, without HTTP. */
export async function startProductStore(name: string): Promise<WayOfWriting> {
  const hotel = await createBenchHotel();
  const driven = await startDriven('writes/product-store.mjs', {
    databaseUrl: hotel.url,
    slots: hotel.slots,
  });
  const { run, check } = counted(hotel, driven);
  return {
    name,
    role: 'product',
    run,
    async stop() {
      await driven.stop();
      await check();
      await hotel.drop();
    },
  };
}

/** The product as it is started, and a process that posts to it. */
export type ProductServer = WayOfWriting & {
  url: string;
  hotel: BenchHotel;
  pid: number;
};

/** Starts the product on a bench hotel, its own or one that there is. */
export async function startProduct(name: string, existing?: BenchHotel): Promise<ProductServer> {
  const hotel = existing ?? (await createBenchHotel());
  const server = await spawnServer({ PORT: '0', DATABASE_URL: hotel.url, SAMPLE_DATA: '0' });
  const driven = await startDriven('writes/poster.mjs', { url: server.url, slots: hotel.slots });
  const { run, check } = counted(hotel, driven);
  return {
    name,
    role: 'product',
    url: server.url,
    hotel,
    pid: server.process.pid as number,
    run,
    async stop() {
      await driven.stop();
      await server.close();
      await check();
      await hotel.drop();
    },
  };
}

/** The same server with terminals connected while it is written to. */
export async function withTerminals(
  name: string,
  product: ProductServer,
  count: number,
): Promise<WayOfWriting> {
  const terminals = await startDriven('live/terminals.mjs', {});
  return {
    name,
    role: 'product',
    async run(load) {
      await terminals.ask('connect', { url: product.url, count });
      const run = await product.run(load);
      await terminals.ask('disconnect');
      return run;
    },
    stop: () => terminals.stop(),
  };
}

/** Emmett behind Nest, and a process that posts to it. */
export async function startEmmettServer(name: string): Promise<WayOfWriting> {
  const database = await createTestDatabase();
  const server = await startDriven('writes/emmett-nest.mjs', { databaseUrl: database.url });
  const url = await server.ask<string>('url');
  const driven = await startDriven('writes/poster.mjs', { url, slots: unlimited() });
  return {
    name,
    role: 'peer',
    run: (load) => driven.ask<Run>('run', load),
    async stop() {
      await driven.stop();
      await server.stop();
      await database.drop();
    },
  };
}

/** Rooms that nobody looks up: enough for any run. */
const unlimited = () => {
  const months = Array.from({ length: 48 }, (_, index) => {
    const month = new Date(Date.UTC(2027, index, 1)).toISOString().slice(0, 7);
    return [month, 1000 + index];
  });
  return { firstDay: '2027-01-01', days: 1_400, rooms: Array(1_000).fill(Object.fromEntries(months)) };
};
