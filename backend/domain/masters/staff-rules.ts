import { type BrokenRule, conflict, invalid } from '../broken-rule.js';
import { inUse, type Staff, type StaffDetails } from './masters.js';

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

type Member = Pick<StaffDetails, 'role' | 'loginName'>;

/** Who can manage masters and accounts: admins who can sign in, or all of them while none can. */
function managers(staff: readonly Member[]): readonly Member[] {
  const admins = staff.filter(({ role }) => role === 'admin');
  const reachable = admins.filter(({ loginName }) => loginName !== null);
  return reachable.length > 0 ? reachable : admins;
}

/**
 * What stands against a member of staff being so from now on, null for retired: a login name belongs to one of those in
 * use only, and the last admin stays one who can sign in. `id` is null for a new member.
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
  const before = managers(present);
  const left = managers(after ? [...others, after] : others);
  const wasReachable = before.some(({ loginName }) => loginName !== null);
  const isLost = left.length === 0 || (wasReachable && left.every(({ loginName }) => loginName === null));
  if (before.length > 0 && isLost) broken.push(LAST_ADMIN);
  return broken;
}
