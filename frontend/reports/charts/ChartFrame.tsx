import { type PointerEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { printingAtom } from '../../shared/printing.js';
import { useValue } from '../../shared/store.js';
import type { FigureText } from '../report-texts.js';

/** Half a sheet of A4 across, less its margins. */
const PRINTED_WIDTH = 500;
const TIP_DISTANCE = 10;

type Size = { width: number; height: number };
type Point = { x: number; y: number };
type ChartFrameProps = Pick<ChartProps, 'label' | 'bars' | 'text' | 'beforeName'> & {
  height: number;
  /** The bar at a point; null where there is none. */
  barAt: (point: Point, size: Size) => number | null;
  /** The drawing, with the bar under the pointer. */
  children: (size: Size, pointed: number | null) => ReactNode;
};

/** A chart as wide as its place, on paper as well; a picture with a name to assistive technology. */
export function ChartFrame({ label, height, bars, text, beforeName, barAt, children }: ChartFrameProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(0);
  const [pointer, setPointer] = useState<Point | null>(null);
  const printing = useValue(printingAtom);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const measure = () => setRoom(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const size = { width: printing ? PRINTED_WIDTH : room, height };
  const pointed = pointer && barAt(pointer, size);
  const bar = pointed === null ? undefined : bars[pointed];
  const follow = ({ clientX, clientY, currentTarget }: PointerEvent) => {
    const { left, top } = currentTarget.getBoundingClientRect();
    setPointer({ x: clientX - left, y: clientY - top });
  };
  return (
    <div
      className="chart"
      ref={frame}
      role="img"
      aria-label={label}
      style={{ height }}
      onPointerMove={follow}
      onPointerLeave={() => setPointer(null)}
    >
      {size.width > 0 && children(size, bar ? pointed : null)}
      {pointer && bar && <ChartTip bar={bar} text={text} beforeName={beforeName} at={pointer} size={size} />}
    </div>
  );
}

type ChartTipProps = { bar: ChartBar; text: FigureText; beforeName: string | null; at: Point; size: Size };

/** The exact figures of the bar under the pointer, on the side of it that has more room. */
function ChartTip({ bar, text, beforeName, at: { x, y }, size: { width, height } }: ChartTipProps) {
  const across = x < width / 2 ? { left: x + TIP_DISTANCE } : { right: width - x + TIP_DISTANCE };
  const down = y < height / 2 ? { top: y } : { bottom: height - y };
  return (
    <div className="chart-tip" style={{ ...across, ...down }}>
      <b>{bar.name}</b>
      <span>
        {text(bar.value)}
        {bar.isAhead && '（予約済み分）'}
      </span>
      {beforeName !== null && (
        <span>
          {beforeName} {text(bar.before)}
        </span>
      )}
    </div>
  );
}

/** One bar of a chart and what it is held against. What lies ahead is only booked so far. */
export type ChartBar = {
  name: string;
  /** Short text on an axis, where that differs. */
  tick?: string;
  value: number | null;
  before: number | null;
  isAhead?: boolean;
};

export type ChartProps = {
  label: string;
  bars: readonly ChartBar[];
  text: FigureText;
  /** Formats a figure on the axis. */
  tick: (value: number) => string;
  /** Name of the period that bars are compared with; null for none. */
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

/** Returns the labels that have room below bars that are so far apart: every nth, the last one always. */
export function labelled(labels: readonly string[], distance: number): (index: number) => boolean {
  const widest = Math.max(...labels.map(widthOf));
  const nth = Math.max(1, Math.ceil((widest + GAP) / distance));
  return (index) => (labels.length - 1 - index) % nth === 0;
}

/** About how wide a label is at the size of the charts: kanji are square, digits half as wide. */
const widthOf = (label: string) => [...label].reduce((sum, sign) => sum + (sign > '\u2fff' ? 11 : 6), 0);
