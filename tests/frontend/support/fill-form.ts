import { roomChoicesAtom, setField } from '#frontend/booking/form.js';
import { runRoomSearch } from '#frontend/booking/form-actions.js';
import type { TextFormField } from '#frontend/booking/form-values.js';
import { store } from '#frontend/shared/store.js';

const COMPLETE = {
  stayStart: '1121',
  stayEnd: '+2',
  checkinTime: '15',
  reserverName: '山田太郎',
  guestName1: '山田太郎',
  totalFee: '８，０００',
};

/** Types everything that a new booking needs, the first room that 部屋検索 finds, and what is said otherwise. */
export async function fillAndSearch(otherwise: Partial<Record<TextFormField, string>> = {}): Promise<void> {
  for (const [field, text] of Object.entries({ ...COMPLETE, ...otherwise }))
    setField(field as TextFormField, text as never);
  setField('mensCount', 1);
  await runRoomSearch();
  setField('roomId', store.get(roomChoicesAtom).found[0]?.roomId ?? null);
}
