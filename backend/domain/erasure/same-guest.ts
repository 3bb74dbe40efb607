import { phoneDigits } from '../imports/guest-key.js';
import { searchable } from '../search/searchable.js';

/** Fewer digits may stand in a text by chance. */
const SHORTEST_PHONE = 6;

/** By what a booking or an imported record names its guest. */
export type NamedGuest = {
  reserverName: string;
  reserverNameKana: string;
  guestName1: string;
  guestName1Kana: string;
  guestName2: string;
  tel: string;
};

/** The names of a record's guests and booker as they are compared; blank ones are left out. */
function namesOf({ reserverName, guestName1, guestName2 }: NamedGuest): string[] {
  return [reserverName, guestName1, guestName2].map(searchable).filter((name) => name !== '');
}

/** Whether two records name the same person: a name in common under the same phone number. */
export function isSameGuest(one: NamedGuest, other: NamedGuest): boolean {
  const phone = phoneDigits(one.tel);
  if (phone === null || phone !== phoneDigits(other.tel)) return false;
  const names = new Set(namesOf(one));
  return namesOf(other).some((name) => names.has(name));
}

/** Whether a text tells who the guest is: a name, a kana or the phone number is in it, however written. */
export function tellsGuest(text: string, guest: NamedGuest): boolean {
  const said = searchable(text);
  const kana = [guest.reserverNameKana, guest.guestName1Kana].map(searchable);
  const names = [...namesOf(guest), ...kana].filter((name) => name.length > 1);
  const phone = phoneDigits(guest.tel) ?? '';
  const tellsPhone = phone.length >= SHORTEST_PHONE && said.replace(/\D/g, '').includes(phone);
  return tellsPhone || names.some((name) => said.includes(name));
}
