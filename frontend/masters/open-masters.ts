import type { Month } from '@domain/dates.js';
import type { ManagedKind } from '../shared/api/managed-masters-api.js';
import { liveSession } from '../shared/live/live-session.js';
import { loadManaged } from '../shared/masters.js';
import { showMonth } from './room-months.js';

const KINDS: readonly ManagedKind[] = ['corporate', 'payment', 'blacklist', 'staff'];

/** Reads everything that the masters screen shows, and goes on from there with what the socket tells. */
export async function openMasters(month: Month): Promise<void> {
  const positions = await Promise.all([showMonth(month), ...KINDS.map((kind) => loadManaged(kind))]);
  const known = positions.filter((position) => position !== null);
  liveSession.resumeFrom(known.length > 0 ? Math.min(...known) : null);
}
