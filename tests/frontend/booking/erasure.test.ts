import { day } from '@domain/dates.js';
import { ERASED } from '@domain/erased.js';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import type { ErasableRecord, ErasurePreview } from '@wire/erasure.js';
import { startForgettingErased } from '#frontend/app/forget-erased.js';
import { askedVerbAtom } from '#frontend/booking/asked-verb.atoms.js';
import { stashedDraftsAtom, storeDrafts, takeDrafts } from '#frontend/booking/drafts.js';
import { type FormState, formAtom, NEW_FORM, placeForm, savingAtom } from '#frontend/booking/form.js';
import { BLANK_FORM, formValuesOf } from '#frontend/booking/form-values.js';
import { bookingHistory } from '#frontend/booking/history/booking-history.js';
import {
  canEraseAtom,
  changeErasure,
  chosenRecordsAtom,
  dropErasure,
  eraseChosen,
  erasureAtom,
  excludeRecord,
  prepareErasure,
  reasonRequiredAtom,
} from '#frontend/booking/history/erasure.js';
import { guestSearch } from '#frontend/guest-search/find-guest.js';
import { changes } from '#frontend/handover/changes.js';
import { keyOf, unansweredWritesAtom } from '#frontend/shared/api/unanswered-writes.js';
import { messageAtom } from '#frontend/shared/dialogs.js';
import { connectionAtom } from '#frontend/shared/live/connection.js';
import { publishFrame } from '#frontend/shared/live/frame-listeners.js';
import {
  operationsAtom,
  recordOperation,
  shownOperationAtom,
  undoneAtom,
} from '#frontend/shared/operations.js';
import { store } from '#frontend/shared/store.js';
import { draftPages } from '#frontend/shared/stored-drafts.js';
import { csvFormData, csvRecord } from '../support/csv-records.js';
import { serve } from '../support/fake-server.js';
import { aFrame, bookingRecord, formBooking } from '../support/records.js';

describe('erasing', () => {
  const TODAY = day('2026-11-21');

  function erasable(id: number, more: Partial<ErasableRecord> = {}): ErasableRecord {
    return {
      kind: 'booking',
      id,
      booking_number: '',
      room_number: '1001',
      guest_name: '消去 太郎',
      stay_start: day('2020-11-01'),
      stay_end: day('2020-11-02'),
      is_cancelled: 0,
      retained_until: day('2023-11-02'),
      obstacle: null,
      ...more,
    };
  }

  async function prepare(records: ErasableRecord[], handlers: Parameters<typeof serve>[0] = {}) {
    const retained = records.some(({ retained_until }) => (retained_until ?? '') >= TODAY);
    const preview: ErasurePreview = {
      today: TODAY,
      reason_required: retained,
      records,
      register_kept_until: null,
      has_card: false,
      is_blacklisted: false,
    };
    const calls = serve({
      'GET /api/booking/1/erasure': () => ({ body: preview }),
      'GET /api/booking/1/history': () => ({ body: { events: [] } }),
      ...handlers,
    });
    await prepareErasure({ kind: 'booking', id: 1 }, () => bookingHistory.load(1));
    return calls;
  }

  afterEach(() => {
    store.get(messageAtom)?.settle(true);
    dropErasure();
  });

  test('a reason is needed while a chosen record is retained, its last day included', async () => {
    const kept = erasable(2, { retained_until: TODAY });
    await prepare([erasable(1), kept]);
    expect(store.get(reasonRequiredAtom)).toBe(true);
    expect(store.get(canEraseAtom)).toBe(false);
    changeErasure({ reason: '　' });
    expect(store.get(canEraseAtom)).toBe(false);
    changeErasure({ reason: '依頼' });
    expect(store.get(canEraseAtom)).toBe(true);
    changeErasure({ reason: '' });
    excludeRecord(kept, true);
    expect(store.get(reasonRequiredAtom)).toBe(false);
    expect(store.get(canEraseAtom)).toBe(true);
  });

  test('what cannot be erased is never chosen, and nothing is erased when that is the record asked about', async () => {
    const imported = erasable(7, { kind: 'csv-reservation' });
    await prepare([erasable(1, { obstacle: '滞在中' }), erasable(2, { obstacle: '滞在中' }), imported]);
    expect(store.get(chosenRecordsAtom)).toEqual([imported]);
    expect(store.get(canEraseAtom)).toBe(false);
  });

  test('the same erasure tried again has the same key, another one a key of its own', async () => {
    const answers = [500, 500, 200];
    const unbooked = [erasable(3, { kind: 'tentative-stay' }), erasable(4, { kind: 'waiting-entry' })];
    const calls = await prepare(
      [erasable(1), erasable(2), erasable(1, { kind: 'csv-reservation' }), ...unbooked],
      {
        'POST /api/booking/1/erasure': () => ({ status: answers.shift() ?? 200, body: { error: '失敗' } }),
      },
    );
    for (const change of [() => {}, () => {}, () => changeErasure({ reason: ' 依頼 ' })]) {
      change();
      const erasing = eraseChosen();
      await waitFor(() => expect(store.get(messageAtom)).not.toBeNull());
      store.get(messageAtom)?.settle(true);
      await erasing;
    }
    const posts = calls.filter(({ method }) => method === 'POST');
    const [first, second, third] = posts.map(({ headers }) => headers['Idempotency-Key']);
    expect(first).toBe(second);
    expect(third).not.toBe(first);
    const ids = {
      ...{ booking_ids: [1, 2], csv_reservation_ids: [1] },
      ...{ tentative_stay_ids: [3], waiting_entry_ids: [4] },
    };
    expect(posts.map(({ body }) => body)).toEqual([
      { reason: '', ...ids },
      { reason: '', ...ids },
      { reason: '依頼', ...ids },
    ]);
    expect(store.get(erasureAtom)).toBeNull();
  });
});

describe('what a page forgets', () => {
  const GUEST = '消去 太郎';
  let stop: () => void = () => undefined;

  function bookingForm(id: number, guestName1: string): FormState {
    const booking = formBooking({ id, guestName1 });
    const baseline = formValuesOf(booking, '禁煙');
    const values = { ...baseline, notes: `${guestName1} 様` };
    return { ...NEW_FORM, mode: { kind: 'edit', booking }, values, baseline };
  }

  function importForm(id: number, guestName1: string): FormState {
    const record = csvFormData(csvRecord({ id, guestName1 }));
    return { ...NEW_FORM, mode: { kind: 'csv', record }, values: { ...BLANK_FORM, guestName1 } };
  }

  /** Every booking of the server has an erased guest, but those of these numbers. */
  function serveErased(...excluded: number[]) {
    const name = (id: number) => (excluded.includes(id) ? '山田 太郎' : ERASED);
    const booking = (id: number) => () => ({
      body: { ...bookingRecord({ id, guestName1: name(id) }), borderRoom: '1001' },
    });
    const imported = (id: number) => () => ({
      body: csvFormData(csvRecord({ id, guestName1: name(id), status: 'cancelled' })),
    });
    return serve({
      'GET /api/fetch-reservation-data/7': booking(7),
      'GET /api/fetch-reservation-data/8': booking(8),
      'GET /api/fetch-reservation-data/41': booking(41),
      'GET /api/fetch-csv-reservation-data/39': imported(39),
      'GET /api/booking/7/history': () => ({ body: { events: [] } }),
      'GET /api/booking-search': () => ({ body: [] }),
    });
  }

  const typed = (...forms: FormState[]) => {
    const [open = null, ...aside] = forms;
    return { owner: 0, at: Date.now(), open, aside, unanswered: [] };
  };

  /** Everything that the page and its storage hold, as text. */
  function everything(): string {
    const atoms = [
      formAtom,
      stashedDraftsAtom,
      operationsAtom,
      undoneAtom,
      shownOperationAtom,
      unansweredWritesAtom,
    ];
    const held = [...atoms, guestSearch.atom, bookingHistory.atom, changes.atom, askedVerbAtom].map((one) =>
      store.get(one as typeof formAtom),
    );
    return JSON.stringify([held, { ...localStorage }]);
  }

  beforeEach(() => {
    placeForm(NEW_FORM);
    store.set(stashedDraftsAtom, []);
    store.set(operationsAtom, []);
    store.set(connectionAtom, { connected: true, since: new Date() });
  });

  afterEach(() => {
    stop();
    localStorage.clear();
  });

  test('what an erasure names is gone from every store at its frame, and nothing else is', async () => {
    serveErased(8);
    stop = startForgettingErased();
    const other = bookingForm(8, '山田 太郎');
    placeForm(bookingForm(7, GUEST));
    store.set(stashedDraftsAtom, [importForm(39, GUEST), other]);
    storeDrafts('gone', typed(bookingForm(7, GUEST), other));
    storeDrafts('also gone', typed(importForm(39, GUEST)));
    const kept = { requestId: 'kept', text: '1002 山田 太郎 チェックイン', ids: [8] };
    recordOperation(kept);
    recordOperation({
      requestId: 'moved',
      text: `1003 鈴木 一郎 と 1001 ${GUEST} の部屋を交換`,
      ids: [9, 7],
    });
    store.set(undoneAtom, [
      { requestId: 'undone', text: `${GUEST} を対応済みに`, ids: [39] },
      { ...kept, requestId: 'also kept' },
    ]);
    keyOf({ method: 'PUT', path: '/api/booking/7', body: GUEST, version: 4 });
    const held = { status: 'ready', query: null, value: [{ text: GUEST }], error: null } as never;
    for (const one of [guestSearch, bookingHistory, changes])
      store.set(one.atom as typeof changes.atom, held);
    const asked = { id: 7, roomNumber: '1001', record: bookingRecord({ id: 7, guestName1: GUEST }) };
    const cancel = () => store.set(askedVerbAtom, null);
    store.set(askedVerbAtom, { verb: 'pay', booking: asked, cancel } as never);

    const bookings = [bookingRecord({ id: 7, version: 9, guestName1: ERASED })];
    publishFrame(aFrame(10, 12, { bookings, erased: [7, 39] }));
    await waitFor(() => expect(everything()).not.toContain(GUEST));
    expect(store.get(formAtom).mode).toMatchObject({
      kind: 'edit',
      booking: { id: 7, guest_name_1: ERASED },
    });
    expect(store.get(stashedDraftsAtom)).toEqual([other]);
    expect(store.get(operationsAtom)).toEqual([kept]);
    expect(store.get(undoneAtom)).toEqual([{ ...kept, requestId: 'also kept' }]);
    expect(draftPages()).toEqual(['gone']);
    expect(takeDrafts('gone', 0)).toMatchObject({ open: null, aside: [other] });
  });

  test.each([
    ['goes when its guest is erased', 61, 61, false],
    ['stays when another one is', 62, 63, true],
  ])('the line about what was done last %s', (_, id, erased, isLeft) => {
    serveErased();
    stop = startForgettingErased();
    recordOperation({ requestId: 'r', text: `1001 ${GUEST} チェックイン`, ids: [id] });
    publishFrame(aFrame(10, 11, { erased: [erased] }));
    expect(store.get(shownOperationAtom) !== null).toBe(isLeft);
    expect(store.get(operationsAtom)).toHaveLength(isLeft ? 1 : 0);
  });

  test('a frame that erases nobody leaves everything as it is', () => {
    const calls = serveErased();
    stop = startForgettingErased();
    const form = bookingForm(7, GUEST);
    placeForm(form);
    recordOperation({ requestId: 'r', text: GUEST, ids: [7] });
    publishFrame(aFrame(10, 11, { bookings: [bookingRecord({ id: 7, version: 9 })] }));
    expect(store.get(formAtom)).toBe(form);
    expect(store.get(operationsAtom).at(-1)?.text).toBe(GUEST);
    expect(calls).toEqual([]);
  });

  test('an imported record that is open is read anew', async () => {
    serveErased();
    stop = startForgettingErased();
    placeForm(importForm(39, GUEST));
    publishFrame(aFrame(10, 11, { erased: [39] }));
    await waitFor(() => expect(store.get(formAtom).mode).toMatchObject({ record: { guest_name_1: ERASED } }));
    expect(everything()).not.toContain(GUEST);
  });

  test('a save that runs is not disturbed; its form goes afterwards', async () => {
    serveErased();
    stop = startForgettingErased();
    const form = bookingForm(7, GUEST);
    placeForm(form);
    store.set(savingAtom, true);
    publishFrame(aFrame(10, 11, { erased: [7] }));
    expect(store.get(formAtom)).toBe(form);
    store.set(savingAtom, false);
    await waitFor(() => expect(everything()).not.toContain(GUEST));
  });

  test('a terminal that was away asks for its drafts when it is back, or told to reload', async () => {
    serveErased(8);
    store.set(connectionAtom, { connected: false, since: new Date() });
    const other = bookingForm(8, '山田 太郎');
    store.set(stashedDraftsAtom, [bookingForm(7, GUEST), importForm(39, GUEST), other]);
    stop = startForgettingErased();
    expect(store.get(stashedDraftsAtom)).toHaveLength(3);
    store.set(connectionAtom, { connected: true, since: new Date() });
    await waitFor(() => expect(store.get(stashedDraftsAtom)).toEqual([other]));

    store.set(stashedDraftsAtom, [bookingForm(7, GUEST), other]);
    recordOperation({ requestId: 'r', text: GUEST, ids: [7] });
    publishFrame(null);
    await waitFor(() => expect(store.get(stashedDraftsAtom)).toEqual([other]));
    expect(everything()).not.toContain(GUEST);
  });

  test('while the server does not say, drafts stay and are asked for again', async () => {
    const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    serve({ 'GET /api/fetch-reservation-data/41': () => ({ status: 503, body: { error: '不通' } }) });
    store.set(stashedDraftsAtom, [bookingForm(41, GUEST)]);
    stop = startForgettingErased();
    await waitFor(() => expect(log).toHaveBeenCalledWith('drafts', expect.anything()));
    log.mockRestore();
    expect(store.get(stashedDraftsAtom)).toHaveLength(1);
    serveErased();
    store.set(connectionAtom, { connected: false, since: new Date() });
    store.set(connectionAtom, { connected: true, since: new Date() });
    await waitFor(() => expect(store.get(stashedDraftsAtom)).toEqual([]));
  });
});
