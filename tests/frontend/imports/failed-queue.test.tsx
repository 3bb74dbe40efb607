import type { CsvReservation } from '@domain/imports/csv-reservation.js';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { RecordRooms } from '@wire/csv-actions.js';
import type { ImportResult } from '@wire/csv-imports.js';
import type { CsvRecord } from '@wire/csv-record.js';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { ExpandedRecord } from '#frontend/auto-registration/ExpandedRecord.js';
import { FailedQueue } from '#frontend/imports/FailedQueue.js';
import { queue, takeQueue } from '#frontend/imports/failed-records.js';
import { ShownReport } from '#frontend/imports/ImportReport.js';
import { currentRecordAtom, listAtom, orderAtom, showAllAtom } from '#frontend/imports/queue-view.js';
import { askedDismissalAtom, retryingAtom } from '#frontend/imports/record-actions.js';
import { messageAtom } from '#frontend/shared/dialogs.js';
import { loadHotel } from '#frontend/shared/hotel.js';
import { connectionAtom } from '#frontend/shared/live/connection.js';
import { loadMasters } from '#frontend/shared/masters.js';
import { operationsAtom } from '#frontend/shared/operations.js';
import { store } from '#frontend/shared/store.js';
import { csvFormData, csvRecord, importReport } from '../support/csv-records.js';
import { serve } from '../support/fake-server.js';
import { aFrame, bookingRecord, roomRecords } from '../support/records.js';

const record = (id: number, more: Parameters<typeof csvRecord>[0] = {}) =>
  csvRecord({ id, bookingNumber: `N-${id}`, guestName1: `客 ${id}`, ...more });

function Elsewhere() {
  const { pathname, search } = useLocation();
  return <p>{`at ${pathname}${search}`}</p>;
}

async function show(records: ReturnType<typeof csvRecord>[], handlers: Parameters<typeof serve>[0] = {}) {
  const calls = serve({ 'GET /api/csv-reservations': () => ({ body: records, position: 10 }), ...handlers });
  await queue.load(null);
  render(
    <MemoryRouter initialEntries={['/auto-registration']}>
      <Routes>
        <Route path="/auto-registration" element={<FailedQueue Expanded={ExpandedRecord} />} />
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

test('a queue that could not be read says why, and is read with one press; it never looks empty', async () => {
  const words = 'サーバーでエラーが発生しました。もう一度お試しください。';
  let status = 500;
  await show([], {
    'GET /api/csv-reservations': () =>
      status === 500 ? { status, body: { error: words } } : { body: [record(1)], position: 10 },
  });
  expect(screen.getByRole('alert').textContent).toBe(words);
  expect(screen.queryByText(/登録を待っている予約はありません/)).toBeNull();
  status = 200;
  fireEvent.click(screen.getByRole('button', { name: 'もう一度読み込む' }));
  await waitFor(() => expect(row(1)).not.toBeNull());
  expect(screen.queryByRole('alert')).toBeNull();
});

/** Answers for an opened record: its fields for the form, and the rooms it may have. */
const opened = (
  data: CsvRecord,
  more: Parameters<typeof csvFormData>[1] = {},
  rooms: Partial<RecordRooms> = {},
): Parameters<typeof serve>[0] => ({
  [`GET /api/fetch-csv-reservation-data/${data.id}`]: () => ({ body: csvFormData(data, more), position: 10 }),
  [`GET /api/csv-reservations/${data.id}/rooms`]: () => ({
    body: {
      rooms: roomRecords('1002', '1001').filter(({ month }) => month === 11),
      of_type: 1,
      empty_because: null,
      ...rooms,
    },
    position: 10,
  }),
});

/** The one action of the expanded row, once it has the focus. */
async function action(name: string) {
  const found = await screen.findByRole(name === '開く' ? 'link' : 'button', { name });
  await waitFor(() => expect(document.activeElement?.textContent).toBe(name));
  return found;
}

beforeEach(async () => {
  serve();
  store.set(currentRecordAtom, null);
  store.set(showAllAtom);
  store.set(orderAtom, 'waiting');
  store.set(listAtom, 'failed');
  await loadHotel();
});

test('arrow keys go through the rows, also those of a group; O opens the one with the focus in the form', async () => {
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
  press('o', 'KeyO');
  expect(screen.getByText('at /reservation-registration/2?type=csvReservation')).toBeTruthy();
});

test('a row that is settled elsewhere lets no key reach the next one until an arrow goes there', async () => {
  const calls = await show([record(1), record(2), record(3)]);
  press('ArrowDown');
  expect(focused()).toBe(2);
  const settle = (from: number, id: number) =>
    act(() => takeQueue(aFrame(from, from + 1, { queue: { failed: [], settled: [id] } })));
  const before = calls.length;
  settle(10, 2);
  expect(row(2)).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('grid'));
  for (const [key, code] of [['Enter'], ['r', 'KeyR'], ['d', 'KeyD'], ['o', 'KeyO']] as const)
    press(key, code);
  expect(calls.length).toBe(before);
  expect(row(3)?.dataset.expanded).toBe('false');
  expect(store.get(askedDismissalAtom)).toBeNull();
  expect(screen.queryByText(/^at \//)).toBeNull();
  press('ArrowDown');
  expect(focused()).toBe(3);
  settle(11, 3);
  press('ArrowUp');
  expect(focused()).toBe(1);
  settle(12, 1);
  expect(screen.getByText('登録を待っている予約はありません。')).toBeTruthy();
});

test.each([
  ['registered', 'the answer', 2],
  ['registered', 'the frame', 2],
  ['failed', 'the frame', null],
] as const)('a retry here that is %s, told first by %s, leads to %s', async (outcome, first, next) => {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await show([record(1), record(2)], {
    'POST /api/csv-reservations/1/retry': async () => {
      await answered;
      return { body: { outcome, reason: null, detail: '' } };
    },
  });
  const settled = () => act(() => takeQueue(aFrame(10, 11, { queue: { failed: [], settled: [1] } })));
  store.set(connectionAtom, (now) => ({ ...now, connected: true }));
  press('r', 'KeyR');
  if (first === 'the frame' && outcome === 'registered') settled();
  answer();
  await waitFor(() => expect(store.get(retryingAtom)).toBeNull());
  if (row(1)) settled();
  if (next !== null) expect(focused()).toBe(next);
  else expect(document.activeElement).toBe(screen.getByRole('grid'));
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

test('再試行 of many says how many of the filtered ones it tries, sends just these and tells the sum', async () => {
  const ours = Array.from({ length: 101 }, (_, index) => record(index + 1));
  const others = [
    record(201, { kind: 'キャンセル', reason: '元予約なし' }),
    record(202, { reason: '自動登録失敗に戻し' }),
    record(203, { site: 'じゃらんnet' }),
  ];
  const calls = await show([...ours, ...others], {
    'POST /api/csv-reservations/retry': (_, { body }) => {
      const { ids } = JSON.parse(String(body));
      return { body: { retried: ids.length, registered: 3, failed: ids.length - 3, next: null } };
    },
  });
  expect(screen.getByRole('button', { name: '102件を再試行' })).toBeTruthy();
  fireEvent.change(screen.getByLabelText('サイト'), { target: { value: '楽天トラベル' } });
  fireEvent.click(screen.getByRole('button', { name: '101件を再試行' }));
  await waitFor(() => expect(screen.getByText('101件中6件を登録しました。')).toBeTruthy());
  const sent = calls
    .filter(({ method }) => method === 'POST')
    .map(({ body }) => (body as { ids: number[] }).ids);
  expect(sent.map((ids) => ids.length)).toEqual([100, 1]);
  expect(sent.flat()).toEqual(ours.map(({ id }) => id));
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
  const calls = await show(
    [record(1, { kind: 'キャンセル', reason: '元予約なし' })],
    opened(record(1, { kind: 'キャンセル' })),
  );
  press('Enter');
  await action('このキャンセルを確認済みにする');
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
    ...opened(done),
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
  expect(screen.queryByRole('button', { name: /件を再試行/ })).toBeNull();
  row(1)?.focus();
  press('Enter');
  fireEvent.click(await action('失敗の一覧に戻す'));
  await waitFor(() => expect(puts()).toEqual([{ is_dismissed: 1, reason: '重複' }, { is_dismissed: 0 }]));
});

describe('Enter on a row', () => {
  const writes = (calls: Awaited<ReturnType<typeof show>>) =>
    calls.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => ({ method, path, body }));
  const saved = () => ({ status: 201, body: { ...bookingRecord({ id: 7 }), mess: '予約を登録しました。' } });

  test('shows the rooms found, the best one chosen; Enter registers the record as it came, and the next row has the focus', async () => {
    const calls = await show([record(1), record(2)], { ...opened(record(1)), 'POST /api/booking': saved });
    press('Enter');
    expect(row(1)?.getAttribute('data-expanded')).toBe('true');
    const register = await action('1002号室に登録');
    expect(screen.getByLabelText<HTMLSelectElement>('部屋').selectedOptions[0]?.textContent).toContain(
      '1002',
    );
    fireEvent.click(register);
    await waitFor(() => expect(focused()).toBe(2));
    const { guest_name_1, stay_start, stay_end, total_fee } = record(1);
    const [{ id: room_id } = { id: 0 }] = roomRecords('1002').filter(({ month }) => month === 11);
    const body = { csv_reservation_id: 1, room_id, guest_name_1, stay_start, stay_end, total_fee };
    expect(writes(calls)).toMatchObject([{ method: 'POST', path: '/api/booking', body }]);
    expect(row(1)?.getAttribute('data-expanded')).toBe('false');
    expect(store.get(operationsAtom).at(-1)?.text).toBe('1002 客 1 予約を登録');
  });

  test('of a room that was taken meanwhile shows the refusal and stays; another room may be chosen', async () => {
    const error = '指定された期間に既に予約があります。';
    const answers = [() => ({ status: 422, body: { error } }), saved];
    const calls = await show([record(1)], {
      ...opened(record(1)),
      'POST /api/booking': () => answers.shift()?.() ?? saved(),
    });
    press('Enter');
    fireEvent.click(await action('1002号室に登録'));
    await waitFor(() => expect(store.get(messageAtom)?.text).toBe(error));
    act(() => store.get(messageAtom)?.settle(true));
    const choice = screen.getByLabelText<HTMLSelectElement>('部屋');
    fireEvent.change(choice, { target: { value: choice.options[1]?.value } });
    const again = screen.getByRole('button', { name: '1001号室に登録' });
    await waitFor(() => expect(again.getAttribute('aria-disabled')).toBe('false'));
    fireEvent.click(again);
    await waitFor(() => expect(writes(calls)).toHaveLength(2));
  });

  test('of a guest on the blacklist asks first; declined, nothing is sent', async () => {
    const calls = await show([record(1)], {
      ...opened(record(1)),
      'GET /api/blacklist': () => ({ body: [{ id: 3, guest_name: '客 1', tel: null }] }),
    });
    await loadMasters(['blacklist']);
    press('Enter');
    fireEvent.click(await action('1002号室に登録'));
    await waitFor(() => expect(store.get(messageAtom)?.text).toContain('ブラックリスト'));
    act(() => store.get(messageAtom)?.settle(false));
    await waitFor(() =>
      expect(screen.getByRole('button', { name: '1002号室に登録' }).getAttribute('aria-disabled')).toBe(
        'false',
      ),
    );
    expect(writes(calls)).toEqual([]);
  });

  test('of a cancellation confirms it, and the next row has the focus', async () => {
    const cancelled = record(1, { kind: 'キャンセル', reason: '元予約なし' });
    const calls = await show([cancelled, record(2)], {
      ...opened(cancelled),
      'PUT /api/csv-reservations/1/dismissed': () => ({ body: { id: 1, version: 2, status: 'dismissed' } }),
    });
    press('Enter');
    fireEvent.click(await action('このキャンセルを確認済みにする'));
    await waitFor(() => expect(focused()).toBe(2));
    expect(writes(calls)).toMatchObject([{ body: { is_dismissed: 1, reason: '取消を確認済み' } }]);
  });

  test.each([
    ['full', { reason: '空室なし' }, 0, 'レディースシングル満室（ほかの部屋タイプに空室2室）'],
    ['free again', { reason: '空室なし' }, 1, '空室2室'],
    ['unknown', { reason: '部屋タイプ未定義' }, 0, '空室2室'],
  ] as const)('says of a room type that is %s how many rooms are free', async (_, change, of_type, told) => {
    const one = record(1, { ...change, roomName: 'レディースシングル' });
    await show([one], opened(one, {}, { of_type }));
    press('Enter');
    await action('1002号室に登録');
    expect(screen.getByText(told)).toBeTruthy();
  });

  test.each<
    [string, Partial<CsvReservation>, Parameters<typeof csvFormData>[1], Partial<RecordRooms>, RegExp]
  >([
    ['lacks a name', { guestName1: '' }, {}, {}, /宿泊者名は/],
    ['has no dates', { stayStart: null, stayEnd: null }, {}, { rooms: [] }, /チェックイン日を/],
    ['has too many guests', { mensCount: 3 }, {}, { rooms: [] }, /宿泊人数が/],
    [
      'finds no room',
      {},
      {},
      { rooms: [], empty_because: '喫煙の部屋がありません。' },
      /喫煙の部屋がありません。/,
    ],
    [
      'changes a booking',
      { bookingId: 7 },
      { booking_version: 2, borderRoom: '1001' },
      {},
      /1001号室の予約を変更します/,
    ],
  ])('of a record that %s says so and leads into the form', async (_, change, more, rooms, told) => {
    const one = record(1, change);
    await show([one], opened(one, more, rooms));
    press('Enter');
    const open = await action('開く');
    expect(screen.getByText(told)).toBeTruthy();
    fireEvent.click(open);
    expect(screen.getByText('at /reservation-registration/1?type=csvReservation')).toBeTruthy();
  });

  test('Escape closes the row; a step to another row does as well', async () => {
    await show([record(1), record(2)], opened(record(1)));
    press('Enter');
    await action('1002号室に登録');
    press('Escape');
    expect(focused()).toBe(1);
    press('Enter');
    await action('1002号室に登録');
    press('ArrowDown');
    expect(focused()).toBe(2);
    expect(row(1)?.getAttribute('data-expanded')).toBe('false');
  });
});

test('the report of a file says how its figures add up, and leads to those of its records that still wait', async () => {
  await show([record(1), record(2), record(3)]);
  const failed = (id: number) => ({
    ...{ room_index: 1, outcome: 'failed' as const, reason: '空室なし' as const, detail: '' },
    ...{ csv_reservation_id: id, booking_id: null },
  });
  const [result] = importReport().results as [ImportResult];
  const results = [
    { ...result, rooms: [failed(1), failed(2)] },
    { ...result, line: 4, rooms: [failed(99)] },
  ];
  const figures = { rows: 20, new: 15, changed: 3, failed: 2, results };
  const { unmount } = render(
    <MemoryRouter>
      <ShownReport report={importReport(figures)} />
    </MemoryRouter>,
  );
  expect(screen.getByText('20行 = 新規 15 + 変更 3 + 失敗 2')).toBeTruthy();
  expect(screen.getByText(/^失敗した3室のうち、2室が失敗の一覧に残っています。/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: '失敗の一覧で見る' }));
  expect([1, 2, 3].filter((id) => row(id) !== null)).toEqual([1, 2]);
  unmount();
});

test('a failed row in a report is told as guest, stay and type; its line in the file is behind a button', async () => {
  await show([]);
  const { unmount } = render(
    <MemoryRouter>
      <ShownReport report={importReport()} />
    </MemoryRouter>,
  );
  const row = within(screen.getByText('空室なし').closest('li') as HTMLElement);
  expect(row.getByText('山田太郎').parentElement?.textContent).toBe(
    '山田太郎　11/21(土) 2泊　LS レディースシングル',
  );
  expect(row.getByText('楽天トラベル,RT-3,予約').closest('details')?.open).toBe(false);
  unmount();
});

test('the report of an import that failed says how far it came, and why', () => {
  const failure = '3回続けて失敗したため中止しました。データベースの処理が時間内に終わりませんでした。';
  const { unmount } = render(
    <MemoryRouter>
      <ShownReport report={importReport({ status: 'failed', failure, rows: 9, done: 4, results: [] })} />
    </MemoryRouter>,
  );
  expect(screen.getByText(failure)).toBeTruthy();
  expect(screen.getByRole('status').textContent).toMatch(/^9行のうち4行を取り込みました/);
  unmount();
});
