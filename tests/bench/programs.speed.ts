import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from '@jest/globals';
import { apiClient, must } from '#tests/support/api-client.js';
import { eventually } from '#tests/support/eventually.js';
import { inTurns, reportOn } from './harness.js';
import { atEnd, memoryOf, startProgram, useEnds } from './support/product.js';
import { type Load, type PostedProduct, postedProduct, type Run } from './support/writing.js';

useEnds();

const { measured, atMost } = reportOn('programs');
const SECONDS = Number(process.env.SECONDS ?? 10);
const READING = 980;
const SILENT = 20;
const WEBHOOKS = 20;
/** A tail needs many bookings; ten a second is more than a hotel has. */
const LOAD = { clients: 4, seconds: 2 * SECONDS, perSecond: 10 };
const WARM_UP_SECONDS = 2;
const POST = 'POST /api/booking';

type Way = { name: string; run: () => Promise<Run> };

/** A product that is posted to after what came before (connections that end, caches) is over. */
const warmed = (product: PostedProduct, load: Load) => async (): Promise<Run> => {
  await product.run({ ...load, seconds: WARM_UP_SECONDS });
  return product.run(load);
};

/** Runs two ways in turns, and tells a figure of each; returns that of the second to that of the first. */
async function compared(what: string, alone: Way, beside: Way, read: (run: Run) => number): Promise<number> {
  const runs = await inTurns([alone, beside], ({ run }) => run());
  const tell = ({ name }: Way) => measured(what, name, 'ms', runs(name, read));
  return tell(beside) / tell(alone);
}

/** Holds the tail of a booking beside something against the one without. */
async function tailBeside(what: string, product: PostedProduct, run: () => Promise<Run>): Promise<void> {
  const told = `${LOAD.perSecond} bookings a second: p99`;
  const alone = { name: POST, run: warmed(product, LOAD) };
  const ratio = await compared(told, alone, { name: `${POST}, ${what}`, run }, ({ p99 }) => p99);
  atMost(`p99 beside ${what} to that without`, ratio, '×', 1.1);
}

test('a booking beside a thousand programs that follow the feed, of which some never read', async () => {
  const product = await postedProduct(POST);
  const programs = await startProgram('feed/subscribers.mjs');
  const position = async () =>
    ((await (await fetch(`${product.url}/api/hotel`)).json()) as { position: number }).position;
  const memory: number[] = [];
  await tailBeside(`${READING + SILENT} programs that follow the feed`, product, async () => {
    const before = memoryOf(product.pid);
    const after = await position();
    await programs.ask('connect', { url: product.url, after, reading: READING, silent: SILENT });
    const run = await warmed(product, LOAD)();
    const end = await position();
    await eventually(
      'every program has the last event',
      () => programs.ask<number>('slowest'),
      (at) => at >= end,
    );
    memory.push((1024 * (memoryOf(product.pid) - before)) / (READING + SILENT));
    await programs.ask('disconnect');
    return run;
  });
  const kib = measured(
    'memory of the server for one more program',
    `${READING + SILENT} connected`,
    'KiB',
    memory,
  );
  atMost('memory of a program that follows the feed', kib, 'KiB', 64);
});

/** A program that answers each request with this status; returns its address. */
async function startAnswering(status: number): Promise<string> {
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => response.writeHead(status).end('{}'));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  atEnd(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a booking beside webhooks whose receivers fail', async () => {
  const product = await postedProduct(POST, 0, { WEBHOOK_PRIVATE_ADDRESSES: '1' });
  const failing = await startAnswering(500);
  const api = apiClient(product.url);
  let named = 0;
  const next = () => ({ name: `会計${++named}`, url: `${failing}/${named}`, rooms: 1 });
  await tailBeside(`${WEBHOOKS} webhooks whose receivers fail`, product, async () => {
    const ids: number[] = [];
    for (let index = 0; index < WEBHOOKS; index++) {
      const { id } = await must(api.post<{ id: number }>('/api/webhooks', next()));
      await must(api.post(`/api/webhooks/${id}/secret`, {}));
      ids.push(id);
    }
    const run = await warmed(product, LOAD)();
    for (const id of ids) await must(api.put(`/api/webhooks/${id}/retired`, { is_retired: 1 }));
    return run;
  });
});

test('a booking that is traced', async () => {
  const plain = await postedProduct(POST);
  const traced = await postedProduct(`${POST}, traced`, 0, {
    OTEL_EXPORTER_OTLP_ENDPOINT: await startAnswering(200),
  });
  const load = { clients: 1, seconds: SECONDS };
  const [alone, beside] = [plain, traced].map((way) => ({ name: way.name, run: warmed(way, load) }));
  if (!alone || !beside) throw new Error('two ways');
  const ratio = await compared('one booking, 1 client: p50', alone, beside, ({ p50 }) => p50);
  atMost('p50 of a traced booking to that of another', ratio, '×', 1.01);
});
