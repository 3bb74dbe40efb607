import './undo.css';
import { Button } from '@blueprintjs/core';
import { Redo, Undo } from '@blueprintjs/icons';
import { yenText } from '@domain/calendar/stay-text.js';
import { type ReactElement, Suspense, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { GuestWords } from '../guest-card/GuestCardButton.js';
import { arrivedCard } from '../guest-card/guest-card.js';
import { MissingWord } from '../guest-register/RegisterButton.js';
import {
  doneText,
  type Operation,
  operationsAtom,
  shownOperationAtom,
  undoneAtom,
} from '../shared/operations.js';
import { SCREENS } from '../shared/screens.js';
import { useMay } from '../shared/session-staff.js';
import { store, useValue } from '../shared/store.js';
import { lazyPart } from '../shared/ui/fetch-code.js';
import { KeyHint } from '../shared/ui/KeyHint.js';
import { isKey, isTypedInto, keyProps, useKey } from '../shared/ui/keys.js';
import { type Direction, reversingAtom, takeBack, undoConflictAtom } from './undo.atoms.js';

const SHOWN_MS = 8_000;
const LOOK_AGAIN_MS = 1_500;
const IN_USE = '.undo-toast:hover, .undo-toast:focus-within, [role="dialog"]';

/** Hides the toast after a while, but not while it is in use, a dialog covers it, or it says what is given back in change. */
function useFading(shown: object | null, stays: boolean): void {
  useEffect(() => {
    if (!shown || stays) return;
    let timer = 0;
    const look = () => {
      if (document.querySelector(IN_USE)) timer = window.setTimeout(look, LOOK_AGAIN_MS);
      else store.set(shownOperationAtom, null);
    };
    timer = window.setTimeout(look, SHOWN_MS);
    return () => window.clearTimeout(timer);
  }, [shown, stays]);
}

/** A quiet line about what was just done, with the way back. */
function UndoToast() {
  const shown = useValue(shownOperationAtom);
  const acts = useValue(operationsAtom);
  const undone = useValue(undoneAtom);
  const busy = useValue(reversingAtom);
  const may = useMay('desk');
  const change = (shown?.did === 'act' && shown.act.change) || null;
  const isCheckedIn = shown?.did === 'act' && shown.act.isCheckIn === true;
  useFading(shown, change !== null);
  const direction = shown?.did === 'undo' ? 'redo' : 'undo';
  const latest = (direction === 'undo' ? acts : undone).at(-1);
  const isLatest = shown !== null && latest?.requestId === shown.act.requestId;
  return (
    <div className="undo-toast row" role="status" data-shown={shown !== null}>
      {shown && (
        <>
          <span className="undo-text">{doneText(shown)}</span>
          {isCheckedIn && <GuestWords bookingId={shown.act.ids[0] ?? 0} resource={arrivedCard} onlyWishes />}
          {may && isCheckedIn && <MissingWord bookingId={shown.act.ids[0] ?? 0} title={shown.act.text} />}
          {change !== null && <strong className="undo-change">お釣り {yenText(change)}</strong>}
          {may && isLatest && (
            <Button
              size="small"
              variant="minimal"
              intent="primary"
              text={direction === 'undo' ? '元に戻す' : 'やり直す'}
              endIcon={<KeyHint of={direction} />}
              disabled={busy}
              onClick={() => takeBack(direction)}
            />
          )}
        </>
      )}
    </div>
  );
}

/** Notes if something was typed since the last operation: then a text field takes that back by itself. */
function useTyped(): { current: boolean } {
  const typed = useRef(false);
  useEffect(() => {
    const onInput = (event: Event) => {
      if (isTypedInto(event.target)) typed.current = true;
    };
    document.addEventListener('input', onInput, true);
    const unsubscribe = store.sub(shownOperationAtom, () => {
      if (store.get(shownOperationAtom)) typed.current = false;
    });
    return () => {
      document.removeEventListener('input', onInput, true);
      unsubscribe();
    };
  }, []);
  return typed;
}

/** Takes back what was done on this terminal, and does it again. */
export function UndoButtons() {
  const { pathname } = useLocation();
  const undo = useValue(operationsAtom).at(-1);
  const redo = useValue(undoneAtom).at(-1);
  const busy = useValue(reversingAtom);
  const may = useMay('desk');
  const typed = useTyped();
  // Alt+Z is the masters screen's own there.
  const isElsewhere = (event: KeyboardEvent): boolean =>
    event.altKey ? pathname.startsWith(SCREENS.masters.path) : typed.current && isTypedInto(event.target);
  useKey('undo', (event) => may && !isKey(event, 'redo') && !isElsewhere(event) && takeBack('undo'));
  useKey('redo', (event) => may && !isElsewhere(event) && takeBack('redo'));
  if (!may) return null;
  const button = (direction: Direction, verb: string, icon: ReactElement, act?: Operation) => (
    <Button
      variant="minimal"
      size="small"
      icon={icon}
      aria-label={act ? `操作を${verb}：${act.text}` : `操作を${verb}`}
      {...keyProps(direction, act ? `${verb}：${act.text}` : `${verb}操作はありません`)}
      disabled={!act || busy}
      onClick={() => takeBack(direction)}
    />
  );
  return (
    <span className="undo-buttons">
      {button('undo', '元に戻す', <Undo />, undo)}
      {button('redo', 'やり直す', <Redo />, redo)}
    </span>
  );
}

const ConflictDialog = lazyPart(async () => (await import('./UndoConflictDialog.js')).UndoConflictDialog);

/** Hosts the undo toast and the dialog of an undo conflict. */
export function UndoPlace() {
  const conflict = useValue(undoConflictAtom);
  return (
    <>
      <UndoToast />
      {conflict && (
        <Suspense>
          <ConflictDialog conflict={conflict} />
        </Suspense>
      )}
    </>
  );
}
