import { Spinner } from '@blueprintjs/core';
import { useEffect, useState } from 'react';
import { busyAtom } from '../state/busy.js';
import { useValue } from '../state/store.js';

const FADE_MS = 150;

/** Covers the page while rooms load or a save runs; fades out in 150 ms (spec 9). */
export function LoadingOverlay() {
  const busy = useValue(busyAtom);
  const [present, setPresent] = useState(busy);
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
