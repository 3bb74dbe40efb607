import { ChevronDown, ChevronUp, Help } from '@blueprintjs/icons';
import type { Day } from '@domain/dates.js';
import { headerFoldedAtom } from '../shared/preferences.js';
import { useValue, useWrite } from '../shared/store.js';

/** The header's corner: the month in sight, and the switch that folds the header rows. */
export function MonthCorner({ date }: { date: Day | undefined }) {
  const folded = useValue(headerFoldedAtom);
  const setFolded = useWrite(headerFoldedAtom);
  const name = folded ? '見出しを広げる' : '見出しをたたむ';
  return (
    <>
      <span className="corner-month">{date && `${date.slice(0, 4)}年${Number(date.slice(5, 7))}月`}</span>
      <button
        type="button"
        className="corner-button"
        aria-label={name}
        aria-expanded={!folded}
        data-tooltip={name}
        onClick={() => setFolded(!folded)}
      >
        {folded ? <ChevronDown size={14} /> : <ChevronUp size={14} />}
      </button>
    </>
  );
}

/** The head of the total row, with the help for its figures. */
export function TotalCorner({ onHelp }: { onHelp: () => void }) {
  return (
    <>
      <span>合計</span>
      <button
        type="button"
        className="corner-button"
        aria-label="予約数の計算式"
        data-tooltip="予約数の計算式"
        onClick={onHelp}
      >
        <Help size={14} />
      </button>
    </>
  );
}
