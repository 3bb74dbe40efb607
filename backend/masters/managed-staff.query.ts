import type { Staff } from '@domain/masters/masters.js';
import type { ManagedStaff } from '@wire/master-records.js';
import type { HotelDatabase } from '../platform/database.js';
import { encodeStaff } from './master-records.js';

/** Members of staff as the masters screen has them: who has chosen a password is no event. */
export async function managedStaff(
  database: HotelDatabase,
  members: readonly ReturnType<typeof encodeStaff>[],
): Promise<ManagedStaff[]> {
  const rows = await database.selectFrom('password_hashes').select('staff_id').execute();
  const chosen = new Set(rows.map(({ staff_id }) => staff_id));
  return members.map((member) => ({ ...member, can_sign_in: chosen.has(member.id) ? 1 : 0 }));
}

/** All members of staff in the order they were entered. */
export function allManagedStaff(
  database: HotelDatabase,
  staff: ReadonlyMap<number, Staff>,
): Promise<ManagedStaff[]> {
  return managedStaff(database, [...staff.values()].map(encodeStaff));
}
