import { type BrokenRule, conflict, type Decided, decided, invalid, refused } from '../broken-rule.js';
import { inUse, type Recorded, type Staff, type StaffDetails } from './masters.js';

/** A requested change of a master record; putting it back restores the content it was retired with. */
export type MasterChange<Details> =
  | { type: 'define'; details: Details }
  | { type: 'retire' }
  | { type: 'put-back' };

/** The outcome of a change. */
export type MasterOutcome<Details> =
  | { type: 'defined'; data: Details }
  | { type: 'retired' }
  | { type: 'unchanged' };

const RETIRED = conflict(
  'retired',
  null,
  '使用停止中のデータは変更できません。使用を再開してから変更してください。',
);

function contentOf<Details extends object>(record: Recorded & Details): Details {
  const content: Partial<Recorded> & Details = { ...record };
  delete content.id;
  delete content.version;
  delete content.isRetired;
  return content;
}

function isSame(one: object, other: object): boolean {
  const others = new Map(Object.entries(other));
  return Object.entries(one).every(
    ([field, value]) => JSON.stringify(others.get(field)) === JSON.stringify(value),
  );
}

/**
 * Decides a change of a master record, null for a new one. A change without effect gives no event; `rules` returns the
 * rules that the content afterwards breaks, null for a retired record.
 */
export function decideMaster<Details extends object>(
  change: MasterChange<Details>,
  stored: (Recorded & Details) | null,
  rules: (after: Details | null) => BrokenRule[],
): Decided<MasterOutcome<Details>> {
  if (change.type === 'define' && stored?.isRetired) return refused(RETIRED);
  const before = stored && !stored.isRetired ? contentOf<Details>(stored) : null;
  const restored = stored && contentOf<Details>(stored);
  const after = change.type === 'define' ? change.details : change.type === 'retire' ? null : restored;
  const isUnchanged = before === null || after === null ? before === after : isSame(before, after);
  if (stored && isUnchanged) return decided({ type: 'unchanged' });
  const broken = rules(after);
  if (broken.length > 0) return refused(...broken);
  return decided(after === null ? { type: 'retired' } : { type: 'defined', data: after });
}

const LOGIN_NAME_TAKEN = invalid(
  'login_name_taken',
  'login_name',
  'このログイン名は他のスタッフが使用しています。',
);
const LAST_ADMIN = conflict(
  'last_admin',
  null,
  '最後の管理者は、使用停止にすることも役割やログイン名を外すことも出来ません。',
);

/**
 * The rules that a member of staff breaks after a change, null for retired: login names are unique among staff in use, and
 * the last admin who can sign in stays one. `id` is null for a new member.
 */
export function brokenStaffRules(
  id: number | null,
  after: StaffDetails | null,
  staff: Iterable<Staff>,
): BrokenRule[] {
  const present = inUse(staff);
  const others = present.filter((member) => member.id !== id);
  const broken: BrokenRule[] = [];
  if (after?.loginName && others.some(({ loginName }) => loginName === after.loginName)) {
    broken.push(LOGIN_NAME_TAKEN);
  }
  const admins = present.filter(({ role }) => role === 'admin');
  const remaining = [...others, ...(after ? [after] : [])].filter(({ role }) => role === 'admin');
  const canSignIn = ({ loginName }: Pick<StaffDetails, 'loginName'>): boolean => loginName !== null;
  const isLost = remaining.length === 0 || (admins.some(canSignIn) && !remaining.some(canSignIn));
  if (admins.length > 0 && isLost) broken.push(LAST_ADMIN);
  return broken;
}
