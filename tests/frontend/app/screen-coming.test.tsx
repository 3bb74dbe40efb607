import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { useLayoutEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { ScreenFrame } from '#frontend/app/ScreenFrame.js';
import { Screens } from '#frontend/app/Shell.js';
import { useKey } from '#frontend/shared/ui/keys.js';
import { eventually } from '#tests/support/eventually.js';

let root: Root;
beforeEach(() => {
  // React paints and runs its effects in their own time, as in a browser.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  root = createRoot(document.body.appendChild(document.createElement('main')));
});
afterEach(() => root.unmount());

const press = (code: string) =>
  document.body.dispatchEvent(
    new KeyboardEvent('keydown', {
      key: code.at(-1)?.toLowerCase(),
      code,
      altKey: true,
      bubbles: true,
      cancelable: true,
    }),
  );

let pressed: string[] = [];
let onShown = (): void => undefined;
function Screen() {
  useKey('moveInFile', () => pressed.push('file'));
  useKey('moveInTry', () => pressed.push('try'));
  useLayoutEffect(() => void onShown(), []);
  return <p>データ移行の画面</p>;
}

/** Goes to a screen whose code is held back; returns what lets it arrive. */
async function goToScreen(content = <Screen />) {
  pressed = [];
  let arrive = (): void => undefined;
  const code = new Promise<void>((done) => {
    arrive = done;
  });
  const frame = <ScreenFrame title="データ移行">{content}</ScreenFrame>;
  const lazy = async () => {
    await code;
    return { element: frame };
  };
  const children = [
    { path: '/masters', element: <p>マスタの画面</p> },
    { path: '/move-in', lazy },
  ];
  const router = createMemoryRouter([{ element: <Screens />, children }], { initialEntries: ['/masters'] });
  root.render(<RouterProvider router={router} useTransitions={false} />);
  await shows('マスタの画面');
  void router.navigate('/move-in');
  return arrive;
}

const shows = (text: string) =>
  eventually(
    'the page',
    () => document.body.textContent,
    (seen) => expect(seen).toContain(text),
  );

test('keys reach the screen that is fetched once each and in order, also those pressed while it takes over', async () => {
  // Painted, and its keys act; its own effects have not run yet.
  onShown = () => queueMicrotask(() => press('KeyR'));
  const arrive = await goToScreen();
  await shows('読み込んでいます');
  press('KeyU');
  expect(pressed).toEqual([]);
  arrive();
  await eventually(
    'the keys',
    () => pressed,
    (keys) => expect(keys.length).toBeGreaterThan(1),
  );
  press('KeyU');
  expect(pressed).toEqual(['file', 'try', 'file']);
});

test('a key is held from the moment on that the screen is said to come', async () => {
  onShown = () => undefined;
  const said = new Promise<void>((done) => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector('.screen-coming')) return;
      observer.disconnect();
      press('KeyU');
      done();
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });
  const arrive = await goToScreen();
  await said;
  arrive();
  await eventually(
    'the keys',
    () => pressed,
    (keys) => expect(keys).toEqual(['file']),
  );
});
