export const STAFF_ROLES = ['staff', 'auditor', 'admin'] as const;
/** What a member of staff is signed in as. */
export type StaffRole = (typeof STAFF_ROLES)[number];

/** What can be done: look at the hotel, work at the desk, look into the log, manage masters, accounts and erasure. */
export type Permission = 'look' | 'desk' | 'audit' | 'manage';

const PERMISSIONS: Readonly<Record<StaffRole, readonly Permission[]>> = {
  staff: ['look', 'desk'],
  auditor: ['look', 'audit'],
  admin: ['look', 'desk', 'audit', 'manage'],
};

/** Whether a role may do something; without sign-in (null) everything is allowed. */
export function mayDo(role: StaffRole | null, permission: Permission): boolean {
  return role === null || PERMISSIONS[role].includes(permission);
}
