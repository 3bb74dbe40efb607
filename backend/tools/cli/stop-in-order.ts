const closers: (() => Promise<void>)[] = [];
let closing: Promise<void> | null = null;

/** Registers a closer; runs it at once if the stop began while its resource was being opened. */
export async function closeOnStop(close: () => Promise<void>): Promise<void> {
  closers.unshift(close);
  if (closing) await stopInOrder();
}

/** Removes a closer; false if the stop has taken it already. */
export function forgetCloser(close: () => Promise<void>): boolean {
  const index = closers.indexOf(close);
  if (index !== -1) closers.splice(index, 1);
  return index !== -1;
}

export const isStopping = (): boolean => closing !== null;

/** Closes everything that was opened, the last one first; what is registered later is closed after that. */
export function stopInOrder(): Promise<void> {
  const earlier = closing;
  const pending = closers.splice(0);
  closing = (async () => {
    await earlier;
    for (const close of pending) await close();
  })();
  return closing;
}

/** Calls `stop` on each signal that ends a program. A closed pipe or terminal must not end it before that. */
export function onEndSignal(stop: () => void): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
}
