import type { WeatherDay } from '@domain/calendar/weather-day.js';
import { day } from '@domain/dates.js';
import { describe, expect, it } from '@jest/globals';
import { EVENT_LABELS } from '@wire/event-labels.js';
import { DESCRIBERS, describerFor, type TextContext } from '../../../backend/event-log/describers.js';
import { STREAMS } from '../../../backend/streams.js';
import { anImport, aReservation, aRoomMonth } from '../../support/builders.js';

const TYPES = [...new Set(STREAMS.flatMap(({ events }) => Object.keys(events)))].sort();
const CONTEXT = {
  rooms: { byNumber: new Map(), byId: new Map() },
  timezone: 'Asia/Tokyo',
} as never as TextContext;

const RECORDED = { id: 1, version: 1 };
const STATES = {
  reservation: aReservation(),
  'csv-reservation': anImport(),
  day: { ...RECORDED, date: day('2026-11-21'), weather: '晴', holidayFlag: 0 } satisfies WeatherDay,
  'room-month': aRoomMonth(),
  corporate: { ...RECORDED, corporateShortName: '㈱見本', corporateFlag: 0 },
  payment: { ...RECORDED, paymentName: '現金' },
  blacklist: { ...RECORDED, guestName: '黒瀬 剛', tel: null },
  staff: { ...RECORDED, name: '髙田 由美' },
  'room-type-mapping': { ...RECORDED, roomType: 'NS', categories: [] },
} as const;

describe('texts of the log', () => {
  it('has a name of its own for every type of event, and for no other', () => {
    expect(Object.keys(EVENT_LABELS).sort()).toEqual(TYPES);
    expect(new Set(Object.values(EVENT_LABELS)).size).toBe(TYPES.length);
  });

  it('describes every kind of stream, and no other', () => {
    expect(Object.keys(DESCRIBERS).sort()).toEqual(STREAMS.map(({ category }) => category).sort());
    expect(() => describerFor('nothing')).toThrow('nothing');
  });

  it.each(Object.entries(STATES))('has words for every fact of a %s', (category, state) => {
    const { facts, texts, subject } = describerFor(category);
    const named = Object.keys(facts(state as never, CONTEXT));
    expect(named.filter((field) => !texts[field]?.label)).toEqual([]);
    expect(named).not.toContain('id');
    expect(subject(state as never)).toMatch(/./);
  });
});
