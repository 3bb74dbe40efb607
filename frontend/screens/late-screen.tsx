import { type ComponentType, useEffect, useState } from 'react';
import { ScreenComing } from './shell/ScreenComing.js';

const RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;

/** A screen whose code is fetched only when it is wanted. */
type LateScreen = {
  Screen: ComponentType;
  /** Fetches the code, once; the screen is then shown without any wait. */
  load: () => Promise<unknown>;
};

/** Fetches until it succeeds: the line may be down for a moment. */
async function fetched(fetchScreen: () => Promise<ComponentType>): Promise<ComponentType> {
  for (let wait = RETRY_MS; ; wait = Math.min(2 * wait, MAX_RETRY_MS)) {
    try {
      return await fetchScreen();
    } catch {
      await new Promise((done) => setTimeout(done, wait));
    }
  }
}

/** Makes a screen of the call that fetches its code. */
export function lateScreen(fetchScreen: () => Promise<ComponentType>): LateScreen {
  let known: ComponentType | null = null;
  let coming: Promise<ComponentType> | null = null;
  const load = () => {
    coming ??= fetched(fetchScreen).then((screen) => {
      known = screen;
      return screen;
    });
    return coming;
  };
  const hasCome = () => known !== null;
  // Without Suspense, which would hold back a screen for 300 ms once it has shown that one is coming.
  function Screen() {
    const [Shown, show] = useState(() => known);
    useEffect(() => void load().then((screen) => show(() => screen)), []);
    return Shown ? <Shown /> : <ScreenComing hasCome={hasCome} />;
  }
  return { Screen, load };
}
