import { conflict } from '@domain/broken-rule.js';
import { brokenStaffRules, decideMaster, type MasterChange } from '@domain/masters/decide-master.js';
import {
  type Corporate,
  type CorporateDetails,
  type CorporateEvent,
  evolveMaster,
  type Staff,
  type StaffDetails,
} from '@domain/masters/masters.js';
import { mayDo, type Permission, STAFF_ROLES, type StaffRole } from '@domain/masters/staff-role.js';
import { describe, expect, it } from '@jest/globals';
import { codesOf, decisionOf } from '../support/builders.js';

const PLAIN: CorporateDetails = { corporateShortName: '㈱見本', corporateFlag: 0 };
const FLAGGED: CorporateDetails = { ...PLAIN, corporateFlag: 1 };

const defined = (data: CorporateDetails): CorporateEvent => ({ type: 'CorporateDefined', data });
const retired: CorporateEvent = { type: 'CorporateRetired', data: {} };
const after = (...events: CorporateEvent[]) =>
  events.reduce<Corporate | null>(
    (state, event) => evolveMaster<'Corporate', CorporateDetails>(state, event, 3),
    null,
  );
const decide = (
  events: CorporateEvent[],
  change: MasterChange<CorporateDetails>,
  rules: Parameters<typeof decideMaster>[2] = () => [],
) => decideMaster<CorporateDetails>(change, after(...events), rules);

it('a master is its latest definition, keeps its content when retired, and is in use when defined anew', () => {
  expect(after(defined(PLAIN))).toEqual({ id: 3, version: 1, ...PLAIN });
  expect(after(defined(PLAIN), defined(FLAGGED))).toEqual({ id: 3, version: 2, ...FLAGGED });
  expect(after(defined(PLAIN), retired)).toEqual({ id: 3, version: 2, ...PLAIN, isRetired: true });
  expect(after(defined(PLAIN), retired, defined(PLAIN))).toEqual({ id: 3, version: 3, ...PLAIN });
});

describe('a change of a master record', () => {
  const define = (details: CorporateDetails) => ({ type: 'define', details }) as const;

  it.each<[string, CorporateEvent[], MasterChange<CorporateDetails>, object]>([
    ['a new one is defined', [], define(PLAIN), { type: 'defined', data: PLAIN }],
    ['one is defined anew as a whole', [defined(PLAIN)], define(FLAGGED), { type: 'defined', data: FLAGGED }],
    ['the same again is no event', [defined(PLAIN)], define({ ...PLAIN }), { type: 'unchanged' }],
    ['one is retired', [defined(PLAIN)], { type: 'retire' }, { type: 'retired' }],
    ['one is not retired twice', [defined(PLAIN), retired], { type: 'retire' }, { type: 'unchanged' }],
    ['one in use is not restored', [defined(PLAIN)], { type: 'put-back' }, { type: 'unchanged' }],
    [
      'one is restored with the content that it was retired with',
      [defined(PLAIN), defined(FLAGGED), retired],
      { type: 'put-back' },
      { type: 'defined', data: FLAGGED },
    ],
  ])('%s', (_, given, change, outcome) => expect(decisionOf(decide(given, change))).toEqual(outcome));

  it('is refused while it is retired', () => {
    for (const details of [PLAIN, FLAGGED])
      expect(codesOf(decide([defined(PLAIN), retired], define(details)))).toEqual(['retired']);
  });

  it('keeps the rules of its kind, which see what is in use afterwards', () => {
    const seen: unknown[] = [];
    const rules = (state: unknown) => {
      seen.push(state);
      return [conflict('no', null, 'no')];
    };
    expect(codesOf(decide([], define(PLAIN), rules))).toEqual(['no']);
    expect(codesOf(decide([defined(PLAIN)], { type: 'retire' }, rules))).toEqual(['no']);
    expect(codesOf(decide([defined(FLAGGED), retired], { type: 'put-back' }, rules))).toEqual(['no']);
    expect(seen).toEqual([PLAIN, null, FLAGGED]);
    expect(codesOf(decide([defined(PLAIN)], { type: 'put-back' }, rules))).toEqual([]);
  });
});

describe('what a role may do', () => {
  const PERMISSIONS: Permission[] = ['look', 'desk', 'audit', 'manage'];
  const EXPECTED: Record<StaffRole, Permission[]> = {
    staff: ['look', 'desk'],
    auditor: ['look', 'audit'],
    admin: PERMISSIONS,
  };

  it.each([...STAFF_ROLES, null])('%s; without sign-in it is everything', (role) => {
    const allowed = PERMISSIONS.filter((permission) => mayDo(role, permission));
    expect(allowed).toEqual(role ? EXPECTED[role] : PERMISSIONS);
  });
});

describe('rules of staff', () => {
  const member = (id: number, details: Partial<Staff> = {}): Staff => {
    return { id, version: 1, name: '髙田 由美', role: 'staff', loginName: null, ...details };
  };
  const admin = (id: number, loginName: string | null, details: Partial<Staff> = {}): Staff =>
    member(id, { role: 'admin', loginName, ...details });
  const TAKEN = ['login_name_taken'];
  const LAST = ['last_admin'];
  const names = [member(1, { loginName: 'yumi' }), member(2, { loginName: 'ken', isRetired: true })];

  it.each<[string, number | null, Partial<StaffDetails> | null, Staff[], string[]]>([
    ['a login name is of one only', null, { loginName: 'yumi' }, names, TAKEN],
    ['a retired one does not get one that is taken', 2, { loginName: 'yumi' }, names, TAKEN],
    ['a login name may stay', 1, { loginName: 'yumi' }, names, []],
    ['the login name of a retired one is free', null, { loginName: 'ken' }, names, []],
    ['any number have no login name', null, { loginName: null }, [member(1), member(3)], []],
    ['the last admin is not retired', 1, null, [admin(1, 'a'), member(2)], LAST],
    ['the last admin gets no other role', 1, { role: 'auditor', loginName: 'a' }, [admin(1, 'a')], LAST],
    ['the last admin is not retired either while nobody signs in', 1, null, [admin(1, null)], LAST],
    [
      'the last admin who signs in keeps a login name',
      1,
      { role: 'admin' },
      [admin(1, 'a'), admin(2, null)],
      LAST,
    ],
    ['a retired admin is no other one', 1, null, [admin(1, 'a'), admin(2, 'b', { isRetired: true })], LAST],
    ['an admin without a login name is no other one', 1, null, [admin(1, 'a'), admin(2, null)], LAST],
    ['the last admin may get another login name', 1, { role: 'admin', loginName: 'b' }, [admin(1, 'a')], []],
    ['an admin may go when there is another', 1, null, [admin(1, 'a'), admin(2, 'b')], []],
    ['an admin who never signed in may go', 2, null, [admin(1, 'a'), admin(2, null)], []],
    ['anybody else may go', 2, null, [admin(1, 'a'), member(2)], []],
    ['no admin is asked for where there never was one', 1, null, [member(1)], []],
    ['no admin is needed to begin with', null, { role: 'staff' }, [], []],
  ])('%s', (_, id, change, staff, codes) => {
    const details = change && { name: '誰か', role: 'staff' as const, loginName: null, ...change };
    expect(brokenStaffRules(id, details, staff).map(({ code }) => code)).toEqual(codes);
  });

  it('say why', () => {
    const told = '最後の管理者は、使用停止にすることも役割やログイン名を外すことも出来ません。';
    expect(brokenStaffRules(1, null, [admin(1, 'a')])).toEqual([conflict('last_admin', null, told)]);
  });
});
