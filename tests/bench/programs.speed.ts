import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from '@jest/globals';
import { eventually } from '#tests/support/eventually.js';
import { inTurns, reportOn } from './harness.js';
import { atEnd, memoryOf, startProgram } from './support/product.js';
import { postedProduct, type Run } from './support/writing.js';

const { measured, atMost } = reportOn('programs');
const SECONDS = Number(process.env.SECONDS ?? 10);
const READING = 980;
const SILENT = 20;
const LOAD = { clients: 4, seconds: SECONDS, perSecond: 10 };
const POST = 'POST /api/booking';

type Way = { name: string; run: () => Promise<Run> };

/** Runs two ways in turns, and tells the tail of a booking by each; returns the second to the first. */
async function compared(what: string, alone: Way, beside: Way, read: (run: Run) => number): Promise<number> {
  const runs = await inTurns([alone, beside], ({ run }) => run());
  const tell = ({ name }: Way) => measured(what, name, 'ms', runs(name, read));
  return tell(beside) / tell(alone);
}

test('a booking beside a thousand programs that follow the feed, of which some never read', async () => {
  const product = await postedProduct(POST);
  const programs = await startProgram('feed/subscribers.mjs');
  const position = async () =>
    ((await (await fetch(`${product.url}/api/hotel`)).json()) as { position: number }).position;
  const memory: number[] = [];
  const beside = {
    name: `${POST}, ${READING + SILENT} programs follow the feed`,
    async run() {
      const before = memoryOf(product.pid);
      await programs.ask('connect', {
        url: product.url,
        after: await position(),
        reading: READING,
        silent: SILENT,
      });
      const run = await product.run(LOAD);
      const end = await position();
      await eventually(
        'every program has the last event',
        () => programs.ask<number>('slowest'),
        (at) => at >= end,
      );
      memory.push((1024 * (memoryOf(product.pid) - before)) / (READING + SILENT));
      await programs.ask('disconnect');
      return run;
    },
  };
  await product.run({ ...LOAD, seconds: 3 });
  const alone = { name: POST, run: () => product.run(LOAD) };
  const what = `${LOAD.perSecond} bookings a second: p99`;
  atMost(
    'p99 beside a thousand programs to that without',
    await compared(what, alone, beside, ({ p99 }) => p99),
    '×',
    1.1,
  );
  const kib = measured(
    'memory of the server for one more program',
    `${READING + SILENT} connected`,
    'KiB',
    memory,
  );
  atMost('memory of a program that follows the feed', kib, 'KiB', 64);
});

/** A collector of traces that takes whatever comes; returns its address. */
async function startCollector(): Promise<string> {
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => response.end('{}'));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  atEnd(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a booking that is traced', async () => {
  const plain = await postedProduct(POST);
  const traced = await postedProduct(`${POST}, traced`, 0, {
    OTEL_EXPORTER_OTLP_ENDPOINT: await startCollector(),
  });
  const load = { clients: 1, seconds: SECONDS };
  const [alone, beside] = [plain, traced].map(({ name, run }) => ({ name, run: () => run(load) }));
  if (!alone || !beside) throw new Error('two ways');
  const ratio = await compared('one booking, 1 client: p50', alone, beside, ({ p50 }) => p50);
  atMost('p50 of a traced booking to that of another', ratio, '×', 1.01);
});
