import { gendersOf, groupIdOf, stayOf } from '@domain/reservation/reservation.js';
import { describe, expect, it } from '@jest/globals';
import { aReservation, stay } from '../../support/builders.js';

describe('reservation', () => {
  it.each([
    [1, 0, ['male', null]],
    [0, 1, ['female', null]],
    [2, 0, ['male', 'male']],
    [1, 1, ['male', 'female']],
    [0, 2, ['female', 'female']],
    [0, 0, [null, null]],
  ])('%s men and %s women are %j, men first (contract 2)', (mensCount, womensCount, genders) => {
    expect(gendersOf({ mensCount, womensCount })).toEqual(genders);
  });

  it('has its stay as a range', () => {
    expect(stayOf(aReservation())).toEqual(stay('2026-11-21', '2026-11-23'));
  });

  it('shares the id of its base with its group', () => {
    expect(groupIdOf(aReservation({ id: 10, baseBookingId: 0 }))).toBe(10);
    expect(groupIdOf(aReservation({ id: 10, baseBookingId: 4 }))).toBe(4);
  });
});
