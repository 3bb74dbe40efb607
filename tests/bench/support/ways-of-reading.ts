import { type DrivenProcess, startDriven } from './driven-process.js';

/** What is read, from where, and what is changed before each read. */
export type WayOfReading = {
  name: string;
  role: 'product' | 'peer' | 'limit';
  url: string;
  path: string;
  headers?: Record<string, string>;
  status?: number;
  changed?: { url: string; ids: readonly number[] };
};

/** What a run found: milliseconds a read, answers a second of reading, and bytes of the body on the wire. */
export type ReadRun = { p50: number; p99: number; perSecond: number; bytes: number };

/** How much is read in a run. */
export type ReadLoad = { connections: number; seconds: number };

export type Reader = {
  run: (way: WayOfReading, load: ReadLoad) => Promise<ReadRun>;
  stop: () => Promise<void>;
};

/** A process that reads. */
export async function startReader(): Promise<Reader> {
  const reader = await startDriven('reads/reader.mjs', {});
  return { run: (way, load) => reader.ask('run', { ...way, ...load }), stop: reader.stop };
}

/** The other ways to answer a list, over the product's tables; `bytes` is how long the list is. */
export async function startOtherWays(
  databaseUrl: string,
  list: string,
  bytes: number,
): Promise<{ ways: WayOfReading[]; process: DrivenProcess; url: string }> {
  const process = await startDriven('reads/handlers.mjs', { databaseUrl, bytes });
  const url = await process.ask<string>('url');
  const way = (name: string, role: WayOfReading['role'], route: string, headers = {}): WayOfReading => ({
    name,
    role,
    url,
    path: `/${route}?${list}`,
    headers,
  });
  return {
    process,
    url,
    ways: [
      way('rows parsed and stringified on each call', 'peer', 'rows'),
      way('the same, gzip', 'peer', 'rows-gzip', { 'Accept-Encoding': 'gzip' }),
      way('json_agg in the database, text passed on', 'peer', 'database'),
      way('a static buffer of that size', 'limit', 'still'),
      way('an empty handler', 'limit', 'empty'),
      way('an empty handler that asks where the log ends', 'limit', 'asking'),
    ],
  };
}
