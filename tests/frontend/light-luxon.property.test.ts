import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import * as luxon from 'luxon';
import * as light from '../../frontend/light-luxon.js';
import { runs } from '../support/trial-size.js';

const zones = fc.constantFrom(
  'Asia/Tokyo',
  'UTC',
  'America/New_York',
  'America/Sao_Paulo',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Africa/Monrovia',
  'Europe/London',
  'Pacific/Apia',
  'Pacific/Kiritimati',
);
const instants = fc.integer({ min: Date.UTC(1900, 0, 2), max: Date.UTC(2200, 11, 30) });
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

describe('what stands in for luxon in the browser does as luxon does', () => {
  it('in every zone, at any instant', () => {
    fc.assert(
      fc.property(zones, instants, (zone, ms) => {
        const [theirs, ours] = [luxon, light].map(({ DateTime, IANAZone }) => ({
          day: DateTime.fromJSDate(new Date(ms), { zone }).toISODate(),
          // luxon leaves out the seconds of offsets of long ago.
          offset: Math.trunc(IANAZone.create(zone).offset(ms)),
        }));
        expect(ours).toEqual(theirs);
      }),
      { numRuns: runs(500) },
    );
  });

  it('years later, also from 29 February', () => {
    const leap = Date.UTC(2024, 1, 29);
    fc.assert(
      fc.property(instants, fc.integer({ min: -20, max: 20 }), (ms, years) => {
        const [theirs, ours] = [luxon, light].map(({ DateTime }) =>
          DateTime.fromISO(dayOf(ms), { zone: 'utc' }).plus({ years }).toISODate(),
        );
        expect(ours).toBe(theirs);
      }),
      {
        examples: [
          [leap, 1],
          [leap, 4],
          [leap, -1],
        ],
      },
    );
  });

  it.each(['Asia/Tokyo', 'UTC', 'Asia/Edo', '', 'x'])('knows whether there is a zone %j', (zone) => {
    expect(light.IANAZone.isValidZone(zone)).toBe(luxon.IANAZone.isValidZone(zone));
  });
});
