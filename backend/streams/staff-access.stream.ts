import { evolveStaffAccess, type StaffAccess, type StaffAccessEvent } from '@domain/masters/staff-access.js';
import { z } from 'zod';
import { type EventVersions, onlyVersion, type StreamDefinition } from '../event-store/event-stream.js';

const digest = z.string().regex(/^[0-9a-f]{64}$/);
const name = z.string();

/** Version 1 told neither until when a code counts nor what a password ended. */
const credentialChanged: EventVersions = {
  schemas: [
    z.strictObject({ name, kind: z.enum(['password', 'code']), digest }),
    z.discriminatedUnion('kind', [
      z.strictObject({
        ...{ name, kind: z.literal('password'), digest },
        ...{ byCode: z.boolean(), keptSession: digest.nullable() },
      }),
      z.strictObject({ name, kind: z.literal('code'), digest, until: z.iso.datetime().nullable() }),
    ]),
  ],
  upcasters: [
    (old) =>
      'kind' in old && old.kind === 'password'
        ? { ...old, byCode: false, keptSession: null }
        : { ...old, until: null },
  ],
};

/** Sign-in of a member of staff: password, code and sessions, one stream for each under their id. */
export const staffAccessStream: StreamDefinition<StaffAccess, StaffAccessEvent> = {
  category: 'staff-access',
  table: 'staff_access',
  key: { column: 'staff_id', type: 'integer' },
  row: ({ id }) => ({ id }),
  evolve: evolveStaffAccess,
  events: {
    StaffCredentialChanged: credentialChanged,
    SessionOpened: onlyVersion(
      z.strictObject({ name, digest, address: z.string(), until: z.iso.datetime() }),
    ),
    SessionClosed: onlyVersion(z.strictObject({ name, digest })),
  },
};
