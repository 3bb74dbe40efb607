import { day } from '@domain/dates.js';
import { expect, test } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import type { NoteRecord } from '@wire/handover.js';
import { NoteList } from '#frontend/handover/NoteList.js';
import { notesView, showNotes } from '#frontend/shared/calendar-data/notes.js';
import { loadHotel } from '#frontend/shared/hotel.js';
import { serve } from '../support/fake-server.js';
import { aFrame } from '../support/records.js';

const RANGE = { first: day('2026-11-21'), last: day('2026-12-21') };
const EMPTY = '申し送りはありません。';

test('notes that could not be read are never called none; one press reads them', async () => {
  let status = 500;
  serve({
    'GET /api/handover-notes': () =>
      status === 500 ? { status, body: { error: '失敗しました。' } } : { body: [], position: 10 },
  });
  await loadHotel();
  render(<NoteList mayWrite />);
  expect(screen.queryByText(EMPTY)).toBeNull();
  await showNotes(RANGE);
  expect((await screen.findByRole('alert')).textContent).toBe(
    '申し送りを読み込めませんでした。失敗しました。',
  );
  expect(screen.queryByText(EMPTY)).toBeNull();
  status = 200;
  fireEvent.click(screen.getByRole('button', { name: 'もう一度読み込む' }));
  await screen.findByText(EMPTY);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a note that was moved to another day is shown there once it is saved, even when that is received before the answer', async () => {
  const by = { staff_id: null, staff_name: null, terminal: 'A', recorded_at: '2026-11-21T01:00:00Z' };
  const note: NoteRecord = {
    ...{ id: 1, version: 1, date: day('2026-11-21'), text: '電球', written: by, changed: by },
    is_done: 0,
    is_removed: 0,
  };
  serve({
    'GET /api/handover-notes': () => ({ body: [note], position: 10 }),
    'PUT /api/handover-notes/1': async () => {
      const moved = { ...note, version: 2, date: day('2026-11-22'), text: '電球は明日' };
      notesView.applyFrame(aFrame(10, 11, { notes: [moved] }));
      await screen.findByText('明日 11/22(日)');
      return { body: moved };
    },
  });
  await loadHotel();
  await showNotes(RANGE);
  render(<NoteList mayWrite />);
  fireEvent.click(await screen.findByRole('button', { name: '変更' }));
  fireEvent.change(screen.getByLabelText('申し送り'), { target: { value: '電球は明日' } });
  fireEvent.change(screen.getByRole('textbox', { name: '日付' }), { target: { value: '+1' } });
  fireEvent.click(screen.getByRole('button', { name: '更新' }));
  await screen.findByText('電球は明日', { selector: 'p' });
  expect(screen.getByText('明日 11/22(日)')).toBeTruthy();
  expect(screen.queryByRole('form', { name: '申し送りの変更' })).toBeNull();
});
