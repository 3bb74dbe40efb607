import { memo, type RefObject, Suspense, useEffect } from 'react';
import { store, useValue } from '../../shared/store.js';
import { lazyPart } from '../../shared/ui/fetch-code.js';
import { isKey } from '../../shared/ui/keys.js';
import { gestureAtom } from '../gestures/gesture-state.js';
import { cellOf } from '../gestures/pointer-place.js';
import { cellMenuAtom } from './cell-menu-state.js';

const CellMenu = lazyPart(async () => (await import('./CellMenu.js')).CellMenu);

type CellMenuHostProps = {
  scroller: RefObject<HTMLElement | null>;
  /** Whether bookings may be changed here, or only looked at. */
  isDesk: boolean;
  onBooking: (id: number, withKeyboard: boolean) => void;
};

/** Opens the menu of a room's night: by the right button, the menu key or Shift+F10. */
export const CellMenuHost = memo(function CellMenuHost({ scroller, isDesk, onBooking }: CellMenuHostProps) {
  const open = useValue(cellMenuAtom);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const openAt = (event: Event, left: number, top: number) => {
      const cell = cellOf(event.target);
      const isBooked = event.target instanceof Element && event.target.closest('[data-booking-id]') !== null;
      if (!cell || !(isDesk || isBooked) || store.get(gestureAtom)) return;
      event.preventDefault();
      event.stopPropagation();
      store.set(cellMenuAtom, { cell, left, top });
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
      store.set(cellMenuAtom, null);
      element.removeEventListener('contextmenu', onContextMenu);
      element.removeEventListener('keydown', onKeyDown, true);
    };
  }, [scroller, isDesk]);
  return (
    open && (
      <Suspense>
        <CellMenu {...open} isDesk={isDesk} onBooking={onBooking} />
      </Suspense>
    )
  );
});
