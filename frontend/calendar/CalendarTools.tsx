import { type ComponentProps, memo, Suspense, useEffect, useState } from 'react';
import { store } from '../shared/store.js';
import { lazyPart } from '../shared/ui/fetch-code.js';
import { isKey } from '../shared/ui/keys.js';
import { Gestures } from './gestures/Gestures.js';
import { gestureAtom } from './gestures/gesture-state.js';
import { type CellPlace, cellOf } from './gestures/place.js';

const CellMenu = lazyPart(async () => (await import('./menu/CellMenu.js')).CellMenu);

type CalendarToolsProps = ComponentProps<typeof Gestures> & {
  /** True if bookings may be changed here, or only looked at. */
  isDesk: boolean;
  onBooking: (id: number, withKeyboard: boolean) => void;
};

/**
 * Offers what staff can do in the calendar beside clicking: the menu of a night, by the right button, the menu key or
 * Shift+F10, and at the desk dragging.
 */
export const CalendarTools = memo(function CalendarTools({ isDesk, onBooking, ...grid }: CalendarToolsProps) {
  const { scroller } = grid;
  const [open, setOpen] = useState<{ cell: CellPlace; left: number; top: number } | null>(null);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const openAt = (event: Event, left: number, top: number) => {
      const cell = cellOf(event.target);
      const isBooked = event.target instanceof Element && event.target.closest('[data-booking-id]') !== null;
      if (!cell || !(isDesk || isBooked) || store.get(gestureAtom)) return;
      event.preventDefault();
      event.stopPropagation();
      setOpen({ cell, left, top });
    };
    const onContextMenu = (event: MouseEvent) => openAt(event, event.clientX, event.clientY);
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isKey(event, 'cellMenu') || !(event.target instanceof Element)) return;
      const { left, bottom } = event.target.getBoundingClientRect();
      openAt(event, left, bottom);
    };
    element.addEventListener('contextmenu', onContextMenu);
    element.addEventListener('keydown', onKeyDown, true);
    return () => {
      setOpen(null);
      element.removeEventListener('contextmenu', onContextMenu);
      element.removeEventListener('keydown', onKeyDown, true);
    };
  }, [scroller, isDesk]);
  return (
    <>
      {open && (
        <Suspense>
          <CellMenu {...open} isDesk={isDesk} onBooking={onBooking} onClose={() => setOpen(null)} />
        </Suspense>
      )}
      {isDesk && <Gestures {...grid} />}
    </>
  );
});
