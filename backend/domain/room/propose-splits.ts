import { addDays, type Day, daysBetween, nightsOf, type Stay } from '../dates.js';
import { claimsByRoom, overlapping, type ProposalFacts, unlikeness } from './room-claim.js';
import type { Room } from './room-directory.js';
import { inDisplayOrder } from './room-order.js';
import { type RoomSearchRequest, roomSuits } from './room-search.js';

/** A stay in two rooms, one after the other. */
export type SplitProposal = {
  parts: [{ roomNumber: string; stay: Stay }, { roomNumber: string; stay: Stay }];
};

const MOST_PROPOSALS = 3;

/** Until when a room is usable from the first night on, and from when on until the end. */
type Reach = { room: Room; until: Day; from: Day };

function reachOf(room: Room, stay: Stay, isUsable: (night: Day) => boolean): Reach {
  const usable = nightsOf(stay).map((night) => isUsable(night));
  const first = usable.indexOf(false);
  const last = usable.lastIndexOf(false);
  return {
    room,
    until: first < 0 ? stay.end : addDays(stay.start, first),
    from: addDays(stay.start, last + 1),
  };
}

/**
 * Proposes, when no suitable room is free for the whole stay, stays with one change of rooms, similar rooms first, then the latest
 * change; each part in a room that suits the party by the rules of 部屋検索 (spec 5). Empty when one room is enough, or
 * two are not.
 */
export function proposeSplits(request: RoomSearchRequest, facts: ProposalFacts): SplitProposal[] {
  const { stay } = request;
  const claims = claimsByRoom(facts);
  const reaches = inDisplayOrder(facts.rooms).map((room) => {
    const taken = overlapping(claims.get(room.roomNumber), stay);
    return reachOf(room, stay, (night) => {
      const oneNight = { start: night, end: addDays(night, 1) };
      return overlapping(taken, oneNight).length === 0 && roomSuits({ ...request, stay: oneNight })(room);
    });
  });
  if (reaches.some(({ until }) => until === stay.end)) return [];
  const later = (a: Reach, b: Reach): number => daysBetween(a.until, b.until);
  const pairs = reaches
    .filter(({ until }) => until > stay.start)
    .flatMap((first) => {
      const [second] = reaches
        .filter(({ from }) => from < stay.end && from <= first.until)
        .sort((a, b) => unlikeness(first.room, a.room) - unlikeness(first.room, b.room));
      return second ? [{ first, second, unlike: unlikeness(first.room, second.room) }] : [];
    })
    .sort((a, b) => a.unlike - b.unlike || later(a.first, b.first));
  return pairs.slice(0, MOST_PROPOSALS).map(({ first, second }) => ({
    parts: [
      { roomNumber: first.room.roomNumber, stay: { start: stay.start, end: first.until } },
      { roomNumber: second.room.roomNumber, stay: { start: first.until, end: stay.end } },
    ],
  }));
}
