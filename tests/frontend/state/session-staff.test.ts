import { beforeEach, expect, test } from '@jest/globals';
import { lastStaffAtom, may, sessionAtom } from '../../../frontend/state/session-staff.js';
import { store } from '../../../frontend/state/store.js';

const signIn = (role: 'staff' | 'auditor' | 'admin') =>
  store.set(sessionAtom, { mode: 'session', staff: { id: 1, name: '花子', role }, expires_at: null });
const signOut = () => store.set(sessionAtom, { mode: 'session', staff: null, expires_at: null });
const allowed = () => (['look', 'desk', 'audit', 'manage'] as const).filter(may);

beforeEach(() => store.set(lastStaffAtom, null));

test('without sign-in everything is allowed', () => {
  store.set(sessionAtom, { mode: 'off', staff: null, expires_at: null });
  expect(allowed()).toEqual(['look', 'desk', 'audit', 'manage']);
});

test('before the first sign-in nothing is; afterwards what the role may', () => {
  signOut();
  expect(allowed()).toEqual([]);
  signIn('auditor');
  expect(allowed()).toEqual(['look', 'audit']);
});

test('what is on the screen stays as it is until somebody else signs in', () => {
  signIn('admin');
  signOut();
  expect(allowed()).toEqual(['look', 'desk', 'audit', 'manage']);
  signIn('staff');
  expect(allowed()).toEqual(['look', 'desk']);
});
