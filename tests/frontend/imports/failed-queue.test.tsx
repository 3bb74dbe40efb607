import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { FailedQueue } from '../../../frontend/imports/FailedQueue.js';
import { loadQueue, takeQueue } from '../../../frontend/imports/failed-records.js';
import { currentRecordAtom, listAtom, orderAtom, showAllAtom } from '../../../frontend/imports/queue-view.js';
import { store } from '../../../frontend/shared/store.js';
import { csvRecord } from '../support/csv-records.js';
import { serve } from '../support/fake-server.js';
import { aFrame } from '../support/records.js';

const record = (id: number, more: Parameters<typeof csvRecord>[0] = {}) =>
  csvRecord({ id, bookingNumber: `N-${id}`, guestName1: `客 ${id}`, ...more });

function Elsewhere() {
  const { pathname, search } = useLocation();
  return <p>{`at ${pathname}${search}`}</p>;
}

async function show(records: ReturnType<typeof csvRecord>[], handlers: Parameters<typeof serve>[0] = {}) {
  const calls = serve({ 'GET /api/csv-reservations': () => ({ body: records, position: 10 }), ...handlers });
  await loadQueue();
  render(
    <MemoryRouter initialEntries={['/auto-registration']}>
      <Routes>
        <Route path="/auto-registration" element={<FailedQueue />} />
        <Route path="*" element={<Elsewhere />} />
      </Routes>
    </MemoryRouter>,
  );
  return calls;
}

const row = (id: number) => document.querySelector<HTMLElement>(`[data-record="${id}"]`);
const focused = () => Number((document.activeElement as HTMLElement | null)?.dataset.record);
const press = (key: string, code = key) =>
  fireEvent.keyDown(document.activeElement ?? document, { key, code });

beforeEach(() => {
  store.set(currentRecordAtom, null);
  store.set(showAllAtom);
  store.set(orderAtom, 'waiting');
  store.set(listAtom, 'failed');
});
afterEach(cleanup);

test('arrow keys go through the rows, also those of a group; Enter opens the one with the focus', async () => {
  const pair = [
    { ...record(2, { bookingNumber: 'G', roomIndex: 1 }), rooms: 3 },
    { ...record(3, { bookingNumber: 'G', roomIndex: 3 }), rooms: 3 },
  ];
  await show([record(1), ...pair, record(4)]);
  expect(focused()).toBe(1);
  for (const id of [2, 3, 4, 4]) {
    press('ArrowDown');
    expect(focused()).toBe(id);
  }
  press('Home');
  expect(focused()).toBe(1);
  press('ArrowDown');
  press('ArrowDown');
  press('ArrowUp');
  expect(focused()).toBe(2);
  expect(screen.getByText('3室中2室が失敗')).toBeTruthy();
  expect(row(3)?.textContent).toContain('3/3室');
  press('Enter');
  expect(screen.getByText('at /reservation-registration/2?type=csvReservation')).toBeTruthy();
});

test('when the row with the focus is settled elsewhere the next one has it, then the one before', async () => {
  await show([record(1), record(2), record(3)]);
  press('ArrowDown');
  expect(focused()).toBe(2);
  const settle = (from: number, id: number) =>
    act(() => takeQueue(aFrame(from, from + 1, { queue: { failed: [], settled: [id] } })));
  settle(10, 2);
  expect(row(2)).toBeNull();
  expect(focused()).toBe(3);
  settle(11, 3);
  expect(focused()).toBe(1);
  settle(12, 1);
  expect(screen.getByText('登録を待っている予約はありません。')).toBeTruthy();
});

test('a row that comes in above leaves the focus where it is', async () => {
  await show([record(1), record(2)]);
  press('End');
  const early = { ...record(3), updated_at: '2026-11-01T00:00:00Z' };
  act(() => takeQueue(aFrame(10, 11, { queue: { failed: [early], settled: [] } })));
  expect(row(3)?.getAttribute('aria-rowindex')).toBe('2');
  expect(focused()).toBe(2);
});

test('R tries the row again and says why it failed once more', async () => {
  const calls = await show([record(1)], {
    'POST /api/csv-reservations/1/retry': () => ({
      body: { outcome: 'failed', reason: '空室なし', detail: '11/21', booking_id: null },
    }),
  });
  press('r', 'KeyR');
  await waitFor(() =>
    expect(screen.getByText('客 1 N-1 は登録できませんでした（空室なし：11/21）。')).toBeTruthy(),
  );
  expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test('すべて再試行 goes on until nothing is left and tells the sum', async () => {
  const bodies: unknown[] = [];
  await show([record(1)], {
    'POST /api/csv-reservations/retry': (_, { body }) => {
      bodies.push(JSON.parse(String(body)));
      const next = bodies.length === 1 ? 77 : null;
      return { body: { retried: 100 - 60 * (bodies.length - 1), registered: 3, failed: 2, next } };
    },
  });
  fireEvent.click(screen.getByRole('button', { name: 'すべて再試行' }));
  await waitFor(() => expect(screen.getByText('140件中6件を登録しました。')).toBeTruthy());
  expect(bodies).toEqual([{}, { after: 77 }]);
});

test('of many records only those in sight are in the document, and the last can be gone to', async () => {
  await show(Array.from({ length: 2_000 }, (_, index) => record(index + 1)));
  expect(document.querySelectorAll('[data-record]').length).toBeLessThan(80);
  expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('2001');
  press('End');
  expect(focused()).toBe(2_000);
});

test('a filter that leaves nothing says so and can be taken back', async () => {
  await show([record(1)]);
  fireEvent.change(screen.getByLabelText('宿泊者・予約番号・電話番号'), {
    target: { value: 'だれもいない' },
  });
  expect(screen.getByText('条件に合う予約はありません。')).toBeTruthy();
  const [first] = screen.getAllByRole('button', { name: '絞り込みを解除' });
  if (first) fireEvent.click(first);
  expect(row(1)).toBeTruthy();
});

test('a cancellation cannot be tried again, by button or by key', async () => {
  const calls = await show([record(1, { kind: 'キャンセル', reason: '元予約なし' })]);
  expect(screen.queryByRole('button', { name: '再試行' })).toBeNull();
  press('r', 'KeyR');
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
});

test('D asks for a reason and dismisses the row; it stands among those and is put back from there', async () => {
  const done = record(1, { status: 'dismissed', dismissalReason: '重複' });
  const calls = await show([record(1)], {
    'GET /api/csv-reservations': ({ searchParams }) => ({
      body: searchParams.get('status') === 'dismissed' ? [done] : [record(1)],
      position: 10,
    }),
    'PUT /api/csv-reservations/1/dismissed': () => ({ body: { id: 1, version: 2, status: 'dismissed' } }),
  });
  press('d', 'KeyD');
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('客 1 楽天トラベル N-1');
  fireEvent.click(screen.getByLabelText('その他'));
  const [confirm] = screen.getAllByRole('button', { name: '対応済みにする' }).slice(-1);
  expect(confirm?.matches(':disabled')).toBe(true);
  fireEvent.click(screen.getByLabelText('重複'));
  if (confirm) fireEvent.click(confirm);
  const puts = () => calls.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  await waitFor(() => expect(puts()).toEqual([{ is_dismissed: 1, reason: '重複' }]));
  fireEvent.click(screen.getByRole('button', { name: '対応済みの一覧' }));
  await screen.findByRole('grid', { name: '対応済みの一覧' });
  expect(row(1)?.textContent).toContain('重複');
  expect(screen.queryByRole('button', { name: 'すべて再試行' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: '失敗の一覧に戻す' }));
  await waitFor(() => expect(puts()).toEqual([{ is_dismissed: 1, reason: '重複' }, { is_dismissed: 0 }]));
});
