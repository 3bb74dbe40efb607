import type { FigureText } from '../report-texts.js';

/** One bar of a chart and what it is held against. What lies ahead is only booked so far. */
export type ChartBar = {
  name: string;
  tick: string;
  value: number | null;
  before: number | null;
  isAhead: boolean;
};

export type ChartProps = {
  label: string;
  bars: readonly ChartBar[];
  text: FigureText;
  /** How a figure stands on the axis. */
  tick: (value: number) => string;
  /** What the bars are held against; null for nothing. */
  beforeName: string | null;
};

const STEPS = 4;
const GAP = 6;

/** Five round figures from 0 up to the greatest of a chart or above. */
export function roundTicks(bars: readonly ChartBar[], isCompared: boolean): number[] {
  const greatest = Math.max(
    ...bars.map(({ value, before }) => Math.max(value ?? 0, isCompared ? (before ?? 0) : 0)),
  );
  const step = greatest > 0 ? roundStep(greatest / STEPS) : 1;
  return Array.from({ length: STEPS + 1 }, (_, index) => step * index);
}

// The next twentieth of a power of ten; a whole tenth where that would leave a half.
function roundStep(least: number): number {
  const digits = Math.floor(Math.log10(least)) + 1;
  const unit = 10 ** digits * (digits === 1 ? 0.1 : 0.05);
  return Number((Math.ceil(Number((least / unit).toPrecision(12))) * unit).toPrecision(12));
}

/** Which labels have room below bars that are so far apart: every nth, the last one always. */
export function labelled(labels: readonly string[], distance: number): (index: number) => boolean {
  const widest = Math.max(...labels.map(widthOf));
  const nth = Math.max(1, Math.ceil((widest + GAP) / distance));
  return (index) => (labels.length - 1 - index) % nth === 0;
}

/** About how wide a label is at the size of the charts: kanji are square, digits half as wide. */
const widthOf = (label: string) => [...label].reduce((sum, sign) => sum + (sign > '\u2fff' ? 11 : 6), 0);
