import { afterEach, describe, expect, test } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import { createRoot } from 'react-dom/client';
import { store } from '#frontend/shared/store.js';
import { KEY_PLACES, KEYS, type KeyName } from '#frontend/shared/ui/key-table.js';
import { isKey, singleKeysAtom, useKey } from '#frontend/shared/ui/keys.js';

test('a key works as soon as what it is shown on is in the document, before it is painted', async () => {
  let pressed = 0;
  function Keyed() {
    useKey('moveInFile', () => {
      pressed += 1;
    });
    return <button type="button">ファイルを選択</button>;
  }
  const page = document.createElement('div');
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  const shown = new Promise<void>((done) => {
    new MutationObserver(() => done()).observe(page, { childList: true });
  });
  const root = createRoot(page);
  root.render(<Keyed />);
  await shown;
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'u', code: 'KeyU', altKey: true }));
  expect(pressed).toBe(1);
  root.unmount();
});

const SINGLES = Object.entries(KEY_PLACES).flatMap(([place, keys]) =>
  Object.entries(keys).flatMap(([name, [, ...chords]]: [string, readonly string[]]) =>
    chords.flatMap((chord) =>
      /^(Key[A-Z]|[!-~])$/.test(chord) ? [[place, name as KeyName, chord] as const] : [],
    ),
  ),
);
const pressOn = (element: Element, chord: string) => {
  const key = chord.replace('Key', '');
  element.dispatchEvent(new KeyboardEvent('keydown', { key, code: chord, bubbles: true }));
};

describe('a key of one character', () => {
  /** A page with a header and a screen; returns how often the key acted. */
  function open(name: KeyName) {
    let acted = 0;
    function Keyed() {
      useKey(name, () => {
        acted += 1;
      });
      return null;
    }
    render(
      <>
        <header>
          <button type="button">見出し</button>
        </header>
        <main>
          <button type="button">一覧</button>
          <input aria-label="欄" />
        </main>
        <aside>
          <button type="button">パネル</button>
        </aside>
        <Keyed />
      </>,
    );
    return { acted: () => acted, button: (text: string) => screen.getByRole('button', { name: text }) };
  }
  afterEach(() => {
    cleanup();
    store.set(singleKeysAtom, true);
  });

  test.each(SINGLES)(
    'of %s (%s) acts in its screen alone, and not while something is typed',
    (place, name, chord) => {
      const page = open(name);
      pressOn(page.button('一覧'), chord);
      pressOn(document.body, chord);
      expect(page.acted()).toBe(2);
      pressOn(screen.getByLabelText('欄'), chord);
      expect(page.acted()).toBe(2);
      for (const beside of ['見出し', 'パネル']) pressOn(page.button(beside), chord);
      expect(page.acted()).toBe(place === 'すべての画面' ? 4 : 2);
      const dialog = document.body.appendChild(document.createElement('div'));
      dialog.setAttribute('role', 'dialog');
      pressOn(dialog, chord);
      pressOn(page.button('一覧'), chord);
      dialog.remove();
      expect(page.acted()).toBe(place === 'すべての画面' ? 4 : 2);
    },
  );

  test.each(SINGLES)('of %s (%s) does nothing once they are switched off', (_, name, chord) => {
    store.set(singleKeysAtom, false);
    const page = open(name);
    pressOn(page.button('一覧'), chord);
    expect([
      page.acted(),
      isKey({ key: chord.replace('Key', ''), code: chord } as KeyboardEvent, name),
    ]).toEqual([0, false]);
  });
});

test.each(['save', 'deskToday', 'find', 'roomEdit', 'press'] as const)(
  '%s, which no character is, acts whether keys of one character do or not',
  (name) => {
    const chord = KEYS[name][1].split('+');
    const event = {
      key: '',
      code: chord.at(-1),
      altKey: chord.includes('Alt'),
      ctrlKey: chord.includes('Control'),
    };
    const acts = [true, false].map((areOn) => {
      store.set(singleKeysAtom, areOn);
      return isKey({ metaKey: false, shiftKey: false, ...event } as KeyboardEvent, name);
    });
    store.set(singleKeysAtom, true);
    expect(acts).toEqual([true, true]);
  },
);

const LETTERS = Object.values(KEYS).flatMap(([, ...chords]: readonly string[]) =>
  chords.filter((chord) => /\+Key[A-Z]$/.test(chord)),
);

test.each([...new Set(LETTERS)])('%s acts for the entries that name it, with Shift and without', (chord) => {
  const parts = chord.split('+');
  for (const shiftKey of [true, false]) {
    const pressed = {
      ...{ key: '', code: `${parts.at(-1)}`, shiftKey },
      ...{
        altKey: parts.includes('Alt'),
        ctrlKey: parts.includes('Control'),
        metaKey: parts.includes('Meta'),
      },
    };
    const bare = parts.filter((part) => part !== 'Shift');
    const said = shiftKey ? [...bare.slice(0, -1), 'Shift', ...bare.slice(-1)].join('+') : bare.join('+');
    const named = Object.entries(KEYS).filter(([, [, ...chords]]) => (chords as string[]).includes(said));
    const acting = (Object.keys(KEYS) as KeyName[]).filter((name) => isKey(pressed, name));
    expect({ said, acting }).toEqual({ said, acting: named.map(([name]) => name) });
  }
});

const KEY =
  /^((Control|Meta|Alt|Shift)\+)*(Key[A-Z]|Digit\d|Arrow(Up|Down|Left|Right)|Page(Up|Down)|F\d+|[A-Z][a-z]+[A-Za-z]*|[ -~])$/;

test.each(Object.entries(KEY_PLACES))(
  'every key of %s is on a keyboard, and does one thing there',
  (_, keys) => {
    const chords = Object.values(keys).flatMap(([, ...own]: readonly string[]) => own);
    expect(chords.filter((chord) => !KEY.test(chord))).toEqual([]);
    expect(chords.filter((chord, index) => chords.indexOf(chord) !== index)).toEqual([]);
  },
);
