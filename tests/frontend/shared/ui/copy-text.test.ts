import { expect, jest, test } from '@jest/globals';
import { copyText } from '#frontend/shared/ui/copy-text.js';

/** A page without the clipboard of secure contexts: what is selected when it is copied. */
function oldPage(isAllowed: boolean) {
  const copied: string[] = [];
  const execCommand = (command: string) => {
    const { activeElement } = document;
    const area = document.body.querySelector('textarea');
    if (command === 'copy' && area && area.selectionEnd > 0)
      copied.push(area.value.slice(area.selectionStart, area.selectionEnd));
    expect(activeElement).not.toBeNull();
    return isAllowed;
  };
  Object.assign(document, { execCommand });
  return copied;
}

test.each([true, false])(
  'on a page without a clipboard a text is copied as a selection: %s',
  async (isAllowed) => {
    const copied = oldPage(isAllowed);
    const field = document.body.appendChild(document.createElement('input'));
    field.focus();
    expect(await copyText('XXXX-YYYY')).toBe(isAllowed);
    expect([copied, document.querySelector('textarea'), document.activeElement]).toEqual([
      ['XXXX-YYYY'],
      null,
      field,
    ]);
  },
);

test.each([
  ['takes a text', () => Promise.resolve(), []],
  ['is refused', () => Promise.reject(new Error('no permission')), ['XXXX-YYYY']],
])('where the clipboard %s, the selection is the way out', async (_, write, bySelection) => {
  const copied = oldPage(true);
  const writeText = jest.fn<(text: string) => Promise<void>>(write);
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  expect(await copyText('XXXX-YYYY')).toBe(true);
  expect([writeText.mock.calls, copied]).toEqual([[['XXXX-YYYY']], bySelection]);
  Reflect.deleteProperty(navigator, 'clipboard');
});
