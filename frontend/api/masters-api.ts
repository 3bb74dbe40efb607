import type { BlacklistRecord, CorporateRecord, PaymentRecord, StaffRecord } from '@wire/master-records.js';
import { get } from './request.js';

/** The corporates that a guest may belong to. */
export const fetchCorporates = async () => (await get<CorporateRecord[]>('/api/corporate_master')).data;

/** The ways of payment. */
export const fetchPayments = async () => (await get<PaymentRecord[]>('/api/payment_master')).data;

/** The entries that a guest is held against. */
export const fetchBlacklist = async () => (await get<BlacklistRecord[]>('/api/blacklist')).data;

/** The name of a staff member. */
export const fetchStaff = async (id: number) => (await get<StaffRecord>(`/api/staff/${id}`)).data;
