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

/** Memory in MiB: of the whole process, and what it says of it that lists take. */
export type ListMemory = { resident: number; lists: number };

async function memoryOf(url: string): Promise<ListMemory> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const mib = (name: string) => Number(new RegExp(`^${name}\\S* (\\S+)`, 'm').exec(metrics)?.[1]) / 2 ** 20;
  return { resident: mib('process_resident_memory_bytes'), lists: mib('hotel_kept_lists_bytes') };
}

/** Reads many lists of other ranges: the memory after half of them and after all. */
export async function memoryWithRanges(url: string): Promise<{ half: ListMemory; all: ListMemory }> {
  const readMany = async (shift: number): Promise<ListMemory> => {
    for (let range = 0; range < RANGES; range++) {
      const start = addDays(day('2026-01-01'), (range * 7 + shift) % 700);
      const end = addDays(start, 20 + (range % 60));
      const path = `/api/bookings?start_date=${start}&end_date=${end}`;
      await (await fetch(url + path, { headers: { 'Accept-Encoding': 'gzip' } })).arrayBuffer();
    }
    return memoryOf(url);
  };
  return { half: await readMany(0), all: await readMany(3) };
}
