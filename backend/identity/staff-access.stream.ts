import { evolveStaffAccess, type StaffAccess, type StaffAccessEvent } from '@domain/masters/staff-access.js';
import { z } from 'zod';
import { onlyVersion, type StreamDefinition } from '../event-store/event-stream.js';

const digest = z.string().regex(/^[0-9a-f]{64}$/);

/** How a member of staff signs in, one stream for each, under their id. */
export const staffAccessStream: StreamDefinition<StaffAccess, StaffAccessEvent> = {
  category: 'staff-access',
  table: 'staff_access',
  key: { column: 'staff_id', type: 'integer' },
  row: ({ id }) => ({ id }),
  evolve: evolveStaffAccess,
  events: {
    StaffCredentialChanged: onlyVersion(
      z.strictObject({ name: z.string(), kind: z.enum(['password', 'code']), digest }),
    ),
    SessionOpened: onlyVersion(
      z.strictObject({ name: z.string(), digest, address: z.string(), until: z.iso.datetime() }),
    ),
  },
};
