import { Button } from '@blueprintjs/core';
import { atom } from 'jotai';
import { connectionAtom, nodeVersionAtom } from '../shared/live/connection.js';
import { reloadPage } from '../shared/reload-page.js';
import { store, useValue } from '../shared/store.js';
import { whenAtRest } from '../shared/ui/at-rest.js';
import { isLaterVersion, OWN_VERSION } from '../shared/version.js';
import { TAKE_OVER } from '../worker-messages.js';

/** Nothing that a screen needs at first waits for the worker. */
const START_DELAY_MS = 4_000;
const LOOK_AGAIN_MS = 60_000;

/** True if a newer version of the app is installed and waits for staff to start it. */
const newVersionAtom = atom(false);

const registrationAtom = atom<ServiceWorkerRegistration | null>(null);
/** True if staff are going on with the newer version here. */
const switchingAtom = atom(false);

/** Another page has started the newer version: this page has the old one. */
function onOtherWorker(): void {
  if (store.get(switchingAtom)) reloadPage();
  else store.set(newVersionAtom, true);
}

function noteWaiting(): void {
  if (store.get(registrationAtom)?.waiting && navigator.serviceWorker.controller)
    store.set(newVersionAtom, true);
}

/** Returns whether the node runs a later version than this page, which a node may give out that is not renewed yet. */
const isOutdatedAtom = atom((get) => isLaterVersion(get(nodeVersionAtom), OWN_VERSION));

const isOfferedAtom = atom(
  (get) => get(newVersionAtom) || (get(isOutdatedAtom) && !('serviceWorker' in navigator)),
);

/** A server that came back may have brought a newer version. */
async function lookForNewer(): Promise<void> {
  try {
    await store.get(registrationAtom)?.update();
  } catch {
    // It is gone again.
  }
}

/** Looks again until the worker of the later version is here. */
function lookUntilFound(): void {
  if (!store.get(isOutdatedAtom) || store.get(newVersionAtom)) return;
  void lookForNewer().then(() => setTimeout(lookUntilFound, LOOK_AGAIN_MS));
}

async function register(): Promise<void> {
  const workers = navigator.serviceWorker;
  const hadWorker = workers.controller !== null;
  const registration = await workers.register('/service-worker.js').catch(() => null);
  if (!registration) return; // Without it a reload needs the server; everything else works.
  store.set(registrationAtom, registration);
  noteWaiting();
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', noteWaiting);
  });
  let isFirst = !hadWorker;
  workers.addEventListener('controllerchange', () => {
    if (!isFirst) onOtherWorker();
    isFirst = false;
  });
  store.sub(isOutdatedAtom, lookUntilFound);
  lookUntilFound();
  let wasConnected = store.get(connectionAtom).connected;
  store.sub(connectionAtom, () => {
    const { connected } = store.get(connectionAtom);
    if (connected && !wasConnected) void lookForNewer();
    wasConnected = connected;
  });
}

/** Keeps the app on this terminal, so that it opens without a server. */
export function keepApp(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  setTimeout(() => void whenAtRest().then(register), START_DELAY_MS);
}

/** Goes on with the newer version; what is typed comes along. */
function switchVersion(): void {
  store.set(switchingAtom, true);
  const waiting = store.get(registrationAtom)?.waiting;
  if (waiting) waiting.postMessage(TAKE_OVER);
  else reloadPage();
}

/** Offers a newer version of the app; staff switch when it suits them. */
export function NewVersion() {
  const isThere = useValue(isOfferedAtom);
  return (
    <div className="new-version" role="status">
      {isThere && (
        <p>
          <span>新しいバージョンがあります。入力中の内容はそのまま残ります。</span>
          <Button size="small" intent="primary" text="切り替える" onClick={switchVersion} />
        </p>
      )}
    </div>
  );
}
