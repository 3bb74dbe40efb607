import { mayDo, type Permission, type StaffRole } from '@domain/masters/staff-role.js';
import type { SessionRecord } from '@wire/session.js';
import { atom } from 'jotai';
import { family } from './family.js';
import { store, useValue } from './store.js';

/** A member of staff as the one who is signed in. */
export type SignedInStaff = NonNullable<SessionRecord['staff']>;

const sessionBase = atom<SessionRecord | null>(null);

/** The member of staff who signed in last; the screen stays as they had it until the next sign-in. */
export const lastStaffAtom = atom<SignedInStaff | null>(null);

/** The server's answer on who is signed in; null until there is one. */
export const sessionAtom = atom(
  (get) => get(sessionBase),
  (_get, set, session: SessionRecord) => {
    set(sessionBase, session);
    if (session.staff) set(lastStaffAtom, session.staff);
  },
);

/** The signed-in member of staff; null when there is none, and without sign-in. */
export const staffAtom = atom((get) => get(sessionBase)?.staff ?? null);

/** True if the screens wait for a sign-in. */
export const signedOutAtom = atom((get) => {
  const session = get(sessionBase);
  return session?.mode === 'session' && session.staff === null;
});

/** The role that counts: null where everything is allowed, nobody before the first sign-in. */
const roleAtom = atom((get): StaffRole | 'nobody' | null => {
  if (get(sessionBase)?.mode !== 'session') return null;
  return get(lastStaffAtom)?.role ?? 'nobody';
});

const mayAtom = family((permission: Permission | undefined) =>
  atom((get) => {
    if (permission === undefined) return true;
    const role = get(roleAtom);
    return role !== 'nobody' && mayDo(role, permission);
  }),
);

/** Returns true if the signed-in role has the permission, or none is needed. */
export function useMay(permission: Permission | undefined): boolean {
  return useValue(mayAtom(permission));
}

/** The same outside of what is drawn. */
export function may(permission: Permission): boolean {
  return store.get(mayAtom(permission));
}
