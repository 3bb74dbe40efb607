export const STAFF_ROLES = ['staff', 'auditor', 'admin'] as const;
/** The role of a member of staff. */
export type StaffRole = (typeof STAFF_ROLES)[number];

/** Permissions: view the hotel, work at the front desk, view the log, manage masters, accounts and erasure. */
export type Permission = 'look' | 'desk' | 'audit' | 'manage';

const PERMISSIONS: Readonly<Record<StaffRole, readonly Permission[]>> = {
  staff: ['look', 'desk'],
  auditor: ['look', 'audit'],
  admin: ['look', 'desk', 'audit', 'manage'],
};

/** Returns whether a role may do something; without sign-in (null) everything is allowed. */
export function mayDo(role: StaffRole | null, permission: Permission): boolean {
  return role === null || PERMISSIONS[role].includes(permission);
}
