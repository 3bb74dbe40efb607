import { overlaps } from '../dates.js';
import type { RoomClaim } from './room-claim.js';

/** A room for a claim, and all who have one of its nights there. */
export type Place = { roomNumber: string; leaving: readonly RoomClaim[]; unlikeness: number };

/** Who gets which room, in the order in which they were asked to leave; first the one that it is all about. */
export type Plan = readonly { claim: RoomClaim; place: Place }[];

/** How many rooms are looked at in all: bounds the time of a search whatever the hotel. */
const MOST_LOOKS = 300_000;
/** So many ways to do the same are enough to choose from. */
const ENOUGH_PLANS = 200;

/** What is being tried: who has got a room, who still seeks one, and how many more may be asked to leave theirs. */
type Branch = { plan: Plan; seeking: readonly RoomClaim[]; gone: ReadonlySet<RoomClaim>; left: number };
type Opening = { place: Place; evicted: RoomClaim[] };

/**
 * Searches for plans in which so many others move; `isExhausted` once it has looked at too much to go on. Between two
 * steps it looks at the rooms of one claim.
 */
export function moveTree(placesOf: (claim: RoomClaim) => readonly Place[]) {
  let looks = 0;
  const isExhausted = (): boolean => looks >= MOST_LOOKS;

  const openingsFor = (claim: RoomClaim, { plan, gone, left }: Branch): Opening[] =>
    placesOf(claim).flatMap((place): Opening[] => {
      looks++;
      const evicted = place.leaving.filter((other) => !gone.has(other));
      const isTaken = plan.some(
        (other) => other.place.roomNumber === place.roomNumber && overlaps(other.claim.stay, claim.stay),
      );
      return isTaken || evicted.length > left ? [] : [{ place, evicted }];
    });

  function* grow(branch: Branch, found: Plan[]): Generator<void, void> {
    if (isExhausted() || found.length >= ENOUGH_PLANS) return;
    const { plan, seeking, gone, left } = branch;
    if (seeking.length === 0) {
      found.push(plan);
      return;
    }
    // Who has the fewest rooms to go to is placed first: what leads nowhere ends soon.
    const choices: { claim: RoomClaim; openings: Opening[] }[] = [];
    for (const claim of seeking) {
      yield;
      choices.push({ claim, openings: openingsFor(claim, branch) });
    }
    const [hardest] = choices.sort((a, b) => a.openings.length - b.openings.length);
    for (const { place, evicted } of hardest?.openings ?? []) {
      const { claim } = hardest as { claim: RoomClaim };
      yield* grow(
        {
          plan: [...plan, { claim, place }],
          seeking: [...seeking.filter((other) => other !== claim), ...evicted],
          gone: new Set([...gone, ...evicted]),
          left: left - evicted.length,
        },
        found,
      );
    }
  }

  return {
    isExhausted,
    /** Plans that give the claim a room by at most so many moves of others. */
    *plans(wanted: RoomClaim, moves: number): Generator<void, Plan[]> {
      const found: Plan[] = [];
      yield* grow({ plan: [], seeking: [wanted], gone: new Set(), left: moves }, found);
      return found;
    },
  };
}
