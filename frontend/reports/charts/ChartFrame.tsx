import { type PointerEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { printingAtom } from '../../shared/printing.js';
import { useValue } from '../../shared/store.js';
import type { FigureText } from '../report-texts.js';
import type { ChartBar, ChartProps } from './axis.js';

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

/** As wide as there is room, on paper as well; a picture with a name to assistive technology. */
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
