import { setTimeout as pause } from 'node:timers/promises';
import { inspect } from 'node:util';

/** Longest wait of a test, in ms: below Jest's limit of 20 s, so that the wait fails first and says what it saw. */
const WITHIN_MS = 15_000;
const PAUSE_MS = 25;

/**
 * Polls `read` until `check` accepts what it answers, and returns that. A check refuses by `false` or by throwing, as
 * `expect` does; without one, anything truthy is accepted. After `within` ms it throws, naming `what` was awaited and what
 * was last seen. Errors of `read` count as not yet. It reads `every` few ms: less often than it could, as what is awaited
 * needs the CPU as well, unless a moment must not be missed.
 *
 *   await eventually('the node is ready', () => statusOf(url), (status) => expect(status).toBe(200));
 */
export async function eventually<Seen>(
  what: string,
  read: () => Seen | Promise<Seen>,
  check: (seen: Seen) => unknown = Boolean,
  { within = WITHIN_MS, every = PAUSE_MS }: { within?: number; every?: number } = {},
): Promise<Seen> {
  const deadline = performance.now() + within;
  let lastSeen = 'nothing: the first read did not answer';
  for (;;) {
    const late = pause(Math.max(0, deadline - performance.now()), null, { ref: false });
    const outcome = await Promise.race([attempt(read, check), late]);
    if (outcome?.accepted) return outcome.accepted.seen;
    if (outcome) lastSeen = outcome.refusal;
    if (performance.now() >= deadline) {
      throw new Error(`not within ${within} ms: ${what}\nlast seen: ${lastSeen}`);
    }
    await pause(every);
  }
}

/** The check of a wait for rows: there are some. */
export const isSome = (rows: readonly unknown[]): boolean => rows.length > 0;

async function attempt<Seen>(
  read: () => Seen | Promise<Seen>,
  check: (seen: Seen) => unknown,
): Promise<{ accepted: { seen: Seen }; refusal?: never } | { accepted?: never; refusal: string }> {
  try {
    const seen = await read();
    return check(seen) === false ? { refusal: inspect(seen, { depth: 4 }) } : { accepted: { seen } };
  } catch (error) {
    return { refusal: error instanceof Error ? error.message : inspect(error) };
  }
}
