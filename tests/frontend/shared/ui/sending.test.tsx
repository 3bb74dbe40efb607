import { expect, jest, test } from '@jest/globals';
import { act, render, renderHook, screen } from '@testing-library/react';
import { RefusalText, useSending } from '#frontend/shared/ui/sending.js';

/** A write that ends when it is told to. */
function aWrite() {
  const end = { well: () => {}, badly: (_: Error) => {} };
  const write = jest.fn(
    () =>
      new Promise<void>((resolve, reject) => {
        Object.assign(end, { well: resolve, badly: reject });
      }),
  );
  return { write, end };
}

test('a second Enter before the form is drawn as being sent sends nothing', async () => {
  const { result } = renderHook(useSending);
  const { write, end } = aWrite();
  const drawn = result.current;
  act(() => {
    void drawn.send(write);
    void drawn.send(write);
  });
  expect(write).toHaveBeenCalledTimes(1);
  expect(result.current.isSending).toBe(true);
  await act(async () => end.well());
  expect(result.current).toMatchObject({ isSending: false, refusal: null });
  act(() => void drawn.send(write));
  expect(write).toHaveBeenCalledTimes(2);
});

test('a refusal is shown, and goes when the form is sent again', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const { result } = renderHook(useSending);
  const { write, end } = aWrite();
  const onRefused = jest.fn();
  act(() => void result.current.send(write, onRefused));
  const error = new Error('断られました。');
  await act(async () => end.badly(error));
  expect(onRefused).toHaveBeenCalledWith(error);
  expect(result.current.isSending).toBe(false);
  const { refusal } = result.current;
  expect(refusal).not.toBeNull();
  const { rerender } = render(<RefusalText text={refusal} />);
  expect(screen.getByRole('alert').textContent).toBe(refusal);
  act(() => void result.current.send(write));
  expect(result.current.refusal).toBeNull();
  rerender(<RefusalText text={result.current.refusal} />);
  expect(screen.queryByRole('alert')).toBeNull();
  await act(async () => end.well());
});
