/** Master records as the wire has them (spec 3). */
export type CorporateRecord = { id: number; corporate_short_name: string; corporate_flag: 0 | 1 };
export type PaymentRecord = { id: number; payment_name: string };
export type BlacklistRecord = { id: number; guest_name: string; tel: string | null };
export type StaffRecord = { name: string };
