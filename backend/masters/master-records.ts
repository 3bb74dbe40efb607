import type { BlacklistRecord, Corporate, Payment, Recorded, Staff } from '@domain/masters/masters.js';
import type {
  ManagedBlacklistEntry,
  ManagedCorporate,
  ManagedPayment,
  ManagedStaff,
} from '@wire/master-records.js';

const managed = ({ version, isRetired }: Recorded) => ({ version, is_retired: isRetired ? 1 : 0 }) as const;

/** A company as the masters screen has it. */
export function encodeCorporate(record: Corporate): ManagedCorporate {
  const { id, corporateShortName, corporateFlag } = record;
  return {
    id,
    corporate_short_name: corporateShortName,
    corporate_flag: corporateFlag,
    ...managed(record),
  };
}

/** A way of paying as the masters screen has it. */
export function encodePayment(record: Payment): ManagedPayment {
  return { id: record.id, payment_name: record.paymentName, ...managed(record) };
}

/** A blacklist entry as the masters screen has it. */
export function encodeBlacklistEntry(record: BlacklistRecord): ManagedBlacklistEntry {
  return { id: record.id, guest_name: record.guestName, tel: record.tel, ...managed(record) };
}

/** A member of staff as the log knows it: whether a password was chosen, it does not. */
export function encodeStaff(record: Staff): Omit<ManagedStaff, 'can_sign_in'> {
  const { id, name, role, loginName } = record;
  return { id, name, role, login_name: loginName, ...managed(record) };
}

/** The lists of the spec: records in use only, without what only the masters screen knows. */
export function inUseOnly<Record extends { version: number; is_retired: 0 | 1 }>(
  records: readonly Record[],
): Omit<Record, 'version' | 'is_retired'>[] {
  return records
    .filter(({ is_retired }) => is_retired === 0)
    .map(({ version, is_retired, ...record }) => record);
}
