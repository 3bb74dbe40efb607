import { recordGoal, recordMeasured } from '../../support/records.js';
import { quantile } from './frames.js';

const GROUP = 'calendar';
const FRAME_MS = 17;
const LONGEST_MS = 33;
const CHANGE_MS = 20;

/** How many rooms by how many days are shown. */
export type CalendarSize = { name: string; rooms: number; days: number };

/** How a calendar did: milliseconds of paints, of frames while scrolling, and of changes. */
export type CalendarFigures = {
  painted: number[];
  /** The frames of each time it was scrolled. */
  down: number[][];
  across: number[][];
  changed: number[];
  elements: number;
};

export type CalendarMedians = { painted: number; p99: number; longest: number; changed: number };

/** Puts a calendar's figures into the report; answers their medians. */
export function recordCalendar(
  { name, rooms, days }: CalendarSize,
  way: string,
  role: 'product' | 'peer' | 'limit',
  figures: CalendarFigures,
): CalendarMedians {
  const size = `${name}, ${rooms.toLocaleString('en')} rooms × ${days} days`;
  const record = (what: string, runs: number[], unit = 'ms') =>
    recordMeasured({ group: GROUP, what: `${size}: ${what}`, way, role, unit, runs });
  const worst = (share: number, rounds: number[][]) => rounds.map((frames) => quantile(frames, share));
  const painted = record('data there to painted', figures.painted);
  const p99 = Math.max(
    record('frame while scrolling down, p99', worst(0.99, figures.down)),
    record('frame while scrolling across, p99', worst(0.99, figures.across)),
  );
  const longest = Math.max(
    record('longest frame while scrolling down', worst(1, figures.down)),
    record('longest frame while scrolling across', worst(1, figures.across)),
  );
  const changed = record('one booking changed to painted', figures.changed);
  record('elements', [figures.elements], '');
  return { painted, p99, longest, changed };
}

/** Holds the product's medians by size against the goals; `table` is the static table's paint of the smallest. */
export function recordCalendarGoals(own: ReadonlyMap<string, CalendarMedians>, table: number): void {
  const goal = (text: string, value: number, unit: string, atMost: number) =>
    recordGoal({ group: GROUP, goal: text, value, unit, bound: { atMost } });
  const first = [...own.values()][0]?.painted ?? Number.NaN;
  for (const [size, { painted, p99, longest, changed }] of own) {
    if (painted === first) goal(`painted ${size} to the static table`, painted / table, '×', 1);
    else goal(`painted ${size} to W1`, painted / first, '×', 1.3);
    goal(`scrolling ${size} in both directions, p99 of frames`, p99, 'ms', FRAME_MS);
    goal(`scrolling ${size} in both directions, longest frame`, longest, 'ms', LONGEST_MS);
    goal(`one booking changed to painted, ${size}`, changed, 'ms', CHANGE_MS);
  }
}

/** Holds it against the goal how many rows of the calendar one change touched. */
export function recordRowsTouched(size: string, rows: number): void {
  recordGoal({
    group: GROUP,
    goal: `rows repainted by one change, ${size}`,
    value: rows,
    unit: '',
    bound: { atMost: 1 },
  });
}
