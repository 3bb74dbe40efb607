import { Button } from '@blueprintjs/core';
import { MOST_UNPAID_COUNTED } from '@wire/older-unpaid.js';
import { useRef, useState } from 'react';
import { olderUnpaidAtom, showOlderUnpaid } from './desk.js';
import { shownListAtom } from './desk-view.js';
import { useValue } from '../shared/store.js';
import { focusDeskRow } from './focus-desk-row.js';

/** Below the list of the unpaid: how many are older, and the way to see them page by page. */
export function OlderUnpaid() {
  const list = useValue(shownListAtom);
  const more = useValue(olderUnpaidAtom);
  const [loading, setLoading] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  if (list !== 'unpaid' || more === 0) return null;
  const showMore = async () => {
    setLoading(true);
    const first = await showOlderUnpaid();
    setLoading(false);
    // Whoever went on to something else meanwhile stays there; the button gave up the focus while it was disabled.
    const { activeElement } = document;
    const stayed = activeElement === document.body || activeElement === button.current;
    if (first !== null && stayed) focusDeskRow(first);
  };
  const count = `${more.toLocaleString('ja-JP')}件${more >= MOST_UNPAID_COUNTED ? '以上' : ''}`;
  return (
    <div className="desk-older">
      <span>{`ほか ${count}の未払い（30日より前）`}</span>
      <Button ref={button} size="small" text="続きを表示" loading={loading} onClick={showMore} />
    </div>
  );
}
