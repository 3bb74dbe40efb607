import { atom } from 'jotai';
import { type ComponentType, useEffect, useState } from 'react';
import { reloadPage } from '../shared/reload-page.js';
import { store, useValue } from '../shared/store.js';
import { fetchCode, reloadIfRemembered } from '../shared/ui/fetch-code.js';
import { ScreenComing } from './ScreenComing.js';

/** A screen whose code is fetched only when it is wanted. */
type LateScreen = {
  Screen: ComponentType;
  /** Fetches the code, once; the screen is then shown without any wait. */
  load: () => Promise<unknown>;
};

/** Makes a screen of the call that fetches its code. */
export function lazyScreen(fetchScreen: () => Promise<ComponentType>): LateScreen {
  let known: ComponentType | null = null;
  let coming: Promise<ComponentType> | null = null;
  const failuresAtom = atom<readonly unknown[]>([]);
  const onFailure = (error: unknown) => {
    console.error('screen', error);
    store.set(failuresAtom, (failures) => [...failures, error]);
  };
  const load = () => {
    coming ??= fetchCode(fetchScreen, onFailure).then((screen) => {
      known = screen;
      return screen;
    });
    return coming;
  };
  const hasCome = () => known !== null;
  // Without Suspense, which would hold back a screen for 300 ms once it has shown that one is coming.
  function Screen() {
    const [Shown, show] = useState(() => known);
    const failures = useValue(failuresAtom);
    useEffect(() => void load().then((screen) => show(() => screen)), []);
    useEffect(() => {
      // What failed once comes by itself in most browsers.
      if (!Shown && failures.length > 1) void reloadIfRemembered(failures.at(-1), reloadPage);
    }, [Shown, failures]);
    return Shown ? <Shown /> : <ScreenComing hasCome={hasCome} failed={failures.length > 0} />;
  }
  return { Screen, load };
}
