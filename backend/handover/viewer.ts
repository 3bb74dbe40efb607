import { type RawBuilder, sql } from 'kysely';
import type { WriteContext } from '../platform/write-context.js';

/** Whose absence is asked about: a member of staff, or without sign-in whoever stands at a terminal. */
export type Viewer = Pick<WriteContext, 'staffId' | 'terminal'>;

/** Whether what has this staff and terminal is the asker's own. */
export function isOwn({ staffId, terminal }: Viewer, who: Viewer): boolean {
  return staffId === null ? who.staffId === null && who.terminal === terminal : who.staffId === staffId;
}

/** The same as a condition on rows with `staff_id` and `terminal`. */
export function ownRows({ staffId, terminal }: Viewer): RawBuilder<boolean> {
  return staffId === null
    ? sql<boolean>`(staff_id is null and terminal is not distinct from ${terminal}::text)`
    : sql<boolean>`(staff_id is not distinct from ${staffId}::int)`;
}
