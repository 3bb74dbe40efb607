import { test } from '@jest/globals';
import { median, quantile, type Role, repeated, reportOn } from './harness.js';
import type { DrivenProcess } from './support/driven-process.js';
import { memoryOf, startProduct, startProgram, useEnds } from './support/product.js';
import { type PostedProduct, postedProduct, type Sent } from './support/writing.js';

useEnds();

const { measured, atMost } = reportOn('live');
const SECONDS = Number(process.env.SECONDS ?? 2);
const LOADS = [
  { terminals: 50, perSecond: 50 },
  { terminals: 200, perSecond: 50 },
  { terminals: 1_000, perSecond: 10 },
];
const AWAY_CHANGES = 1_000;
const MEMORY_TERMINALS = 1_000;
const POST = 'POST /api/booking';

/** A frame as terminals heard it: which stretch of the log, when the last one had it, how many had it. */
type Arrival = { from: number; to: number; last: number; count: number };
type Heard = { bytes: number; arrivals: Arrival[] };
type Place = { log_id: string; position: number };
type Back = { kind: string; ms: number; bytes: number };
/** Milliseconds from sent to the last terminal and from answered to it, and what one terminal received for one change. */
type Pushes = { p50: number; p99: number; afterAnswer: number; bytes: number };

/** Connects so many terminals and sends; every one of them must hear of every change. */
async function pushes(
  terminals: DrivenProcess,
  url: string,
  count: number,
  send: () => Promise<Sent[] | undefined>,
): Promise<Pushes> {
  await terminals.ask('connect', { url, count });
  await terminals.ask('heard');
  const sent = (await send()) ?? [];
  const newest = Math.max(...sent.map(({ id }) => id));
  const arrivals = new Map<number, Arrival>();
  let bytes = 0;
  while (![...arrivals.values()].some(({ to, count: had }) => to >= newest && had === count)) {
    const heard = await terminals.ask<Heard>('heard');
    bytes += heard.bytes;
    // Of a frame, some terminals may have been heard of before.
    for (const arrival of heard.arrivals) {
      const had = arrivals.get(arrival.to)?.count ?? 0;
      arrivals.set(arrival.to, { ...arrival, count: had + arrival.count });
    }
  }
  await terminals.ask('disconnect');
  const times = sent.map(({ id, at, answered }) => {
    const arrival = [...arrivals.values()].find(({ from, to }) => from < id && id <= to);
    if (arrival?.count === count)
      return { whole: arrival.last - at, rest: Math.max(0, arrival.last - answered) };
    throw new Error(`${arrival?.count ?? 0} of ${count} terminals heard of ${id}`);
  });
  const whole = times.map((time) => time.whole);
  return {
    p50: quantile(whole, 0.5),
    p99: quantile(whole, 0.99),
    afterAnswer: quantile(
      times.map(({ rest }) => rest),
      0.5,
    ),
    bytes: bytes / sent.length / count,
  };
}

test('sent to the last terminal, memory of a terminal, and one that was away', async () => {
  const product = await postedProduct(POST);
  const { url: otherUrl } = await startProduct(product.hotel.url);
  const terminals = await startProgram('live/terminals.mjs');
  await product.run({ clients: 8, seconds: 3 });
  for (const load of LOADS) await sentToLast(product, otherUrl, terminals, load);
  await memoryOfTerminals(product, terminals);
  await comingBack(product, otherUrl, terminals);
});

async function sentToLast(
  product: PostedProduct,
  otherUrl: string,
  terminals: DrivenProcess,
  { terminals: count, perSecond }: (typeof LOADS)[number],
): Promise<void> {
  const plain = await startProgram('live/plain-emit.mjs');
  const plainUrl = await plain.ask<string>('url');
  const load = { clients: 8, seconds: SECONDS, perSecond };
  const post = async () => (await product.run(load)).sent;
  const rounds = await repeated(async () => {
    const here = await pushes(terminals, product.url, count, post);
    const across = await pushes(terminals, otherUrl, count, post);
    const emit = () => plain.ask<Sent[]>('emit', { ...load, bytes: Math.round(here.bytes) });
    return { here, across, limit: await pushes(terminals, plainUrl, count, emit) };
  });
  const what = `sent to the last of ${count} terminals, ${perSecond} changes a second`;
  for (const share of ['p50', 'p99'] as const) {
    const tell = (way: string, of: 'here' | 'across' | 'limit', role?: Role) => {
      const runs = rounds.map((round) => round[of][share]);
      return measured(`${what}: ${share}`, way, 'ms', runs, role);
    };
    const here = tell(POST, 'here');
    tell(`${POST}, terminals on another node`, 'across');
    tell('Socket.IO emit of the same size, nothing else', 'limit', 'limit');
    const bound = share === 'p50' ? 6 : 15;
    if (count === 50) reportOn('writes').atMost(`POST ${what}: ${share}`, here, 'ms', bound);
  }
  if (count !== 50) return;
  const afterAnswer = (of: 'here' | 'limit') => median(rounds.map((round) => round[of].afterAnswer));
  const above = afterAnswer('here') - afterAnswer('limit');
  atMost('POST answered to the last of 50 terminals, p50 above a bare emit', above, 'ms', 1);
  const runs = rounds.map(({ here }) => here.bytes);
  atMost('bytes per change', measured('on the wire for one change', POST, 'bytes', runs), 'bytes', 2_000);
}

async function memoryOfTerminals({ hotel }: PostedProduct, terminals: DrivenProcess): Promise<void> {
  const rounds = await repeated(async () => {
    const { url, process, close } = await startProduct(hotel.url);
    // The first terminals bring what all of them share.
    await terminals.ask('connect', { url, count: 50 });
    const before = memoryOf(process.pid);
    await terminals.ask('connect', { url, count: MEMORY_TERMINALS });
    const kib = ((memoryOf(process.pid) - before) * 1024) / MEMORY_TERMINALS;
    await terminals.ask('disconnect');
    await close();
    return kib;
  }, 3);
  const what = 'memory of the server for one more terminal';
  const kib = measured(what, `${MEMORY_TERMINALS} connected`, 'KiB', rounds);
  atMost('memory of a terminal', kib, 'KiB', 40);
}

async function comingBack(product: PostedProduct, otherUrl: string, terminals: DrivenProcess): Promise<void> {
  const ask = async <Answer>(path: string) => (await (await fetch(product.url + path)).json()) as Answer;
  const place = () => ask<Place>('/api/hotel');
  const back = async (url: string): Promise<Back> => {
    const { log_id, position: end } = await place();
    const position = end - AWAY_CHANGES;
    const page = await ask<{ events: { hash: string }[] }>(`/api/events?after=${position - 1}&limit=1`);
    const from = { log_id, position, hash: page.events[0]?.hash };
    const came = await terminals.ask<Back>('comeBack', { url, from });
    if (came.kind === 'ready') return came;
    throw new Error(`the terminal was told to ${came.kind}`);
  };
  const rounds = await repeated(async () => {
    const { position } = await place();
    while ((await place()).position < position + AWAY_CHANGES)
      await product.run({ clients: 8, seconds: 0.2 });
    return { here: await back(product.url), across: await back(otherUrl) };
  });
  const what = `right again after ${AWAY_CHANGES} changes`;
  const here = rounds.map((round) => round.here.ms);
  const own = measured(what, 'a terminal that was away', 'ms', here);
  const across = rounds.map((round) => round.across.ms);
  const other = measured(what, 'that comes back to another node', 'ms', across);
  const kib = rounds.map((round) => round.here.bytes / 1024);
  measured(`${what}: on the wire`, 'one terminal', 'KiB', kib);
  atMost(what, own, 'ms', 300);
  atMost(`${what}, on another node`, other, 'ms', 300);
}
