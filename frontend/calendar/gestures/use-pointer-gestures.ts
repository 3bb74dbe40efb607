import { useEffect, useEffectEvent } from 'react';
import { store } from '../../shared/store.js';
import { isKey } from '../../shared/ui/keys.js';
import { viewOf } from '../geometry.js';
import { drop } from './drop.js';
import { cancelDrag, dragPreviewAtom, gestureAtom } from './gesture-state.js';
import {
  cellUnder,
  type GridPlace,
  heldAxes,
  isSamePlace,
  type Point,
  placeAt,
  scrollStep,
} from './place.js';
import { type Press, pressAt, showEdge } from './press.js';
import { isUnplaced } from './proposal.js';

const THRESHOLD = 4;

/** Something is dragged with the pointer: over free nights a new booking, a booking, or one of its ends. */
export function usePointerGestures(grid: GridPlace): void {
  const latest = useEffectEvent(() => grid);
  const { scroller } = grid;

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    let press: Press | null = null;
    let at: Point = { x: 0, y: 0 };
    /** True if this drag has left the date where it began, and whether Shift is down. */
    let hasLeftDate = false;
    let isShift = false;
    let frame = 0;
    const isDragging = () => press !== null && store.get(gestureAtom)?.by === 'pointer';

    const follow = () => {
      if (!press) return;
      const { size, heads, days } = latest();
      const box = element.getBoundingClientRect();
      const point = { x: at.x - box.left - element.clientLeft, y: at.y - box.top - element.clientTop };
      const step = scrollStep(viewOf(element), size, point);
      if (step.x !== 0 || step.y !== 0) element.scrollBy(step.x, step.y);
      const { row, column } = cellUnder(viewOf(element), size, point);
      const [head, date] = [heads[row], days[column]];
      if (!head || !date) return;
      const { grip, subject, from, cell } = press;
      const moved = { x: at.x + element.scrollLeft - press.x, y: at.y + element.scrollTop - press.y };
      const held = heldAxes(moved, size, isShift);
      hasLeftDate ||= !heldAxes(moved, size, false).date;
      const isAboveRooms = point.y < size.headerHeight;
      const to = isUnplaced(subject)
        ? { roomNumber: isAboveRooms ? from.roomNumber : head.roomNumber, date: cell.date }
        : {
            roomNumber: held.room ? cell.roomNumber : head.roomNumber,
            date: held.date && (isShift || !hasLeftDate) ? cell.date : date,
          };
      const next = placeAt(grip, from, cell, to);
      store.set(gestureAtom, (gesture) => {
        if (gesture?.isDropped) return gesture;
        const place = gesture && isSamePlace(gesture.place, next) ? gesture.place : next;
        const same = gesture?.place === place && gesture.pointer?.x === at.x && gesture.pointer.y === at.y;
        return same ? gesture : { by: 'pointer', subject, cell, place, pointer: at, isDropped: false };
      });
    };

    // Follows the pointer, and the calendar that scrolls below it, at most once a frame.
    const onFrame = () => {
      if (!isDragging()) return;
      follow();
      frame = requestAnimationFrame(onFrame);
    };

    const end = () => {
      cancelAnimationFrame(frame);
      press = null;
      delete element.dataset.dragging;
    };

    const onDown = (event: PointerEvent) => {
      if (store.get(gestureAtom)?.by === 'keys') cancelDrag();
      if (event.button !== 0 || event.pointerType === 'touch' || store.get(gestureAtom)) return;
      press = pressAt(event, element, latest().size.columnWidth);
      hasLeftDate = false;
      at = { x: event.clientX, y: event.clientY };
    };

    const onMove = (event: PointerEvent) => {
      if (!press) return showEdge(event, latest().size.columnWidth);
      isShift = event.shiftKey;
      at = { x: event.clientX, y: event.clientY };
      if (isDragging() || element.dataset.dragging !== undefined) return;
      const { scrollLeft, scrollTop } = element;
      if (Math.hypot(at.x + scrollLeft - press.x, at.y + scrollTop - press.y) < THRESHOLD) return;
      element.setPointerCapture(event.pointerId);
      element.dataset.dragging = press.grip;
      follow();
      frame = requestAnimationFrame(onFrame);
    };

    const onUp = (event: PointerEvent) => {
      if (!press) return;
      const wasDragged = element.dataset.dragging !== undefined;
      if (isDragging()) {
        at = { x: event.clientX, y: event.clientY };
        follow();
        const preview = store.get(dragPreviewAtom);
        if (preview) void drop(preview);
      }
      end();
      if (wasDragged) swallowClick(element);
    };

    const onCancel = () => {
      if (isDragging()) cancelDrag();
      end();
    };

    const onKey = (event: KeyboardEvent) => {
      isShift = event.shiftKey;
      if (event.type === 'keyup' || !isDragging() || !isKey(event, 'takenCancel')) return;
      event.preventDefault();
      event.stopPropagation();
      cancelDrag();
    };

    element.addEventListener('pointerdown', onDown);
    element.addEventListener('pointermove', onMove, { passive: true });
    element.addEventListener('pointerup', onUp);
    element.addEventListener('pointercancel', onCancel);
    window.addEventListener('blur', onCancel);
    document.addEventListener('keydown', onKey, true);
    document.addEventListener('keyup', onKey, true);
    return () => {
      onCancel();
      element.removeEventListener('pointerdown', onDown);
      element.removeEventListener('pointermove', onMove);
      element.removeEventListener('pointerup', onUp);
      element.removeEventListener('pointercancel', onCancel);
      window.removeEventListener('blur', onCancel);
      document.removeEventListener('keydown', onKey, true);
      document.removeEventListener('keyup', onKey, true);
    };
  }, [scroller]);
}

/** The click that the browser makes of a drag's end opens nothing. */
function swallowClick(element: HTMLElement): void {
  const swallow = (event: Event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  element.addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => element.removeEventListener('click', swallow, { capture: true }));
}
