import { Button } from '@blueprintjs/core';
import { Undo } from '@blueprintjs/icons';
import { comparingAtom } from '../../shared/calendar-data/past.js';
import { compareWithNow, returnToNow } from '../../shared/calendar-data/travel.js';
import { useValue } from '../../shared/store.js';
import { KeyHint } from '../../shared/ui/KeyHint.js';
import { keyProps, useKey } from '../../shared/ui/keys.js';
import { KindFilter } from './DifferencePanel.js';
import { pastMarkAtom } from './past-mark.js';

function CompareButton() {
  const comparing = useValue(comparingAtom);
  const toggle = () => compareWithNow(!comparing);
  useKey('compare', toggle);
  return (
    <Button
      size="small"
      text="いまとの違い"
      endIcon={<KeyHint of="compare" />}
      active={comparing}
      aria-pressed={comparing}
      {...keyProps('compare', 'いまとの違い')}
      onClick={toggle}
    />
  );
}

function ReturnButton() {
  useKey('returnToNow', () => {
    const active = document.activeElement;
    if (active !== document.body && !active?.closest('.list')) return false;
    returnToNow();
    return true;
  });
  return (
    <Button
      size="small"
      intent="primary"
      icon={<Undo size={14} />}
      text="現在に戻る"
      endIcon={<KeyHint of="returnToNow" />}
      {...keyProps('returnToNow', '現在に戻る')}
      onClick={returnToNow}
    />
  );
}

/** Marks the calendar as one of the past; leads back, and to what is different now. */
export function PastBand() {
  const mark = useValue(pastMarkAtom);
  const comparing = useValue(comparingAtom);
  return (
    <section className="past-band" aria-label="過去の表示">
      <strong className="past-mark" role="status">
        {mark ?? '過去の表示'}
      </strong>
      <CompareButton />
      {comparing && <KindFilter />}
      <span className="past-band-space" />
      <ReturnButton />
    </section>
  );
}
