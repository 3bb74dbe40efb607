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

/**
 * What stands against a member of staff being so from now on, null for retired: a login name belongs to one of those in
 * use only, and as long as an admin can sign in, one who can is left. `id` is null for a new member.
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
  const left = [...others, ...(after ? [after] : [])].filter(({ role }) => role === 'admin');
  const canSignIn = ({ loginName }: Pick<StaffDetails, 'loginName'>): boolean => loginName !== null;
  const isLost = left.length === 0 || (admins.some(canSignIn) && !left.some(canSignIn));
  if (admins.length > 0 && isLost) broken.push(LAST_ADMIN);
  return broken;
}
