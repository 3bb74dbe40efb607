import { nightsOf, overlaps } from '../dates.js';
import {
  claimOf,
  claimsByRoom,
  inTheWay,
  type ProposalFacts,
  type RoomClaim,
  unlikeness,
} from './room-claim.js';
import { compareRoomNumbers } from './room-order.js';
import type { RoomSearchRequest } from './room-search.js';

/** One booking that would get another room for its unchanged dates. */
export type RoomMove = { id: number; from: string; to: string };

/** A room that is free for the whole stay once these bookings have moved, all of them at once. */
export type MoveProposal = { roomNumber: string; moves: RoomMove[] };

/** More moves than that are more trouble than another room. */
export const MOST_MOVES = 4;
const MOST_PROPOSALS = 3;

/** The rooms that a claim could have, likest to its own first; each with who would have to leave it. */
function placesIn(facts: ProposalFacts): (claim: RoomClaim) => readonly Place[] {
  const claims = claimsByRoom(facts);
  const rooms = [...facts.rooms.byNumber.values()].sort((a, b) =>
    compareRoomNumbers(a.roomNumber, b.roomNumber),
  );
  const kept = new Map<RoomClaim, readonly Place[]>();
  const find = (claim: RoomClaim): Place[] => {
    const home = claim.home === null ? undefined : facts.rooms.byNumber.get(claim.home);
    return rooms
      .filter((room) => room !== home && claim.suits(room))
      .map((room) => ({
        roomNumber: room.roomNumber,
        leaving: inTheWay(claims.get(room.roomNumber), claim.stay),
        unlikeness: home ? unlikeness(home, room) : 0,
      }))
      .filter(({ leaving }) => leaving.length <= MOST_MOVES && leaving.every(({ movable }) => movable))
      .sort((a, b) => a.unlikeness - b.unlikeness);
  };
  return (claim) => {
    const places = kept.get(claim) ?? find(claim);
    kept.set(claim, places);
    return places;
  };
}

/**
 * No fewer moves than these can do: on each night, whoever needs a room there takes one that is free or somebody's who
 * then needs one. Infinity when some night ends nowhere.
 */
function* leastMoves(
  wanted: RoomClaim,
  placesOf: (claim: RoomClaim) => readonly Place[],
): Generator<void, number> {
  function* leastOnNight(night: string): Generator<void, number> {
    const seen = new Set([wanted]);
    for (let [moves, seeking] = [0, [wanted]]; seeking.length > 0; moves++) {
      const next: RoomClaim[] = [];
      for (const claim of seeking) {
        yield;
        for (const place of placesOf(claim)) {
          const there = place.leaving.find(({ stay }) => stay.start <= night && night < stay.end);
          if (!there) return moves;
          if (!seen.has(there)) next.push(there);
          seen.add(there);
        }
      }
      seeking = next;
    }
    return Number.POSITIVE_INFINITY;
  }
  let least = 0;
  for (const night of nightsOf(wanted.stay)) least = Math.max(least, yield* leastOnNight(night));
  return least;
}

const unlikenessOf = (plan: Plan): number => plan.reduce((sum, { place }) => sum + place.unlikeness, 0);

/** For each room that could be freed the plan that guests would notice least; the best of them. */
function bestOf(plans: readonly Plan[]): MoveProposal[] {
  const best = new Map<string, MoveProposal>();
  for (const [wanted, ...others] of [...plans].sort((a, b) => unlikenessOf(a) - unlikenessOf(b))) {
    const roomNumber = wanted?.place.roomNumber ?? '';
    if (best.has(roomNumber)) continue;
    const moves = others.map(({ claim, place }) => ({
      id: claim.id,
      from: claim.home ?? '',
      to: place.roomNumber,
    }));
    best.set(roomNumber, { roomNumber, moves });
  }
  return [...best.values()].slice(0, MOST_PROPOSALS);
}

/**
 * When no room suits and is free for the whole stay: the fewest moves of other bookings that free one, in a few ways.
 * Moved is only who has not arrived, is not locked, grouped or erased, with unchanged dates and to a room that suits
 * that party by the rules of 部屋検索 (spec 5) in every month. Nothing when a room is free, or none can be freed.
 * A long search: it goes in steps of about a hundred rooms each, so that whoever runs it can do other things between.
 */
export function* proposeMoves(
  request: RoomSearchRequest,
  facts: ProposalFacts,
): Generator<void, MoveProposal[]> {
  const wanted = claimOf(request);
  const placesOf = placesIn(facts);
  if (placesOf(wanted).some(({ leaving }) => leaving.length === 0)) return [];
  const tree = moveTree(placesOf);
  const least = Math.max(1, yield* leastMoves(wanted, placesOf));
  for (let moves = least; moves <= MOST_MOVES && !tree.isExhausted(); moves++) {
    const plans = yield* tree.plans(wanted, moves);
    if (plans.length > 0) return bestOf(plans);
  }
  return [];
}

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
