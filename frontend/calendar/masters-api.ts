import type { StaffRecord } from '@wire/master-records.js';
import { get } from '../shared/api/request.js';

/** The name of a staff member. */
export const fetchStaff = async (id: number) => (await get<StaffRecord>(`/api/staff/${id}`)).data;
