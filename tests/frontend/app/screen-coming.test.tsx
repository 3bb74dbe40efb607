import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { useLayoutEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { MemoryRouter, type NavigateFunction, Route, Routes, useNavigate } from 'react-router-dom';
import { ScreenPlace, screenCode } from '#frontend/app/ScreenPlace.js';
import { MOVE_IN_SCREEN } from '#frontend/shared/screens.js';
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
async function goToScreen() {
  pressed = [];
  let arrive = (): void => undefined;
  const held = new Promise<void>((done) => {
    arrive = done;
  });
  const code = screenCode(MOVE_IN_SCREEN, async () => {
    await held;
    return Screen;
  });
  let navigate: NavigateFunction = () => undefined;
  function Page() {
    navigate = useNavigate();
    useKey('openMasters', () => navigate('/masters'));
    return (
      <Routes>
        <Route path="/masters" element={<p>マスタの画面</p>} />
        <Route path={code.path} element={<ScreenPlace {...code} />} />
      </Routes>
    );
  }
  root.render(
    <MemoryRouter initialEntries={['/masters']} useTransitions={false}>
      <Page />
    </MemoryRouter>,
  );
  await shows('マスタの画面');
  void navigate(code.path);
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

test('a key that works on every screen acts at once, and what was pressed for the screen that comes is dropped', async () => {
  const arrive = await goToScreen();
  await shows('読み込んでいます');
  press('KeyU');
  press('KeyM');
  await shows('マスタの画面');
  arrive();
  press('KeyU');
  expect(pressed).toEqual([]);
});
