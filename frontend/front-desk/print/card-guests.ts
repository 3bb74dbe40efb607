import type { BookingRecord } from '@wire/booking-record.js';

/** A guest as the registration card names them; what is not known is left for the guest to write. */
export type CardGuest = {
  number: number;
  of: number;
  name: string;
  kana: string;
  gender: string;
  tel: string;
};

const GENDERS = { male: '男', female: '女' } as const;
const genderOf = (gender: 'male' | 'female' | null) => (gender ? GENDERS[gender] : '');

/** The guests of a booking, one for each person of the party. */
export function cardGuests(record: BookingRecord): CardGuest[] {
  const of = Math.max(1, record.mens_count + record.womens_count);
  const first = {
    number: 1,
    of,
    name: record.guest_name_1,
    kana: record.guest_name1_kana,
    gender: genderOf(record.gender_1),
    tel: record.tel,
  };
  if (of === 1) return [first];
  const second = {
    number: 2,
    of,
    name: record.guest_name_2,
    kana: '',
    gender: genderOf(record.gender_2),
    tel: '',
  };
  return [first, second];
}
