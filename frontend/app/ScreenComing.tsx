import { Button, Spinner } from '@blueprintjs/core';
import { atom } from 'jotai';
import { useEffect, useLayoutEffect } from 'react';
import { flushSync } from 'react-dom';
import { createPath, matchPath, useLocation } from 'react-router-dom';
import { reloadPage } from '../shared/reload-page.js';
import { store, useValue } from '../shared/store.js';
import { isComposing } from '../shared/ui/composing-enter.js';
import { reloadIfRemembered } from '../shared/ui/fetch-code.js';
import { CLICKING_KEYS, isAnyKey, isDialogOpen, isKeyEverywhere, isTypedInto } from '../shared/ui/keys.js';

/** Each time that the code of a screen could not be fetched. */
export const fetchFailuresAtom = atom<readonly { path: string; error: unknown }[]>([]);

type HeldKeys = { locationKey: string; events: readonly KeyboardEvent[] };

/** Keys that were pressed for the screen that is being fetched; null while keys are not held. */
const heldKeysAtom = atom<HeldKeys | null>(null);

const isText = ({ key, altKey, ctrlKey, metaKey }: KeyboardEvent) =>
  key.length === 1 && !altKey && !ctrlKey && !metaKey;

/** Returns true if a key press belongs to what is there already: the top bar, an input method, a dialog, a field, a button. */
function isTaken(event: KeyboardEvent): boolean {
  const { target, key } = event;
  if (isKeyEverywhere(event) || isComposing(event) || isTypedInto(target) || isDialogOpen()) return true;
  return CLICKING_KEYS.includes(key) && target instanceof Element && target.closest('a, button') !== null;
}

/** On the window, before the listeners of a screen that is there but has not taken over yet. */
function hold(event: KeyboardEvent): void {
  if (event.defaultPrevented || !(isText(event) || isAnyKey(event)) || isTaken(event)) return;
  event.preventDefault();
  event.stopPropagation();
  store.set(heldKeysAtom, (held) => held && { ...held, events: [...held.events, event] });
}

/** Holds the product's keys and text for the screen at a location. */
function holdKeys(locationKey: string): void {
  store.set(heldKeysAtom, { locationKey, events: [] });
  window.addEventListener('keydown', hold, true);
}

const stopHolding = (): void => window.removeEventListener('keydown', hold, true);

const endOfHold = (): void => queueMicrotask(stopHolding);

/** Ends the hold. Presses what was held for the screen at this location again, in order; what was held for another is dropped. */
export function handOnHeldKeys(locationKey: string): void {
  const held = store.get(heldKeysAtom);
  store.set(heldKeysAtom, null);
  stopHolding();
  if (held?.locationKey !== locationKey) return;
  for (const event of held.events) {
    const target = document.activeElement ?? document.body;
    const isLeftAlone = flushSync(() => target.dispatchEvent(new KeyboardEvent('keydown', event)));
    if (isLeftAlone && isText(event)) document.execCommand('insertText', false, event.key);
  }
}

/** In the place of a screen whose code is still being fetched; what is pressed meanwhile goes to that screen. */
export function ScreenComing() {
  const awaited = useLocation();
  const failures = useValue(fetchFailuresAtom).filter(({ path }) => matchPath(path, awaited.pathname));
  // Most browsers fetch a failed module again by themselves.
  const failedAgain = failures.length > 1 ? failures.at(-1)?.error : undefined;
  const address = createPath(awaited);
  // From before it is painted until the screen has taken over, whose own effects come in between.
  useLayoutEffect(() => void holdKeys(awaited.key), [awaited.key]);
  useEffect(() => endOfHold, []);
  useEffect(() => {
    if (failedAgain !== undefined) void reloadIfRemembered(failedAgain, () => reloadPage(address));
  }, [failedAgain, address]);
  return (
    <div className="screen-coming" role="status">
      <Spinner size={28} />
      {failures.length > 0 ? (
        <>
          <p>画面を読み込めませんでした。つながると、自動でもう一度読み込みます。</p>
          <Button text="再読み込み" onClick={() => reloadPage(address)} />
        </>
      ) : (
        <p>画面を読み込んでいます…</p>
      )}
    </div>
  );
}
