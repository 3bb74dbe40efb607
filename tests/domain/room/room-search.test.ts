import { addDays, day, type Month } from '@domain/dates.js';
import { roomDirectory } from '@domain/room/room-directory.js';
import { type RoomSearchRequest, roomSuits, searchRooms } from '@domain/room/room-search.js';
import { describe, expect, it } from '@jest/globals';
import { EMPTY_SEARCHES, ROOM_SEARCH_RULES, type SearchCase } from '../../cases/room-search.js';
import { aRoomOf } from '../../support/builders.js';

const LAST_OF_MONTH = day('2026-11-30');
const FIRST_MONTH = day('2026-11-01') as Month;
const SECOND_MONTH = day('2026-12-01') as Month;

function requestOf({ party, nights = 2 }: Pick<SearchCase, 'party' | 'nights'>): RoomSearchRequest {
  return {
    stay: { start: LAST_OF_MONTH, end: addDays(LAST_OF_MONTH, nights) },
    mensCount: party.men,
    womensCount: party.women,
    smokingStatus: party.smoking ?? '禁煙',
    corporate: party.corporateFlag === undefined ? null : { corporateFlag: party.corporateFlag },
  };
}

function roomsOf({ rooms, later = {} }: Pick<SearchCase, 'rooms' | 'later'>) {
  const months = Object.entries(rooms).flatMap(([roomNumber, traits]) => {
    const then = later[roomNumber];
    return [
      ...aRoomOf(roomNumber, traits, [FIRST_MONTH]),
      ...(then === null ? [] : aRoomOf(roomNumber, { ...traits, ...then }, [SECOND_MONTH])),
    ];
  });
  return [...roomDirectory(months).byNumber.values()];
}

function search(one: Omit<SearchCase, 'found'>) {
  const occupied = (roomNumber: string) => one.booked?.includes(roomNumber) ?? false;
  return searchRooms({ ...requestOf(one), rooms: roomsOf(one), occupied });
}

const named = <Case extends object>(cases: readonly Case[]) =>
  cases.map((one) => [JSON.stringify(one), one] as const);

describe.each(Object.values(ROOM_SEARCH_RULES))('部屋検索: $rule', ({ cases }) => {
  it.each(named(cases))('%s', (_, one) => {
    const { candidates, emptyBecause } = search(one);
    expect(candidates).toEqual(one.found);
    expect(emptyBecause === null).toBe(one.found.length > 0);
    const suiting = roomsOf(one).filter(roomSuits(requestOf(one)));
    expect(suiting.map(({ roomNumber }) => roomNumber)).toEqual(expect.arrayContaining(one.found));
  });
});

describe.each(Object.values(EMPTY_SEARCHES))('部屋検索: $rule', ({ cases }) => {
  it.each(named(cases))('%s', (_, one) => {
    expect(search(one)).toMatchObject({ candidates: [], emptyBecause: { message: one.message } });
  });
});
