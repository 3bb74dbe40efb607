import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { transformSync } from '@swc/core';

const SCRIPT = `
const d = require('./dates.cjs');
const days = ['2026-03-07', '2026-03-28', '2026-04-04', '2026-10-24', '2026-10-31', '2011-12-29', '2018-11-03'];
const around = days.flatMap((day) => d.daysFromTo(d.addDays(day, -3), d.addDays(day, 3)));
console.log(JSON.stringify({
  localOffset: new Date('2026-07-01T00:00:00Z').getTimezoneOffset(),
  around,
  parsed: around.map(d.parseDay),
  weekdays: around.map(d.weekdayOf),
  between: around.map((day) => d.daysBetween('2026-01-01', day)),
  months: d.monthsFromTo('2026-01-31', '2026-12-01'),
  last: d.lastDayOf('2026-02-01'),
  instants: around.map((day) => d.instantIn('America/New_York', day, '02:30:00')),
  today: ['14:59', '15:00'].map((time) => d.dayIn('Asia/Tokyo', new Date('2026-11-21T' + time + ':00Z'))),
}));`;

/** Runs the date functions in a process of its own, whose clock is in another zone. */
function inZone(folder: string, zone: string): { localOffset: number; today: string[]; weekdays: number[] } {
  const env = { ...process.env, NODE_OPTIONS: '', NODE_PATH: join(process.cwd(), 'node_modules'), TZ: zone };
  const run = spawnSync(process.execPath, ['run.cjs'], { cwd: folder, env, encoding: 'utf8' });
  if (run.status !== 0) throw new Error(run.stderr);
  return JSON.parse(run.stdout);
}

describe('dates in any time zone', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'dates-'));
    const source = readFileSync(join(process.cwd(), 'backend/domain/dates.ts'), 'utf8');
    const { code } = transformSync(source, {
      swcrc: false,
      jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
      module: { type: 'commonjs' },
    });
    writeFileSync(join(folder, 'dates.cjs'), code);
    writeFileSync(join(folder, 'run.cjs'), SCRIPT);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    'Asia/Tokyo',
    'America/New_York',
    'Europe/London',
    'Australia/Lord_Howe',
    'America/Sao_Paulo',
    'Pacific/Apia',
    'Pacific/Kiritimati',
  ])('are the same with the clock in %s', (zone) => {
    const { localOffset, ...there } = inZone(folder, zone);
    const { localOffset: zero, ...inUtc } = inZone(folder, 'UTC');
    expect(localOffset).not.toBe(zero);
    expect(there).toEqual(inUtc);
    expect(there.today).toEqual(['2026-11-21', '2026-11-22']);
  });
});
