import type { Day } from '@domain/dates.js';
import type { Atom } from 'jotai';
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { savingAtom } from '../booking/form.js';
import { roomInFocusAtom } from '../booking/room-preview.js';
import type { CalendarTarget, RoomHead } from '../shared/calendar-data/calendar.js';
import { store, useValue } from '../shared/store.js';

type Kept = { rows: number; days: readonly Day[]; top: number; cutTo: number | null };

/**
 * A calendar of the past may have fewer rooms, down to none, and is scrolled up by that: once they are there again, it
 * is where it was, unless it was scrolled since.
 */
export function useRememberedScroll(
  scroller: RefObject<HTMLElement | null>,
  rows: number,
  days: readonly Day[],
): void {
  const remembered = useRef<Kept | null>(null);
  const rowsBefore = useRef(rows);
  const seenTop = useRef(0);
  useEffect(() => {
    const element = scroller.current;
    const note = () => {
      seenTop.current = element?.scrollTop ?? 0;
    };
    element?.addEventListener('scroll', note, { passive: true });
    return () => element?.removeEventListener('scroll', note);
  }, [scroller]);
  useLayoutEffect(() => {
    const before = rowsBefore.current;
    rowsBefore.current = rows;
    const element = scroller.current;
    if (remembered.current?.days !== days) remembered.current = null;
    // The document is shorter already; its scroll event is still to come.
    if (rows < before) remembered.current ??= { rows: before, days, top: seenTop.current, cutTo: null };
    if (!element || !remembered.current) return;
    const { top, cutTo } = remembered.current;
    const untouched = cutTo === null || element.scrollTop === cutTo;
    if (rows < remembered.current.rows) {
      remembered.current = untouched ? { ...remembered.current, cutTo: element.scrollTop } : null;
      return;
    }
    remembered.current = null;
    if (untouched) element.scrollTop = top;
  }, [scroller, rows, days]);
}

const ROWS_ABOVE = 2;

/** Brings the first room that a search found into sight, or the one of a proposal that is looked at. */
export function useScrollToCandidate(
  scroller: RefObject<HTMLElement | null>,
  heads: readonly RoomHead[],
  rowHeight: number,
): void {
  const candidate = useValue(roomInFocusAtom);
  // The booking that is just saved takes the candidate's room: nobody wants to see the next one then.
  const isSaving = useValue(savingAtom);
  const row = candidate === null ? -1 : heads.findIndex(({ roomNumber }) => roomNumber === candidate);
  useEffect(() => {
    const element = scroller.current;
    if (!element || row < 0 || isSaving) return;
    const top = row * rowHeight;
    const inSight = top >= element.scrollTop && top < element.scrollTop + element.clientHeight / 2;
    if (!inSight) element.scrollTop = Math.max(0, top - ROWS_ABOVE * rowHeight);
  }, [scroller, row, rowHeight, isSaving]);
}

/** Goes to the cell that something beside the calendar names, each time that it does. */
export function useFollowed(
  targetAtom: Atom<CalendarTarget | null>,
  go: (target: CalendarTarget) => void,
): void {
  const follow = useEffectEvent(go);
  useEffect(() => {
    return store.sub(targetAtom, () => {
      const target = store.get(targetAtom);
      if (target) follow(target);
    });
  }, [targetAtom]);
}
