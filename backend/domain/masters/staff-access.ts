/** How a member of staff signs in: a password of their own, or a code with which they choose one, once. */
export type CredentialKind = 'password' | 'code';

/**
 * What is known of a member of staff's way in: SHA-256 of what is stored of password, code and last session, in hexadecimal,
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

/** What an opened session is known by; `until` is RFC 3339 in UTC. */
type OpenedSession = { digest: string; address: string; until: string };

/** The events of a way in; each tells the name of the member of staff, as it was then. */
export type StaffAccessEvent =
  | { type: 'StaffCredentialChanged'; data: { name: string; kind: CredentialKind; digest: string } }
  | { type: 'SessionOpened'; data: { name: string } & OpenedSession };

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
