import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { afterPaint } from '../shared/ui/after-paint.js';
import {
  AROUND,
  type Columns,
  columnWidthFor,
  type GridSize,
  type GridWindow,
  gridWindow,
  isInside,
  NOTHING_AROUND,
  outruns,
  type Scale,
  sameWindow,
  type Viewport,
  viewOf,
} from './geometry.js';

type GridShape = Pick<GridSize, 'headWidth' | 'rows' | 'columns' | 'headerHeight'> & {
  fields: number;
  scale: Scale;
};

/** The window of the grid, kept up with scrolling and resizing. */
export type GridView = {
  size: GridSize;
  window: GridWindow;
  /** The column of the names of stays that began further left; follows when scrolling comes to rest. */
  nameColumn: number;
  viewport: () => Viewport;
  /** Takes over the present scroll position at once. */
  update: () => void;
};

/** The picture shown while scrolling outruns the elements; null where only elements can be shown. */
type Picture = {
  open(size: GridSize, columns: Columns): ((view: Viewport) => void) | null;
  close(): void;
};

/** Before the scroller is there and its room is known: next to nothing is drawn, so that little is drawn twice. */
const NOT_MEASURED: Viewport = { scrollTop: 0, scrollLeft: 0, width: 0, height: 0 };

const REST_MS = 100;

/** Follows the scroller, at most once a frame: where its elements are outrun, with a picture until it rests. */
export function useGridWindow(
  scroller: RefObject<HTMLElement | null>,
  shape: GridShape,
  picture: Picture,
): GridView {
  const [width, setWidth] = useState(NOT_MEASURED.width);
  const [, repaint] = useState(0);
  const [restingLeft, setRestingLeft] = useState(0);
  const [around, setAround] = useState(NOTHING_AROUND);
  const view = useRef(NOT_MEASURED);
  const { headWidth, rows, columns, headerHeight, fields, scale } = shape;
  const columnWidth = columnWidthFor(width - headWidth, columns, fields, scale);
  const size: GridSize = { headWidth, rows, columns, headerHeight, columnWidth, rowHeight: scale.rowHeight };
  const window = gridWindow(view.current, size, around);
  const shown = useRef({ size, around, window, picture });
  useLayoutEffect(() => {
    shown.current = { size, around, window, picture };
  });

  const viewport = useCallback((): Viewport => {
    return scroller.current ? viewOf(scroller.current) : NOT_MEASURED;
  }, [scroller]);

  const isStale = useCallback((now: Viewport): boolean => {
    const { size, around, window } = shown.current;
    return !sameWindow(gridWindow(now, size, around), window);
  }, []);

  const update = useCallback(() => {
    view.current = viewport();
    if (isStale(view.current)) flushSync(() => repaint((count) => count + 1));
  }, [viewport, isStale]);

  useLayoutEffect(() => {
    view.current = viewport();
    setWidth(view.current.width);
    repaint((count) => count + 1);
  }, [viewport]);

  // Paints the visible cells first.
  useEffect(() => {
    void afterPaint().then(() => setAround(AROUND));
  }, []);

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
    let before = { at: Number.NEGATIVE_INFINITY, view: viewOf(element) };
    let draw: ((view: Viewport) => void) | null = null;
    const onRest = () => {
      update();
      if (draw) shown.current.picture.close();
      draw = null;
      setRestingLeft(element.scrollLeft);
    };
    const onFrame = () => {
      const now = { at: performance.now(), view: viewOf(element) };
      const isFar = outruns(before.view, now.view, shown.current.size);
      const isFast = isFar && now.at - before.at < REST_MS;
      before = now;
      const { picture, size, window } = shown.current;
      // Elements draw a booking that is dragged.
      if (isFast && isStale(now.view) && element.dataset.dragging === undefined)
        draw ??= picture.open(size, window);
      if (draw) draw(now.view);
      // A leap within the elements that are there may be the first of a fast scroll: they follow when it rests.
      else if (!isFar || !isInside(now.view, size, window)) update();
    };
    const onScroll = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(onFrame);
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
  }, [scroller, update, isStale]);

  return { size, window, nameColumn: restingLeft / size.columnWidth, viewport, update };
}
