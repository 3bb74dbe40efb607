import type { CorporateDetails } from '@domain/masters/masters.js';
import type { Gender } from '@domain/reservation/reservation.js';
import { TWIN } from '@domain/room/room-month.js';
import { ROOM_916 } from '@domain/room/room-order.js';
import { type Person, somebody, someoneFromAbroad } from './guests.js';
import type { Random } from './prng.js';
import type { SampleRoom } from './rooms.js';

/** Who stays: one or two guests, men first, and the corporate they come for. */
export type Party = { guests: readonly Person[]; company: CorporateDetails | null };

const FAMILY_PROBABILITY = 0.6;

function pair(room: SampleRoom, random: Random): Person[] {
  const [first, second] = random.weighted<readonly [Gender, Gender]>([
    [['male', 'female'], 55],
    [['female', 'female'], 20],
    [['male', 'male'], room.roomNumber === ROOM_916 ? 0 : 25],
  ]);
  const guest = somebody(random, first);
  const related = random.chance(FAMILY_PROBABILITY) ? guest.family : null;
  return [guest, somebody(random, second, related)];
}

function single(room: SampleRoom, random: Random): Person {
  const menShare = room.smokingStatus === '喫煙' ? 0.85 : 0.68;
  const any: Gender = random.chance(menShare) ? 'male' : 'female';
  const gender = room.priority === '' ? any : room.priority === '男性' ? 'male' : 'female';
  return somebody(random, gender);
}

/** The guests of a company that may take the room (spec 5, room search rules). */
function companyFor(
  room: SampleRoom,
  companies: readonly CorporateDetails[],
  random: Random,
): CorporateDetails {
  const wanted = room.corporate;
  return random.pick(companies.filter(({ corporateFlag }) => corporateFlag === wanted));
}

/** A party that the room search rules would give this room; `corporate` asks for guests of a company. */
export function partyFor(
  room: SampleRoom,
  corporate: boolean,
  companies: readonly CorporateDetails[],
  random: Random,
): Party {
  return {
    guests: room.roomType === TWIN ? pair(room, random) : [single(room, random)],
    company: corporate || room.corporate === 1 ? companyFor(room, companies, random) : null,
  };
}

/** The same kind of party with a first guest from abroad. */
export function fromAbroad(party: Party, random: Random): Party {
  const [first, ...others] = party.guests;
  return first ? { ...party, guests: [someoneFromAbroad(random, first.gender), ...others] } : party;
}
