import type { Reservation } from '../reservation.js';

/** Room, dates and state that a booking may get; another room of the same kind is looked for when it is its turn. */
export type PlaceOption = {
  kind: 'former' | 'former dates' | 'other room' | 'former room' | 'cancelled' | 'as is';
  patch: Partial<Pick<Reservation, 'roomNumber' | 'stayStart' | 'stayEnd' | 'status'>>;
};

/**
 * The places that a booking may get back, the best first: its former one; the former dates in its present room; the
 * former dates in a free room of the former one's kind; the former room on the present dates; as it is.
 */
export function placeOptions(current: Reservation, former: PlaceOption['patch']): PlaceOption[] {
  const { roomNumber, status, ...dates } = former;
  const asItIs: PlaceOption = { kind: 'as is', patch: {} };
  if (Object.keys(former).length === 0) return [asItIs];
  const hasDates = Object.keys(dates).length > 0;
  const moves = roomNumber !== undefined;
  const options: PlaceOption[] = [{ kind: 'former', patch: former }];
  const isBack = status === undefined ? {} : { status };
  if (moves && hasDates) options.push({ kind: 'former dates', patch: { ...dates, ...isBack } });
  if (moves || status === 'active') {
    options.push({ kind: 'other room', patch: { ...former, roomNumber: roomNumber ?? current.roomNumber } });
  }
  if (moves && hasDates) options.push({ kind: 'former room', patch: { roomNumber, ...isBack } });
  return [...options, asItIs];
}
