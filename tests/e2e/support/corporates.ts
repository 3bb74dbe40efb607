import type { CorporateRecord } from '@wire/master-records.js';
import type { Hotel } from './hotel.js';

/** The name of a corporate with this flag. */
export async function corporateWith(hotel: Hotel, flag: 0 | 1): Promise<string> {
  const { body } = await hotel.api.get<CorporateRecord[]>('/api/corporate_master');
  return String(body.find(({ corporate_flag }) => corporate_flag === flag)?.corporate_short_name);
}
