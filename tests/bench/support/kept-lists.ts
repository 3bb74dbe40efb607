import { addDays, day } from '@domain/dates.js';

const PATIENCE_MS = 20_000;
const RANGES = 300;

/** Waits until an unchanged list has been compressed well, and tells its ETag. */
export async function steadyEtag(url: string, path: string): Promise<string> {
  const deadline = performance.now() + PATIENCE_MS;
  while (performance.now() < deadline) {
    const response = await fetch(url + path, { headers: { 'Accept-Encoding': 'gzip, br' } });
    await response.arrayBuffer();
    if (response.headers.get('content-encoding') === 'br') return response.headers.get('etag') ?? '';
  }
  throw new Error('the list was never answered as brotli');
}

/** Milliseconds until the whole list is there, the first that a process is asked for. */
export async function msOfFirstAnswer(url: string, path: string): Promise<number> {
  const before = performance.now();
  const response = await fetch(url + path, { headers: { 'Accept-Encoding': 'gzip' } });
  await response.arrayBuffer();
  return performance.now() - before;
}

async function residentBytes(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return Number(/^process_resident_memory_bytes\S* (\S+)/m.exec(metrics)?.[1]);
}

/** Reads many lists of other ranges, and as many more: the memory after all of them by that after the first half. */
export async function growthWithRanges(url: string): Promise<number> {
  const taken: number[] = [];
  for (let round = 0; round < 2; round++) {
    for (let range = 0; range < RANGES; range++) {
      const start = addDays(day('2026-01-01'), (range * 7 + round * 3) % 700);
      const end = addDays(start, 20 + (range % 60) + round);
      const path = `/api/bookings?start_date=${start}&end_date=${end}`;
      await (await fetch(url + path, { headers: { 'Accept-Encoding': 'gzip' } })).arrayBuffer();
    }
    taken.push(await residentBytes(url));
  }
  const [first = Number.NaN, last = Number.NaN] = taken;
  return last / first;
}
