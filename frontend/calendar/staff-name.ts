import { fetchStaff } from './masters-api.js';

const UNKNOWN = '不明';
const UNNAMED = '未定義';

/** The name of the staff member in charge (spec 8, staff lookup). */
export async function staffName(id: number | null): Promise<string> {
  if (id === null) return UNKNOWN;
  try {
    const { name } = await fetchStaff(id);
    return name || UNNAMED;
  } catch (error) {
    console.error('staff', error);
    return UNKNOWN;
  }
}
