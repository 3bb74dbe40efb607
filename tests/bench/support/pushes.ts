import type { DrivenProcess } from './driven-process.js';
import { quantile } from './frames.js';

/** A change that was sent, when, in milliseconds on the machine's clock. */
export type Sent = { id: number; at: number };

/** A frame as terminals heard it: which stretch of the log, when the last one had it, how many had it. */
type Arrival = { from: number; to: number; last: number; count: number };

export type Pushes = {
  p50: number;
  p99: number;
  /** What one terminal received for one change, as it went over the wire. */
  bytesPerChange: number;
};

/** How long each change took from being sent until the last of so many terminals had it; all of them must. */
export async function hearPushes(
  terminals: DrivenProcess,
  count: number,
  send: () => Promise<Sent[]>,
): Promise<Pushes> {
  await terminals.ask('heard');
  const sent = await send();
  const newest = Math.max(...sent.map(({ id }) => id));
  const arrivals: Arrival[] = [];
  let bytes = 0;
  while (!arrivals.some(({ to, count: had }) => to >= newest && had === count)) {
    const heard = await terminals.ask<{ bytes: number; arrivals: Arrival[] }>('heard');
    bytes += heard.bytes;
    for (const arrival of heard.arrivals) addTo(arrivals, arrival);
  }
  const times = sent.map(({ id, at }) => {
    const arrival = arrivals.find(({ from, to }) => from < id && id <= to);
    if (arrival?.count !== count)
      throw new Error(`${arrival?.count ?? 0} of ${count} terminals heard of ${id}`);
    return arrival.last - at;
  });
  return {
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    bytesPerChange: bytes / sent.length / count,
  };
}

/** A frame that some terminals had when this was asked before. */
function addTo(arrivals: Arrival[], arrival: Arrival): void {
  const known = arrivals.find(({ to }) => to === arrival.to);
  if (!known) arrivals.push(arrival);
  else Object.assign(known, { last: arrival.last, count: known.count + arrival.count });
}
