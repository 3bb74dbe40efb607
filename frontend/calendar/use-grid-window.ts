import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import {
  columnWidthFor,
  type GridSize,
  type GridWindow,
  gridWindow,
  type Scale,
  sameWindow,
  type Viewport,
  viewOf,
} from './geometry.js';

type GridShape = { rows: number; columns: number; headerHeight: number; fields: number; scale: Scale };

/** The window of the grid, kept up with scrolling and resizing. */
export type GridView = {
  size: GridSize;
  window: GridWindow;
  /** Where the names of stays stand that began further left, in columns; follows when scrolling comes to rest. */
  nameColumn: number;
  viewport: () => Viewport;
  /** Takes over the present scroll position at once. */
  update: () => void;
};

function guess(): Viewport {
  return { scrollTop: 0, scrollLeft: 0, width: globalThis.innerWidth, height: globalThis.innerHeight };
}

const REST_MS = 150;

/** Follows the scroller, at most once a frame. */
export function useGridWindow(scroller: RefObject<HTMLElement | null>, shape: GridShape): GridView {
  const [width, setWidth] = useState(guess().width);
  const [, repaint] = useState(0);
  const [restingLeft, setRestingLeft] = useState(0);
  const view = useRef<Viewport>(guess());
  const { rows, columns, headerHeight, fields, scale } = shape;
  const columnWidth = columnWidthFor(width, columns, fields, scale);
  const size: GridSize = { rows, columns, headerHeight, columnWidth, rowHeight: scale.rowHeight };
  const window = gridWindow(view.current, size);
  const shown = useRef({ size, window });
  shown.current = { size, window };

  const viewport = useCallback((): Viewport => {
    return scroller.current ? viewOf(scroller.current) : guess();
  }, [scroller]);

  const update = useCallback(() => {
    view.current = viewport();
    const changed = !sameWindow(gridWindow(view.current, shown.current.size), shown.current.window);
    if (changed) flushSync(() => repaint((count) => count + 1));
  }, [viewport]);

  useLayoutEffect(() => {
    view.current = viewport();
    setWidth(view.current.width);
    repaint((count) => count + 1);
  }, [viewport]);

  // Other sizes leave the rooms in sight that were.
  const rowHeight = useRef(size.rowHeight);
  useLayoutEffect(() => {
    const grown = size.rowHeight / rowHeight.current;
    rowHeight.current = size.rowHeight;
    if (scroller.current && grown !== 1) scroller.current.scrollTop *= grown;
  }, [scroller, size.rowHeight]);

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    let frame = 0;
    let rest: ReturnType<typeof setTimeout> | undefined;
    const onRest = () => setRestingLeft(element.scrollLeft);
    const onScroll = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(update);
      clearTimeout(rest);
      rest = setTimeout(onRest, REST_MS);
    };
    const observer = new ResizeObserver(() => {
      setWidth(element.clientWidth);
      onScroll();
    });
    observer.observe(element);
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(rest);
      observer.disconnect();
      element.removeEventListener('scroll', onScroll);
    };
  }, [scroller, update]);

  return { size, window, nameColumn: restingLeft / size.columnWidth, viewport, update };
}
