import { expect, test } from '@jest/globals';
import { createRoot } from 'react-dom/client';
import { KEY_PLACES } from '#frontend/shared/ui/key-table.js';
import { useKey } from '#frontend/shared/ui/keys.js';

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
