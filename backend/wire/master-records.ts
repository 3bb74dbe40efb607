import { PAYMENT_KINDS, type PaymentKind } from '@domain/masters/masters.js';
import type { StaffRole } from '@domain/masters/staff-role.js';
import { choice, flag, readOnly, requiredText, text } from './fields.js';

/** Master records as the wire has them (spec 3). */
export type CorporateRecord = { id: number; corporate_short_name: string; corporate_flag: 0 | 1 };
/** `is_invoice` is 1 for the kind 請求書. */
export type PaymentRecord = { id: number; payment_name: string; kind: PaymentKind; is_invoice: 0 | 1 };
export type BlacklistRecord = { id: number; guest_name: string; tel: string | null };
export type PrepaidWordRecord = { id: number; word: string };
export type StaffRecord = { name: string };

/** Additional fields for the masters screen, which lists retired records too (`?all=1`). */
export type Managed = { version: number; is_retired: 0 | 1 };
export type ManagedCorporate = CorporateRecord & Managed;
export type ManagedPayment = PaymentRecord & Managed;
export type ManagedBlacklistEntry = BlacklistRecord & Managed;
export type ManagedPrepaidWord = PrepaidWordRecord & Managed;
/** `can_sign_in` is 1 once a password was chosen. */
export type ManagedStaff = Managed & {
  id: number;
  name: string;
  role: StaffRole;
  login_name: string | null;
  can_sign_in: 0 | 1;
};

/** Fields of every record that its writes do not set. */
export const managedFields = readOnly<keyof Managed | 'id'>({ id: true, version: true, is_retired: true });

/** Bodies of the writes of master records. */
export const corporateShape = {
  ...managedFields,
  corporate_short_name: requiredText('法人名', 100),
  corporate_flag: flag('法人専用の部屋'),
};
/** The kind follows from the name, and from `is_invoice` as older clients send it, when it is left out. */
export const paymentShape = {
  ...managedFields,
  payment_name: requiredText('支払方法', 100),
  kind: choice('支払方法の種類', PAYMENT_KINDS).optional(),
  is_invoice: flag('請求書払い').optional(),
};
export const blacklistShape = {
  ...managedFields,
  guest_name: requiredText('宿泊者名', 100),
  tel: text('電話番号', 30)
    .nullable()
    .transform((value) => value || null),
};
export const prepaidWordShape = { ...managedFields, word: requiredText('支払方法の言葉', 100) };
/** Body of `PUT …/{id}/retired`: retires a record or restores it. */
export const retiredShape = { is_retired: flag('使用停止') };
