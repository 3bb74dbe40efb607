import { Spinner } from '@blueprintjs/core';
import { useEffect, useLayoutEffect, useState } from 'react';
import { savingAtom } from '../booking/form.js';
import { busyAtom, writingAtom } from '../shared/busy.js';
import { useValue } from '../shared/store.js';
import { isAnyKey, isDialogOpen } from '../shared/ui/keys.js';

const FADE_MS = 150;

/** The product's own keys would pass the overlay and change what is written; a dialog keeps its keys. */
function dropKey(event: KeyboardEvent): void {
  if (isDialogOpen() || !isAnyKey(event)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Covers the page while rooms load or a save runs; fades out in 150 ms (spec 9). */
export function LoadingOverlay() {
  const busy = useValue(busyAtom);
  const saving = useValue(savingAtom);
  const writing = useValue(writingAtom);
  const [present, setPresent] = useState(busy);
  useLayoutEffect(() => {
    if (!saving && !writing) return;
    window.addEventListener('keydown', dropKey, true);
    return () => window.removeEventListener('keydown', dropKey, true);
  }, [saving, writing]);
  useEffect(() => {
    if (busy) {
      setPresent(true);
      return;
    }
    const timer = setTimeout(() => setPresent(false), FADE_MS);
    return () => clearTimeout(timer);
  }, [busy]);
  if (!busy && !present) return null;
  return (
    <div className="loading-overlay" data-closing={!busy} role="status" aria-label="読み込み中">
      <Spinner size={40} />
    </div>
  );
}
