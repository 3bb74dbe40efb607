import type { StaffRole } from '@domain/masters/staff-role.js';

/** What roles are called. */
export const ROLE_NAMES: Readonly<Record<StaffRole, string>> = {
  staff: 'スタッフ',
  auditor: '監査担当',
  admin: '管理者',
};
