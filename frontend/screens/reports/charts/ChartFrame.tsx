import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { printingAtom } from '../../../state/printing.js';
import { useValue } from '../../../state/store.js';

/** Half a sheet of A4 across, less its margins. */
const PRINTED_WIDTH = 500;

type Size = { width: number; height: number };
type ChartFrameProps = { label: string; height: number; children: (size: Size) => ReactNode };

/** As wide as there is room, on paper as well; for those who hear the page it is a picture with a name. */
export function ChartFrame({ label, height, children }: ChartFrameProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(0);
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
  const width = printing ? PRINTED_WIDTH : room;
  return (
    <div className="chart" ref={frame} role="img" aria-label={label} style={{ height }}>
      {width > 0 && children({ width, height })}
    </div>
  );
}
