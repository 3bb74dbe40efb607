import { expect, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { recordOperation } from '#frontend/shared/operations.js';
import { UndoPlace } from '#frontend/undo/UndoButtons.js';

// The global one: calls of an imported one are not moved before the imports.
declare const jest: typeof import('@jest/globals').jest;

test.each([
  [2_000, 'お釣り ¥2,000'],
  [null, null],
])('change of %s yen stays in sight until the next act: %s', (change, text) => {
  jest.useFakeTimers();
  render(<UndoPlace />);
  const shown = () => screen.queryByText(/^お釣り/)?.textContent ?? null;
  const wait = () => act(() => jest.advanceTimersByTime(60_000));
  const toast = () => screen.getByRole('status', { hidden: true }).dataset.shown;
  act(() => recordOperation({ requestId: 'a', text: '1003 山田 ¥8,000を入金', ids: [7], change }));
  expect(shown()).toBe(text);
  wait();
  expect([shown(), toast()]).toEqual([text, String(text !== null)]);
  act(() => recordOperation({ requestId: 'b', text: '1003 山田 チェックイン', ids: [7] }));
  expect([shown(), toast()]).toEqual([null, 'true']);
  wait();
  expect(toast()).toBe('false');
});
