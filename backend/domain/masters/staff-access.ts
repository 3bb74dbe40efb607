/**
 * Access of a member of staff: SHA-256 of what is stored of password, code and last session, in hexadecimal,
 * never the secrets themselves; and from which address the session was opened, and when it ends at the latest.
 */
export type StaffAccess = {
  id: number;
  version: number;
  name: string;
  passwordDigest: string | null;
  codeDigest: string | null;
  sessionDigest: string | null;
  address: string | null;
  until: string | null;
};

/** Marks of an opened session; `until` is RFC 3339 in UTC. */
type OpenedSession = { digest: string; address: string; until: string };

/**
 * The new credential. A password ends all sessions but `keptSession`, and uses the code up by which it was chosen; a
 * code ends at `until`, RFC 3339 in UTC, which events from before do not tell.
 */
export type ChangedCredential =
  | { kind: 'password'; digest: string; byCode: boolean; keptSession: string | null }
  | { kind: 'code'; digest: string; until: string | null };

/** The events of a way in; each tells the name of the member of staff, as it was then. */
export type StaffAccessEvent =
  | { type: 'StaffCredentialChanged'; data: { name: string } & ChangedCredential }
  | { type: 'SessionOpened'; data: { name: string } & OpenedSession }
  | { type: 'SessionClosed'; data: { name: string; digest: string } };

function change(event: StaffAccessEvent): Partial<StaffAccess> {
  switch (event.type) {
    case 'StaffCredentialChanged':
      return event.data.kind === 'password'
        ? { passwordDigest: event.data.digest }
        : { codeDigest: event.data.digest };
    case 'SessionOpened': {
      const { digest, address, until } = event.data;
      return { sessionDigest: digest, address, until };
    }
    case 'SessionClosed':
      return {};
    default:
      return event satisfies never;
  }
}

/** The way in after an event. */
export function evolveStaffAccess(
  state: StaffAccess | null,
  event: StaffAccessEvent,
  id: number,
): StaffAccess {
  const before = state ?? {
    ...{ id, version: 0, passwordDigest: null, codeDigest: null },
    ...{ sessionDigest: null, address: null, until: null },
  };
  return { ...before, ...change(event), name: event.data.name, version: before.version + 1 };
}
