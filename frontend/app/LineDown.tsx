import { useEffect, useState } from 'react';
import { asOfMarkAtom } from '../shared/as-of-mark.js';
import { cachedAsOfAtom, cachedListAsOfAtom } from '../shared/live/connection.js';
import { useValue } from '../shared/store.js';

/** Shorter outages are not mentioned. */
const SHORT_MS = 2_000;

function useAfter(ms: number, on: boolean): boolean {
  const [passed, setPassed] = useState(false);
  useEffect(() => {
    setPassed(false);
    if (!on) return;
    const timer = setTimeout(() => setPassed(true), ms);
    return () => clearTimeout(timer);
  }, [ms, on]);
  return on && passed;
}

/** While the line is down: as of when the calendar is, and what that means. Goes away by itself. */
export function LineDown() {
  const mark = useValue(asOfMarkAtom);
  const calendarAsOf = useValue(cachedAsOfAtom);
  const listAsOf = useValue(cachedListAsOfAtom);
  const isKept = calendarAsOf !== null || listAsOf !== null;
  const hasLasted = useAfter(SHORT_MS, mark !== null);
  const shown = mark !== null && (isKept || hasLasted);
  return (
    <div className="line-down" role="status">
      {shown && (
        <p>
          <strong>{mark}</strong>
          <span>保存はできません。検索と印刷はできます。つながると、自動で最新の表示に戻ります。</span>
        </p>
      )}
    </div>
  );
}
