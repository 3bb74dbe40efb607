import { type ComponentProps, type RefObject, Suspense, useRef, useState } from 'react';
import { fieldId } from '../booking/form-values.js';
import { asOfMarkAtom } from '../shared/as-of-mark.js';
import { rangeAtom, roomHeadsAtom } from '../shared/calendar-data/calendar.js';
import { useValue } from '../shared/store.js';
import { lazyPart } from '../shared/ui/fetch-code.js';
import { focusField } from '../shared/ui/focus-field.js';
import { useKey } from '../shared/ui/keys.js';
import { ListState } from '../shared/ui/ListState.js';
import { Modal } from '../shared/ui/Modal.js';
import { CalendarGrid } from './CalendarGrid.js';
import { askedClosureAtom } from './closures/closures.js';
import { FIRST_DAY_ID } from './DateFilter.js';
import { PrintedCalendar } from './print/PrintedCalendar.js';

const ClosureDialog = lazyPart(async () => (await import('./closures/ClosureDialog.js')).ClosureDialog);

type CalendarPaneProps = Omit<ComponentProps<typeof CalendarGrid>, 'heads' | 'onHelp'> & {
  /** Every room, or only those of the list screen. */
  rooms: 'all' | 'listed';
};

/** The calendar once its data is there, with the help for its figures. */
export function CalendarPane({ rooms, ...grid }: CalendarPaneProps) {
  const loaded = useValue(rangeAtom) !== null;
  const isLineDown = useValue(asOfMarkAtom) !== null;
  const heads = useValue(roomHeadsAtom(rooms));
  const asked = useValue(askedClosureAtom);
  const [helping, setHelping] = useState(false);
  const pane = useRef<HTMLDivElement>(null);
  useCalendarFocus(pane);
  return (
    <div ref={pane} className="calendar-pane">
      {loaded && <CalendarGrid {...grid} heads={heads} onHelp={() => setHelping(true)} />}
      {!loaded && isLineDown && (
        <ListState>
          この端末には、この期間のカレンダーの控えがありません。つながると、自動で表示します。
        </ListState>
      )}
      <PrintedCalendar heads={heads} fields={grid.fields} />
      {grid.onFree && asked && (
        <Suspense>
          <ClosureDialog key={asked.key} asked={asked} />
        </Suspense>
      )}
      <FormulaHelp isOpen={helping} onClose={() => setHelping(false)} />
    </div>
  );
}

const CELL = '[role="grid"] [aria-colindex][tabindex="0"], [role="grid"][tabindex="0"]';

function focusCell(pane: HTMLElement | null): boolean {
  const cell = pane?.querySelector<HTMLElement>(CELL);
  cell?.focus({ preventScroll: true });
  return cell !== undefined && cell !== null;
}

/** Leads the focus from the form or the filter to the calendar's cell where it was last, and back again. */
function useCalendarFocus(pane: RefObject<HTMLElement | null>): void {
  const before = useRef<Element | null>(null);
  useKey('jump', () => {
    const active = document.activeElement;
    if (!pane.current?.contains(active)) {
      before.current = active;
      return focusCell(pane.current);
    }
    const back = before.current;
    if (back instanceof HTMLElement && back.isConnected && back !== document.body) back.focus();
    else if (!focusField(fieldId('stayStart'))) focusField(FIRST_DAY_ID);
    return true;
  });
  useKey('form', () => focusField(fieldId('stayStart')));
  useKey('backToCell', () => {
    const inForm = document.activeElement?.closest('.reservation-form') !== null;
    return inForm && document.activeElement !== null && focusCell(pane.current);
  });
}

type FormulaHelpProps = { isOpen: boolean; onClose: () => void };

/** Explains the three figures of a count cell (spec 9, booking count formula). */
function FormulaHelp({ isOpen, onClose }: FormulaHelpProps) {
  return (
    <Modal title="予約数の計算式" isOpen={isOpen} onClose={onClose}>
      <p className="formula-example">
        <b>12</b>・<b>5</b>・<b>3</b>
      </p>
      <ol className="formula">
        <li>
          <b>左</b> 室数 − 予約数（残りの室数）
        </li>
        <li>
          <b>中</b> 自動登録の予約数
        </li>
        <li>
          <b>右</b> 室数 −（室数 − 予約数）− 自動登録の予約数
        </li>
      </ol>
      <p className="formula-note">予約不可の部屋、売り止めの部屋と倉庫は室数に含みません。</p>
    </Modal>
  );
}
