import { Spinner } from '@blueprintjs/core';
import { useEffect } from 'react';
import { holdKeys } from '../../ui/held-keys.js';
import './screen-coming.css';

/** In the place of a screen whose code is still being fetched; what is pressed meanwhile goes to that screen. */
export function ScreenComing({ hasCome }: { hasCome: () => boolean }) {
  useEffect(() => {
    const end = holdKeys();
    // The screen that comes takes keys from its own effects on, which follow this one's end.
    return () => queueMicrotask(() => end(hasCome()));
  }, [hasCome]);
  return (
    <div className="screen-coming" role="status">
      <Spinner size={28} />
      <p>画面を読み込んでいます…</p>
    </div>
  );
}
