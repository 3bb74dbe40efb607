import { fetchMoment } from '../api/past-api.js';
import type { Moment } from './past.js';

const KEPT = 5_000;

/** When the positions looked at were recorded; that never changes within one log. */
const known = new Map<number, Moment>();

/** The instant of a position when it is known already. */
export function knownMoment(position: number): Moment | undefined {
  return known.get(position);
}

/** Remembers the instant of a position. */
export function rememberMoment(moment: Moment): Moment {
  if (known.size >= KEPT) known.clear();
  known.set(moment.position, moment);
  return moment;
}

/** The instant of a position, asked of the server once. */
export async function momentOf(position: number): Promise<Moment> {
  const { recorded_at } = await fetchMoment(String(position));
  return rememberMoment({ position, recordedAt: recorded_at });
}

/** Forgets all instants: the log is another one. */
export function forgetMoments(): void {
  known.clear();
}
