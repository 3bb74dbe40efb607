import { nightsOf, overlaps, type Stay } from '../dates.js';
import {
  claimOf,
  claimsByRoom,
  overlapping,
  type ProposalFacts,
  type RoomClaim,
  unlikeness,
} from './room-claim.js';
import { inDisplayOrder } from './room-order.js';
import type { RoomSearchRequest } from './room-search.js';

/** A move of one booking to another room, with unchanged dates. */
export type RoomMove = { id: number; from: string; to: string };

/** A room that becomes free for the whole stay by these moves together. */
export type MoveProposal = { roomNumber: string; moves: RoomMove[] };

/** Proposals with more moves are not worth their effort. */
export const MOST_MOVES = 4;
const MOST_PROPOSALS = 3;

/** A room for a claim, and the claims with nights of its stay there. */
export type Place = { roomNumber: string; leaving: readonly RoomClaim[]; unlikeness: number };

/** The assignments of a plan, the wanted claim first, then those that have to move. */
export type Plan = readonly { claim: RoomClaim; place: Place }[];

/** Most rooms examined by one search. */
const MAX_EXAMINED = 300_000;
/** Most plans with the same number of moves. */
const MAX_PLANS = 200;

/** A branch of the search: rooms assigned so far, claims without a room, claims moved out, and moves left. */
type Branch = { plan: Plan; pending: readonly RoomClaim[]; movedOut: ReadonlySet<RoomClaim>; left: number };
type Opening = { place: Place; evicted: RoomClaim[] };

/** The rooms that a claim could have, most similar first, each with the claims that would have to move out. */
function placesIn(facts: ProposalFacts): (claim: RoomClaim) => readonly Place[] {
  const claims = claimsByRoom(facts);
  const rooms = inDisplayOrder(facts.rooms);
  const cached = new Map<RoomClaim, readonly Place[]>();
  const find = (claim: RoomClaim): Place[] => {
    const home = claim.home === null ? undefined : facts.rooms.byNumber.get(claim.home);
    return rooms
      .filter((room) => room !== home && claim.suits(room))
      .map((room) => ({
        roomNumber: room.roomNumber,
        leaving: overlapping(claims.get(room.roomNumber), claim.stay),
        unlikeness: home ? unlikeness(home, room) : 0,
      }))
      .filter(({ leaving }) => leaving.length <= MOST_MOVES && leaving.every(({ movable }) => movable))
      .sort((a, b) => a.unlikeness - b.unlikeness);
  };
  return (claim) => {
    const places = cached.get(claim) ?? find(claim);
    cached.set(claim, places);
    return places;
  };
}

/**
 * Lower bound of the number of moves: the longest of the shortest chains of moves that free a room on a single night.
 * Infinity when there is no such chain on some night.
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

/** The best plans, at most one for each room freed: those with the most similar rooms. */
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
 * Depth-first search for plans with a given number of moves; `isExhausted` once it has examined too many rooms. Each step
 * examines the rooms of one claim.
 */
export function moveTree(placesOf: (claim: RoomClaim) => readonly Place[]) {
  let examined = 0;
  const isExhausted = (): boolean => examined >= MAX_EXAMINED;

  const openingsFor = (claim: RoomClaim, { plan, movedOut, left }: Branch): Opening[] =>
    placesOf(claim).flatMap((place): Opening[] => {
      examined++;
      const evicted = place.leaving.filter((other) => !movedOut.has(other));
      const isTaken = plan.some(
        (other) => other.place.roomNumber === place.roomNumber && overlaps(other.claim.stay, claim.stay),
      );
      return isTaken || evicted.length > left ? [] : [{ place, evicted }];
    });

  function* grow(branch: Branch, found: Plan[]): Generator<void, void> {
    if (isExhausted() || found.length >= MAX_PLANS) return;
    const { plan, pending, movedOut, left } = branch;
    if (pending.length === 0) {
      found.push(plan);
      return;
    }
    // Assign the claim with the fewest rooms first, to prune early.
    const choices: { claim: RoomClaim; openings: Opening[] }[] = [];
    for (const claim of pending) {
      yield;
      choices.push({ claim, openings: openingsFor(claim, branch) });
    }
    const [hardest] = choices.sort((a, b) => a.openings.length - b.openings.length);
    if (!hardest) return;
    const { claim } = hardest;
    for (const { place, evicted } of hardest.openings) {
      yield* grow(
        {
          plan: [...plan, { claim, place }],
          pending: [...pending.filter((other) => other !== claim), ...evicted],
          movedOut: new Set([...movedOut, ...evicted]),
          left: left - evicted.length,
        },
        found,
      );
    }
  }

  return {
    isExhausted,
    /** Plans that free a room for the claim with at most this many moves. */
    *plans(wanted: RoomClaim, moves: number): Generator<void, Plan[]> {
      const found: Plan[] = [];
      yield* grow({ plan: [], pending: [wanted], movedOut: new Set(), left: moves }, found);
      return found;
    },
  };
}

/**
 * Proposes, when no suitable room is free for the whole stay, a few ways to free one with the fewest moves of other bookings. Only
 * bookings that are not checked in, locked, grouped or erased are moved, with unchanged dates, to rooms that suit their
 * party by the rules of 部屋検索 (spec 5) in every month. Empty when a room is free or none can be freed. The search is
 * long: it yields after about a hundred rooms, so that the caller can do other work in between.
 */
export function proposeMoves(
  request: RoomSearchRequest,
  facts: ProposalFacts,
): Generator<void, MoveProposal[]> {
  return proposeMovesFor(claimOf(request), facts);
}

/** The fewest moves of bookings that make one room free for some nights, by the same rules; empty when it is free, or cannot be. */
export function proposeMovesFrom(
  roomNumber: string,
  stay: Stay,
  facts: ProposalFacts,
): Generator<void, MoveProposal[]> {
  const suits: RoomClaim['suits'] = (room) => room.roomNumber === roomNumber;
  return proposeMovesFor({ id: 0, home: null, stay, movable: false, suits }, facts);
}

function* proposeMovesFor(wanted: RoomClaim, facts: ProposalFacts): Generator<void, MoveProposal[]> {
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
