import type { Gender } from '@domain/reservation/reservation.js';
import { FAMILY_NAMES, GUESTS_FROM_ABROAD, MENS_NAMES, WOMENS_NAMES } from './names.js';
import type { Random } from './prng.js';

/** A person with the full name and its kana; guests from abroad have none. */
export type Person = { name: string; kana: string; gender: Gender; family: readonly [string, string] | null };

/** Someone of this gender, of the given family if there is one. */
export function somebody(random: Random, gender: Gender, family: Person['family'] = null): Person {
  const [familyName, familyKana] = family ?? random.pick(FAMILY_NAMES);
  const [given, givenKana] = random.pick(gender === 'male' ? MENS_NAMES : WOMENS_NAMES);
  return {
    name: `${familyName} ${given}`,
    kana: `${familyKana} ${givenKana}`,
    gender,
    family: [familyName, familyKana],
  };
}

/** A guest from abroad. */
export function someoneFromAbroad(random: Random, gender: Gender): Person {
  return { name: random.pick(GUESTS_FROM_ABROAD[gender]), kana: '', gender, family: null };
}

/** A mobile number that no one has. */
export function someTel(random: Random): string {
  const prefix = random.weighted([
    ['090', 5],
    ['080', 3],
    ['070', 2],
  ] as const);
  return `${prefix}-0000-${String(random.whole(0, 8999)).padStart(4, '0')}`;
}
