import { Button } from '@blueprintjs/core';
import { History } from '@blueprintjs/icons';
import { listRange } from '@domain/calendar/default-range.js';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { travelAtom, travellingAtom } from '../../shared/calendar-data/past.js';
import { awaitPast, goToMoment, returnToNow } from '../../shared/calendar-data/travel.js';
import { todayAtom } from '../../shared/hotel.js';
import { store, useValue } from '../../shared/store.js';
import { keyProps, useKey } from '../../shared/ui/keys.js';

/** The element id of 過去の表示. */
export const PAST_BUTTON_ID = 'past-button';

/** Opens the way into the past, and leads back. */
export function PastButton() {
  const travelling = useValue(travellingAtom);
  const toggle = () => {
    if (travelling) returnToNow();
    else void goToMoment();
  };
  useKey('past', toggle);
  return (
    <Button
      id={PAST_BUTTON_ID}
      size="small"
      variant="minimal"
      icon={<History size={16} />}
      text="過去の表示"
      active={travelling}
      aria-pressed={travelling}
      {...keyProps('past', '過去の表示')}
      onClick={toggle}
    />
  );
}

/** Browsers refuse to change the address more often than a few times a second. */
const PAUSE_MS = 300;

/** Keeps the moment that is looked at and the address together, so that it survives a reload and can be shared. */
export function usePastAddress(): void {
  const ready = useValue(todayAtom) !== null;
  const asOf = useSearchParams()[0].get('as_of');
  const navigate = useNavigate();
  const written = useRef<string | null>(null);
  const go = useEffectEvent((search: string) => navigate({ search }, { replace: true }));

  useEffect(() => {
    const today = store.get(todayAtom);
    if (!ready || !today || asOf === written.current) return;
    written.current = asOf;
    if (asOf === null) return returnToNow();
    awaitPast();
    void goToMoment(asOf, listRange(today));
  }, [asOf, ready]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    const write = () => {
      timer = null;
      const travel = store.get(travelAtom);
      const next = travel === null ? null : travel.position;
      if (travel?.position === null || String(next) === String(written.current)) return;
      written.current = next === null ? null : String(next);
      go(next === null ? '' : `?as_of=${next}`);
    };
    const stop = store.sub(travelAtom, () => {
      if (timer !== null && store.get(travelAtom) === null) clearTimeout(timer);
      if (store.get(travelAtom) === null) write();
      else timer ??= setTimeout(write, PAUSE_MS);
    });
    return () => {
      stop();
      if (timer !== null) clearTimeout(timer);
      returnToNow();
    };
  }, []);
}
