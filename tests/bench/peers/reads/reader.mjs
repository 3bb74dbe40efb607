// Reads a list from so many connections in a closed loop, if wanted right after a change of a booking in it.
import { performance } from 'node:perf_hooks';
import { serve } from '../writes/driver.mjs';
import { Connection } from './connection.mjs';

const sortedQuantile = (sorted, share) =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;

let changes = 0;

async function changeOne(writer, { ids }) {
  const body = JSON.stringify({ notes: `変更 ${++changes}` });
  const { status } = await writer.send('PUT', `/api/booking/${ids[changes % ids.length]}`, {}, body);
  if (status !== 200) throw new Error(`a change was answered ${status}`);
}

/** Each connection reads once; then, if nothing is to be changed before, again and again until the deadline. */
async function readAll(connections, { path, headers, status }, deadline, times) {
  let bytes = 0;
  const loop = async (connection) => {
    do {
      const before = performance.now();
      const answer = await connection.send('GET', path, headers);
      times.push(performance.now() - before);
      if (answer.status !== status) throw new Error(`${path} was answered ${answer.status}`);
      bytes = answer.bytes;
    } while (performance.now() < deadline);
  };
  await Promise.all(connections.map(loop));
  return bytes;
}

async function run({ url, connections: count, seconds, changed = null, ...request }) {
  const connections = Array.from({ length: count }, () => new Connection(url));
  const writer = changed && new Connection(changed.url);
  const times = [];
  const deadline = performance.now() + seconds * 1000;
  let reading = 0;
  let bytes = 0;
  do {
    if (changed) await changeOne(writer, changed);
    const before = performance.now();
    bytes = await readAll(
      connections,
      { status: 200, headers: {}, ...request },
      changed ? 0 : deadline,
      times,
    );
    reading += performance.now() - before;
  } while (performance.now() < deadline);
  for (const connection of connections) connection.close();
  writer?.close();
  const sorted = Float64Array.from(times).sort();
  return {
    bytes,
    perSecond: (times.length * 1000) / reading,
    p50: sortedQuantile(sorted, 0.5),
    p99: sortedQuantile(sorted, 0.99),
  };
}

serve({ run });
