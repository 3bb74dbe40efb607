import { ERASING_EVENT } from '@domain/erased.js';
import { describe, expect, test } from '@jest/globals';
import { checkEvent, type Versioned } from '../../../backend/event-store/event-stream.js';
import { sampleHotel } from '../../../backend/sample/sample-hotel.js';
import { STREAMS } from '../../../backend/streams.js';
import { CASES, definitionOf, historyOf, type SampleCase, SEED } from './sample-cases.js';

/** The fields in which events refer to other records, and the value that refers to none. */
const REFERENCES = {
  corporateId: 0,
  paymentType: null,
  blacklistId: -1,
  baseBookingId: 0,
  staffId: null,
  csvReservationId: null,
  bookingId: null,
} as const;
const REFERRED_CATEGORY = {
  corporateId: 'corporate',
  paymentType: 'payment',
  blacklistId: 'blacklist',
  baseBookingId: 'reservation',
  staffId: 'staff',
  csvReservationId: 'csv-reservation',
  bookingId: 'reservation',
} as const;

describe.each(CASES)('the log of the sample hotel on $today at $now', (sample) => {
  const events = historyOf(sample);

  test('is the same for the same request', () => {
    const again = JSON.stringify(sampleHotel({ ...sample, seed: SEED }));
    expect(again === JSON.stringify(events)).toBe(true);
  });

  test('gives every record the position of its first event', () => {
    const first = new Map<string, number>();
    events.forEach(({ category, key }, index) => {
      if (!first.has(`${category}-${key}`)) first.set(`${category}-${key}`, index + 1);
    });
    const wrong = [...first].filter(
      ([stream, position]) => !stream.startsWith('day-') && !stream.endsWith(`-${position}`),
    );
    expect(wrong).toEqual([]);
    const days = events.filter(({ category }) => category === 'day');
    expect(days.filter(({ key, event }) => !('date' in event.data) || event.data.date !== key)).toEqual([]);
  });

  test('is in the order of its recording and holds nothing of the future', () => {
    const times = events.map(({ recordedAt }) => recordedAt);
    expect(times).toEqual([...times].sort());
    expect(times.every((time) => new Date(time).toISOString() === time)).toBe(true);
    expect((times.at(-1) ?? '') <= sample.now).toBe(true);
  });

  test('folds in every stream and keeps every event schema', () => {
    const states = new Map<string, Versioned>();
    for (const recorded of events) {
      const definition = definitionOf(recorded);
      const stream = `${recorded.category}-${recorded.key}`;
      expect(Object.keys(definition.events)).toContain(recorded.event.type);
      checkEvent(definition, recorded.event);
      states.set(stream, definition.evolve(states.get(stream) ?? null, recorded.event, Number(recorded.key)));
    }
    const versions = [...states.values()].reduce((sum, state) => sum + (state?.version ?? 0), 0);
    expect(versions).toBe(events.length);
  });

  test('refers only to records that it already holds', () => {
    const dangling = events.flatMap(({ event }, index) =>
      Object.entries(event.data).filter(([field, value]) => {
        if (!(field in REFERENCES) || value === REFERENCES[field as keyof typeof REFERENCES]) return false;
        const referred = events[Number(value) - 1];
        const expected = REFERRED_CATEGORY[field as keyof typeof REFERENCES];
        const earlier = Number(value) <= index + 1;
        return !earlier || referred?.category !== expected || referred.key !== value;
      }),
    );
    expect(dangling).toEqual([]);
    const staff = events.filter(
      ({ staffId }) => staffId !== null && events[staffId - 1]?.category !== 'staff',
    );
    expect(staff).toEqual([]);
  });

  test('begins with masters and room-months and has every category and type of event but those that take away or take back', () => {
    const masters = ['staff', 'corporate', 'payment', 'blacklist', 'room-type-mapping', 'room-month'];
    const firstOther = events.findIndex(({ category }) => !masters.includes(category));
    expect(events.slice(firstOther).filter(({ category }) => masters.includes(category))).toEqual([]);
    const types = new Set(events.map(({ event }) => event.type));
    // None of its guests has asked to be forgotten.
    const expected = STREAMS.flatMap(({ events: known }) => Object.keys(known)).filter(
      (type) =>
        !['ReservationReinstated', ERASING_EVENT].includes(type) &&
        !/(Retired|Dismissed|Reopened)$/.test(type),
    );
    expect(expected.filter((type) => !(types as Set<string>).has(type))).toEqual([]);
  });

  test('holds only text as a save would have stored it', () => {
    const texts = events
      .flatMap(({ event }) => Object.values(event.data))
      .filter((value) => typeof value === 'string');
    expect(texts.filter((text) => text !== text.normalize('NFC').trim())).toEqual([]);
  });
});

test('another seed gives another history', () => {
  const [sample] = CASES as [SampleCase];
  const other = JSON.stringify(sampleHotel({ ...sample, seed: SEED + 1 }));
  expect(other === JSON.stringify(historyOf(sample))).toBe(false);
});
