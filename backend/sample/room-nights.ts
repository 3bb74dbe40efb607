import { type Day, daysBetween } from '@domain/dates.js';
import type { SampleRoom } from './rooms.js';
import type { PlacedStay } from './stays.js';

type RoomStay = Pick<PlacedStay, 'room' | 'start' | 'end'>;

/** The nights of each room that some booking takes or once took. */
export type RoomNights = {
  areFree: (stay: RoomStay) => boolean;
  take: (stay: RoomStay) => void;
};

/** The nights that these stays take; nights are counted from the first of the sample. */
export function roomNights(stays: readonly RoomStay[], firstNight: Day): RoomNights {
  const taken = new Set<string>();
  const keys = ({ room, start, end }: RoomStay) => {
    const first = daysBetween(firstNight, start);
    return Array.from(
      { length: daysBetween(start, end) },
      (_, index) => `${room.roomNumber} ${first + index}`,
    );
  };
  const take = (stay: RoomStay) => {
    for (const key of keys(stay)) taken.add(key);
  };
  stays.forEach(take);
  return { take, areFree: (stay) => keys(stay).every((key) => !taken.has(key)) };
}

/** Whether two rooms differ in nothing that matters to a party. */
export function isAlike(a: SampleRoom, b: SampleRoom): boolean {
  const kind = ({ roomType, smokingStatus, priority, corporate }: SampleRoom) =>
    [roomType, smokingStatus, priority, corporate].join();
  return kind(a) === kind(b);
}
