import { expect, jest, test } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MessageDialog } from '#frontend/app/MessageDialog.js';
import { savingAtom } from '#frontend/booking/form.js';
import { submitForm } from '#frontend/booking/submit.js';
import { messageAtom } from '#frontend/shared/dialogs.js';
import { loadHotel } from '#frontend/shared/hotel.js';
import { loadMasters } from '#frontend/shared/masters.js';
import { store } from '#frontend/shared/store.js';
import { serve } from '../support/fake-server.js';
import { fillAndSearch } from '../support/fill-form.js';
import { bookingRecord } from '../support/records.js';

const FAILED = 'サーバーでエラーが発生しました。';

const text = () => screen.getByRole('dialog').textContent;
const press = async (name: string) => {
  fireEvent.click(screen.getByRole('button', { name }));
  await act(async () => {});
};

// In this order: after the first one the list was read.
test.each([
  ['that was never read', async () => {}],
  ['whose newer state could not be read', () => loadMasters(['blacklist'])],
])(
  'a blacklist %s: staff are asked whether to read it again, and nothing is saved before',
  async (_which, before) => {
    jest.spyOn(console, 'error').mockImplementation(() => {});
    let isBroken = true;
    const calls = serve({
      'GET /api/blacklist': () =>
        isBroken
          ? { status: 500, body: { error: FAILED, errors: [] } }
          : { body: [{ id: 3, guest_name: '山田太郎', tel: null }] },
      'POST /api/booking': () => ({ status: 201, body: { ...bookingRecord({ id: 7 }), mess: '登録' } }),
    });
    const posts = () => calls.filter(({ method }) => method === 'POST');
    await before();
    await loadHotel();
    await fillAndSearch();
    render(<MessageDialog />);
    void submitForm();
    await waitFor(() => expect(text()).toContain(`ブラックリストを確認できませんでした。\n${FAILED}`));
    expect(document.activeElement?.textContent).toBe('やめる');
    await press('やめる');
    expect([store.get(messageAtom), store.get(savingAtom), posts()]).toEqual([null, false, []]);
    void submitForm();
    await waitFor(() => expect(text()).toContain('ブラックリストを確認できませんでした。'));
    await press('再試行');
    await waitFor(() => expect(text()).toContain('ブラックリストを確認できませんでした。'));
    isBroken = false;
    await press('再試行');
    await waitFor(() => expect(text()).toContain('ブラックリストに登録されている宿泊者です。'));
    await press('続行する');
    await waitFor(() => expect(posts()).toHaveLength(1));
    expect(posts()[0]?.body).toMatchObject({ blacklist_id: 3 });
    await waitFor(() => expect(text()).toContain('登録'));
    await press('OK');
  },
);
