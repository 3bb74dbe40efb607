import { day } from '@domain/dates.js';
import { expect, test } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import { NoteList } from '#frontend/handover/NoteList.js';
import { showNotes } from '#frontend/shared/calendar-data/notes.js';
import { loadHotel } from '#frontend/shared/hotel.js';
import { serve } from '../support/fake-server.js';

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
