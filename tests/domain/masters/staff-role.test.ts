import { mayDo, type Permission, STAFF_ROLES, type StaffRole } from '@domain/masters/staff-role.js';
import { describe, expect, it } from '@jest/globals';

const PERMISSIONS: Permission[] = ['look', 'desk', 'audit', 'manage'];

const EXPECTED: Record<StaffRole, Permission[]> = {
  staff: ['look', 'desk'],
  auditor: ['look', 'audit'],
  admin: ['look', 'desk', 'audit', 'manage'],
};

describe('what a role may do', () => {
  it.each(STAFF_ROLES)('%s', (role) => {
    expect(PERMISSIONS.filter((permission) => mayDo(role, permission))).toEqual(EXPECTED[role]);
  });

  it('is everything without sign-in', () => {
    expect(PERMISSIONS.every((permission) => mayDo(null, permission))).toBe(true);
  });
});
