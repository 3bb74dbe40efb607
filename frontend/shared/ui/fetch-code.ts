import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { connectionAtom } from '../live/connection.js';
import { reloadPage } from '../reload-page.js';
import { store } from '../store.js';
import { tabStorage } from '../terminal-storage.js';

const RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;

/** Resolves after a while, or as soon as the line is back. */
function lineBackWithin(ms: number): Promise<void> {
  return new Promise((done) => {
    const end = () => {
      clearTimeout(timer);
      unsubscribe();
      window.removeEventListener('online', end);
      done();
    };
    const timer = setTimeout(end, ms);
    const unsubscribe = store.sub(connectionAtom, () => store.get(connectionAtom).connected && end());
    window.addEventListener('online', end);
  });
}

/** A style sheet that came to nothing is asked for once more: the bundler asks for each only once. */
function retryStyles(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]'))
    if (!link.sheet) link.replaceWith(link.cloneNode());
}

/** Fetches code until it arrives: after a failure again after a while, and at once when the network is back. */
export async function fetchCode<T>(load: () => Promise<T>, onFailure?: (error: unknown) => void): Promise<T> {
  for (let wait = RETRY_MS; ; wait = Math.min(2 * wait, MAX_RETRY_MS)) {
    try {
      return await load();
    } catch (error) {
      onFailure?.(error);
      await lineBackWithin(wait);
      retryStyles();
    }
  }
}

const RELOADED = 'reloaded-for-code';

/**
 * Loads the page anew when the code is there but the browser will not ask for it: Chromium before 154 remembers that a
 * module could not be fetched for as long as the page lives. Once for each file, in case it is broken for good.
 */
export async function reloadIfRemembered(error: unknown, reload: () => void): Promise<void> {
  const url = /https?:\/\/\S+/.exec(String(error))?.[0];
  if (!url || tabStorage.read(RELOADED) === url) return;
  const isThere = await fetch(url, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (!isThere) return;
  tabStorage.write(RELOADED, url);
  reload();
}

/**
 * A component whose code is fetched when it is first shown. A line that is down only delays it; where the browser will not
 * ask for the file again, the page is loaded anew, which keeps what was typed.
 */
export function lazyPart<Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() => {
    let failures = 0;
    return fetchCode(
      async () => ({ default: await load() }),
      (error) => {
        failures += 1;
        // Most browsers fetch a failed module again by themselves.
        if (failures > 1) void reloadIfRemembered(error, reloadPage);
      },
    );
  });
}
