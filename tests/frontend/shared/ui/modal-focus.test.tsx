import { expect, test } from '@jest/globals';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { HistoryModal } from '#frontend/booking/history/HistoryModal.js';
import { startFocusFallback } from '#frontend/shared/ui/focus-fallback.js';
import { Modal } from '#frontend/shared/ui/Modal.js';
import { serve } from '#tests/frontend/support/fake-server.js';

// The global one: calls of an imported one are not moved before the imports.
declare const jest: typeof import('@jest/globals').jest;

function Opener({ leaves }: { leaves: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        明細
      </button>
      {(isOpen || !leaves) && <Modal title="明細の窓" isOpen={isOpen} onClose={() => setOpen(false)} />}
    </>
  );
}

test.each([
  ['is closed', false],
  ['leaves the page with its part', true],
])('the control that opened a modal has the focus again when that %s', async (_, leaves) => {
  render(<Opener leaves={leaves} />);
  const opener = screen.getByText('明細');
  opener.focus();
  fireEvent.click(opener);
  fireEvent.click(await screen.findByText('閉じる'));
  await waitFor(() => expect(document.activeElement).toBe(opener));
});

test('when the control that has the focus goes away, another in the panel has it: Escape closes it', async () => {
  const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const answers = [{ status: 503, body: { error: '不通', errors: [] } }, { body: { events: [] } }];
  serve({ 'GET /api/booking/7/history': () => answers.shift() ?? { status: 500, body: {} } });
  const close = jest.fn();
  const stop = startFocusFallback();
  render(
    <MemoryRouter>
      <HistoryModal id={7} onClose={close} />
    </MemoryRouter>,
  );
  const again = await screen.findByText('もう一度読み込む');
  log.mockRestore();
  again.closest('button')?.focus();
  fireEvent.click(again);
  await waitFor(() => expect(screen.queryByText('もう一度読み込む')).toBeNull());
  await waitFor(() =>
    expect(screen.getByRole('dialog', { name: '予約の履歴' }).contains(document.activeElement)).toBe(true),
  );
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
  expect(close).toHaveBeenCalledTimes(1);
  stop();
});
