import { expect, jest, test } from '@jest/globals';
import { act, render, renderHook, screen } from '@testing-library/react';
import { ApiError, UNKNOWN_FAILURE } from '#frontend/shared/api/request.js';
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
  const { result } = renderHook(useSending);
  const { write, end } = aWrite();
  const onRefused = jest.fn();
  act(() => void result.current.send(write, onRefused));
  const error = new ApiError('断られました。', 409);
  await act(async () => end.badly(error));
  expect(onRefused).toHaveBeenCalledWith(error);
  expect(result.current.isSending).toBe(false);
  const { refusal } = result.current;
  expect(refusal).toBe('断られました。');
  const { rerender } = render(<RefusalText text={refusal} />);
  expect(screen.getByRole('alert').textContent).toBe(refusal);
  act(() => void result.current.send(write));
  expect(result.current.refusal).toBeNull();
  rerender(<RefusalText text={result.current.refusal} />);
  expect(screen.queryByRole('alert')).toBeNull();
  await act(async () => end.well());
});

test('a mistake of the program is no refusal: it is said, and thrown on to where such are logged', async () => {
  const { result } = renderHook(useSending);
  const mistake = new TypeError('undefined is not a function');
  let sent: Promise<void> | null = null;
  await act(async () => {
    sent = result.current.send(() => Promise.reject(mistake));
    await sent.catch(() => undefined);
  });
  await expect(sent).rejects.toBe(mistake);
  expect(result.current).toMatchObject({ isSending: false, refusal: UNKNOWN_FAILURE });
});
