import { brokenStaffRules } from '@domain/masters/decide-master.js';
import type { Staff, StaffDetails } from '@domain/masters/masters.js';
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

const member = (id: number, details: Partial<Staff> = {}): Staff => ({
  id,
  version: 1,
  name: '髙田 由美',
  role: 'staff',
  loginName: null,
  ...details,
});
const admin = (id: number, loginName: string | null, details: Partial<Staff> = {}): Staff =>
  member(id, { role: 'admin', loginName, ...details });
const broken = (id: number | null, after: Partial<StaffDetails> | null, staff: readonly Staff[]): string[] =>
  brokenStaffRules(id, after && { name: '誰か', role: 'staff', loginName: null, ...after }, staff).map(
    ({ code }) => code,
  );

describe('login names', () => {
  const staff = [member(1, { loginName: 'yumi' }), member(2, { loginName: 'ken', isRetired: true })];

  it('belong to one of those in use only', () => {
    expect(broken(null, { loginName: 'yumi' }, staff)).toEqual(['login_name_taken']);
    expect(broken(2, { loginName: 'yumi' }, staff)).toEqual(['login_name_taken']);
    expect(broken(1, { loginName: 'yumi' }, staff)).toEqual([]);
    expect(broken(null, { loginName: 'ken' }, staff)).toEqual([]);
  });

  it('can be left out by any number', () => {
    expect(broken(null, { loginName: null }, [member(1), member(3)])).toEqual([]);
  });
});

describe('the last admin', () => {
  it.each<[string, number | null, Partial<StaffDetails> | null, Staff[], string[]]>([
    ['is not retired', 1, null, [admin(1, 'a'), member(2)], ['last_admin']],
    ['is not made something else', 1, { role: 'auditor', loginName: 'a' }, [admin(1, 'a')], ['last_admin']],
    ['is not retired either while nobody signs in', 1, null, [admin(1, null)], ['last_admin']],
    ['keeps a login name', 1, { role: 'admin' }, [admin(1, 'a'), admin(2, null)], ['last_admin']],
    [
      'is not the only one left when the other is retired',
      1,
      null,
      [admin(1, 'a'), admin(2, 'b', { isRetired: true })],
      ['last_admin'],
    ],
    ['is not left without a way to sign in', 1, null, [admin(1, 'a'), admin(2, null)], ['last_admin']],
    ['may get another login name', 1, { role: 'admin', loginName: 'b' }, [admin(1, 'a')], []],
    ['is not meant when there is another', 1, null, [admin(1, 'a'), admin(2, 'b')], []],
    ['is not meant by one who never signed in', 2, null, [admin(1, 'a'), admin(2, null)], []],
    ['is no obstacle to anybody else', 2, null, [admin(1, 'a'), member(2)], []],
    ['is not asked for where there never was one', 1, null, [member(1)], []],
    ['is not needed to begin with', null, { role: 'staff' }, [], []],
  ])('%s', (_, id, after, staff, codes) => {
    expect(broken(id, after, staff)).toEqual(codes);
  });
});
