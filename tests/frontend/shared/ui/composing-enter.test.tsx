import { expect, test } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import { blockComposingEnter } from '#frontend/shared/ui/composing-enter.js';

test.each([
  ['is part of a conversion', { isComposing: true }, false],
  // Safari has ended the conversion by then, and says by this code that the key was part of it.
  ['has just ended one', { keyCode: 229 }, false],
  ['is an Enter', { keyCode: 13 }, true],
])('a form is sent or not by a key that %s', (_, init, isSent) => {
  blockComposingEnter();
  render(
    <form>
      <input aria-label="宿泊者名" />
    </form>,
  );
  expect(fireEvent.keyDown(screen.getByLabelText('宿泊者名'), { key: 'Enter', ...init })).toBe(isSent);
});
