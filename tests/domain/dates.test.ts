import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  addDays,
  addMonths,
  addYears,
  day,
  dayIn,
  daysBetween,
  daysFromTo,
  instantIn,
  isTimeZone,
  lastDayOf,
  monthOf,
  monthsFromTo,
  nightsOf,
  overlaps,
  parseDay,
  weekdayOf,
} from '@domain/dates.js';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { transformSync } from '@swc/core';
import fc from 'fast-check';
import { month, stay } from '../support/builders.js';
import { temporaryFolder } from '../support/temporary-file.js';

const ZONES =
  'Asia/Tokyo America/New_York Europe/London Australia/Lord_Howe America/Sao_Paulo Pacific/Apia Pacific/Kiritimati'.split(
    ' ',
  );

describe('reading a day', () => {
  it.each('2026-11-21 2024-02-29 2000-02-29 1900-01-01 2200-12-31'.split(' '))('takes %s', (text) => {
    expect(parseDay(text)).toBe(text);
    expect(day(text)).toBe(text);
  });

  it.each([
    ...'2026-02-29 2100-02-29 2026-11-31 2026-13-01 2026-00-10 2026-01-00 1899-12-31 2201-01-01'.split(' '),
    ...'2026-1-1 26-01-01 2026/11/21 ２０２６-１１-２１ 2026-11-21T00:00:00'.split(' '),
    ...[' 2026-11-21', '2026-11-21\n', '', 20261121, null, undefined, ['2026-11-21']],
  ])('refuses %j', (text) => expect(parseDay(text)).toBeNull());

  it('throws on a literal that is no day', () => {
    expect(() => day('2026-02-30')).toThrow('not a day: 2026-02-30');
  });
});

describe('counting days', () => {
  it.each([
    ['2026-12-31', 1, '2027-01-01'],
    ['2027-01-01', -1, '2026-12-31'],
    ['2024-02-28', 1, '2024-02-29'],
    ['2026-02-28', 1, '2026-03-01'],
    ['2024-02-29', 366, '2025-03-01'],
  ])('from %s moves %i to %s', (from, days, to) => expect(addDays(day(from), days)).toBe(to));

  it('measures the way it moves', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -40_000, max: 40_000 }),
        fc.integer({ min: -400, max: 400 }),
        (base, step) => {
          const from = addDays(day('2026-11-21'), base);
          expect(daysBetween(from, addDays(from, step))).toBe(step);
          expect(addDays(addDays(from, step), -step)).toBe(from);
          expect(Math.abs(weekdayOf(addDays(from, step)) - weekdayOf(from) - step) % 7).toBe(0);
        },
      ),
    );
  });

  it('lists days with both ends, none when reversed, and nights without the day of check-out', () => {
    const listed = daysFromTo(day('2026-12-30'), day('2027-01-02'));
    expect(listed).toEqual(['2026-12-30', '2026-12-31', '2027-01-01', '2027-01-02']);
    expect(daysFromTo(day('2026-12-30'), day('2026-12-30'))).toEqual(['2026-12-30']);
    for (const last of ['2026-12-29', '2026-12-01'])
      expect(daysFromTo(day('2026-12-30'), day(last))).toEqual([]);
    expect(nightsOf(stay('2024-02-28', '2024-03-01'))).toEqual(['2024-02-28', '2024-02-29']);
    expect(nightsOf(stay('2026-11-21', '2026-11-21'))).toEqual([]);
  });
});

it.each([
  ['2026-11-21', 1, '2027-11-21'],
  ['2026-12-31', -1, '2025-12-31'],
  ['2024-02-29', 4, '2028-02-29'],
  ['2024-02-29', 1, '2025-02-28'],
  ['2024-02-29', -1, '2023-02-28'],
  ['2025-02-28', -1, '2024-02-28'],
])('%s and %s years is %s', (from, years, date) => {
  expect(addYears(day(from), years)).toBe(date);
});

it('months of days, around them and of a range', () => {
  expect(monthOf(day('2026-11-21'))).toBe('2026-11-01');
  expect(addMonths(month('2026-11'), 2)).toBe('2027-01-01');
  expect(addMonths(month('2026-01'), -1)).toBe('2025-12-01');
  expect(lastDayOf(month('2024-02'))).toBe('2024-02-29');
  expect(lastDayOf(month('2026-02'))).toBe('2026-02-28');
  expect(lastDayOf(month('2026-12'))).toBe('2026-12-31');
  const months = monthsFromTo(day('2026-11-30'), day('2027-01-01'));
  expect(months).toEqual(['2026-11-01', '2026-12-01', '2027-01-01']);
  expect(monthsFromTo(day('2026-11-30'), day('2026-11-30'))).toEqual(['2026-11-01']);
});

describe('stays sharing a night', () => {
  const booked = stay('2026-11-21', '2026-11-23');
  it.each([
    ['2026-11-19', '2026-11-21', false],
    ['2026-11-19', '2026-11-22', true],
    ['2026-11-21', '2026-11-22', true],
    ['2026-11-22', '2026-11-23', true],
    ['2026-11-20', '2026-11-30', true],
    ['2026-11-23', '2026-11-24', false],
  ])('%s to %s: %s', (start, end, shared) => {
    expect(overlaps(booked, stay(start, end))).toBe(shared);
    expect(overlaps(stay(start, end), booked)).toBe(shared);
  });
});

describe('the day of an instant in the hotel', () => {
  it.each([
    ['Asia/Tokyo', '2026-11-21T14:59:59Z', '2026-11-21'],
    ['Asia/Tokyo', '2026-11-21T15:00:00Z', '2026-11-22'],
    ['America/New_York', '2026-11-22T04:59:59Z', '2026-11-21'],
    ['Pacific/Kiritimati', '2026-12-31T10:00:00Z', '2027-01-01'],
    ['Asia/Tokyo', '2026-01-01T00:00:00Z', '2026-01-01'],
  ])('in %s at %s is %s', (zone, instant, date) => {
    expect(dayIn(zone, new Date(instant))).toBe(date);
  });

  it('knows the zones that exist', () => {
    expect(isTimeZone('Asia/Tokyo')).toBe(true);
    expect(isTimeZone('Asia/Edo')).toBe(false);
  });
});

describe('the instant of a clock time', () => {
  it.each([
    ['Asia/Tokyo', '2026-10-01', '01:21:21', '2026-09-30T16:21:21.000Z'],
    ['UTC', '2026-12-31', '23:59:59', '2026-12-31T23:59:59.000Z'],
    ['America/New_York', '2026-03-08', '01:59:59', '2026-03-08T06:59:59.000Z'],
    ['America/New_York', '2026-03-08', '03:00:00', '2026-03-08T07:00:00.000Z'],
    ['America/New_York', '2026-11-01', '00:59:59', '2026-11-01T04:59:59.000Z'],
    ['America/New_York', '2026-11-01', '02:00:00', '2026-11-01T07:00:00.000Z'],
    ['Australia/Lord_Howe', '2026-07-01', '12:00:00', '2026-07-01T01:30:00.000Z'],
    ['Pacific/Apia', '2011-12-29', '23:00:00', '2011-12-30T09:00:00.000Z'],
    ['Pacific/Apia', '2011-12-31', '00:00:00', '2011-12-30T10:00:00.000Z'],
  ])('in %s on %s at %s is %s', (zone, date, time, instant) => {
    expect(instantIn(zone, day(date), time)).toBe(instant);
  });

  it.each([
    ['the first of two', 'America/New_York', '2026-11-01', '01:30:00', '2026-11-01T05:30:00.000Z'],
    ['the first of two', 'Europe/London', '2026-10-25', '01:30:00', '2026-10-25T00:30:00.000Z'],
    ['the first of two', 'Australia/Lord_Howe', '2026-04-05', '01:45:00', '2026-04-04T14:45:00.000Z'],
    ['later, as it is skipped', 'America/New_York', '2026-03-08', '02:30:00', '2026-03-08T07:30:00.000Z'],
    ['later, as it is skipped', 'Europe/London', '2026-03-29', '01:30:00', '2026-03-29T01:30:00.000Z'],
    ['later, as it is skipped', 'America/Sao_Paulo', '2018-11-04', '00:30:00', '2018-11-04T03:30:00.000Z'],
    ['later, as it is skipped', 'Pacific/Apia', '2011-12-30', '12:00:00', '2011-12-30T22:00:00.000Z'],
  ])('is %s in %s on %s at %s: %s', (_, zone, date, time, instant) => {
    expect(instantIn(zone, day(date), time)).toBe(instant);
  });

  it('lies on the day it was asked for, any day of 30 years in any zone', () => {
    const zones = fc.constantFrom('UTC', ...ZONES.slice(0, 4));
    fc.assert(
      fc.property(zones, fc.nat(30 * 365), fc.integer({ min: 4, max: 23 }), (zone, index, hour) => {
        const date = addDays(day('2000-01-01'), index);
        const instant = new Date(instantIn(zone, date, `${String(hour).padStart(2, '0')}:00:00`));
        expect(dayIn(zone, instant)).toBe(date);
        const shown = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit' }).format(instant);
        expect(Number(shown)).toBe(hour);
      }),
    );
  });
});

/** Says what the date functions make of some days while the clock of the process is in each of these zones. */
const SCRIPT = `
const days = ['2026-03-07', '2026-03-28', '2026-04-04', '2026-10-24', '2026-10-31', '2011-12-29', '2018-11-03'];
const results = process.argv.slice(2).map((zone) => {
  process.env.TZ = zone;
  for (const file of Object.keys(require.cache)) delete require.cache[file];
  const d = require('./dates.cjs');
  const around = days.flatMap((day) => d.daysFromTo(d.addDays(day, -3), d.addDays(day, 3)));
  return [zone, {
    localOffset: new Date('2026-07-01T00:00:00Z').getTimezoneOffset(),
    around,
    parsed: around.map(d.parseDay),
    weekdays: around.map(d.weekdayOf),
    between: around.map((day) => d.daysBetween('2026-01-01', day)),
    months: d.monthsFromTo('2026-01-31', '2026-12-01'),
    last: d.lastDayOf('2026-02-01'),
    instants: around.map((day) => d.instantIn('America/New_York', day, '02:30:00')),
    today: ['14:59', '15:00'].map((time) => d.dayIn('Asia/Tokyo', new Date('2026-11-21T' + time + ':00Z'))),
  }];
});
console.log(JSON.stringify(Object.fromEntries(results)));`;

describe('dates in any time zone', () => {
  type Results = Record<string, { localOffset: number; today: string[] }>;
  let results: Results;

  // In a process of its own, whose clock can be moved.
  beforeAll(() => {
    const { path: cwd, pathOf, remove } = temporaryFolder();
    const source = readFileSync(join(process.cwd(), 'backend/domain/dates.ts'), 'utf8');
    const { code } = transformSync(source, {
      swcrc: false,
      jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
      module: { type: 'commonjs' },
    });
    writeFileSync(pathOf('dates.cjs'), code);
    writeFileSync(pathOf('run.cjs'), SCRIPT);
    const env = { ...process.env, NODE_OPTIONS: '', NODE_PATH: join(process.cwd(), 'node_modules') };
    const args = ['run.cjs', 'UTC', ...ZONES];
    const run = spawnSync(process.execPath, args, { cwd, env, encoding: 'utf8' });
    remove();
    if (run.status !== 0) throw new Error(run.stderr);
    results = JSON.parse(run.stdout);
  });

  it.each(ZONES)('are the same with the clock in %s', (zone) => {
    const { localOffset, ...there } = results[zone] as Results[string];
    const { localOffset: zero, ...inUtc } = results.UTC as Results[string];
    expect(localOffset).not.toBe(zero);
    expect(there).toEqual(inUtc);
    expect(there.today).toEqual(['2026-11-21', '2026-11-22']);
  });
});
