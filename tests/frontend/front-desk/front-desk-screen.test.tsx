import { beforeEach, describe, expect, test } from '@jest/globals';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { shownListAtom } from '#frontend/front-desk/desk-view.js';
import { MoreRows } from '#frontend/front-desk/FrontDeskScreen.js';
import { store } from '#frontend/shared/store.js';

let answer: (first: number) => void = () => {};
// The global one: calls of an imported one are not moved before the imports.
declare const jest: typeof import('@jest/globals').jest;
jest.mock('#frontend/front-desk/desk.js', () => ({
  olderUnpaidAtom: (jest.requireActual('jotai') as typeof import('jotai')).atom(3),
  showOlderUnpaid: () =>
    new Promise<number>((done) => {
      answer = done;
    }),
}));

describe('older unpaid', () => {
  beforeEach(() => {
    cleanup();
    store.set(shownListAtom, 'unpaid');
    render(
      <>
        <input aria-label="絞り込み" />
        <div id="desk-row-7" tabIndex={-1}>
          7
        </div>
        <MoreRows />
      </>,
    );
    const more = screen.getByRole('button', { name: '続きを表示' });
    more.focus();
    fireEvent.click(more);
  });

  test('the first row that was fetched has the focus', async () => {
    answer(7);
    await waitFor(() => expect(document.activeElement?.id).toBe('desk-row-7'));
  });

  test('whoever goes on typing meanwhile keeps the focus', async () => {
    screen.getByLabelText('絞り込み').focus();
    answer(7);
    await waitFor(() =>
      expect(screen.getByRole('button', { name: '続きを表示' })).toHaveProperty('disabled', false),
    );
    expect(document.activeElement).toBe(screen.getByLabelText('絞り込み'));
  });
});
