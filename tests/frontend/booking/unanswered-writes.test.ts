import { day, monthOf } from '@domain/dates.js';
import { beforeEach, expect, jest, test } from '@jest/globals';
import type { NoteRecord } from '@wire/handover.js';
import type { ManagedCorporate } from '@wire/master-records.js';
import type { ManagedRoomMonth } from '@wire/room-months.js';
import { createCheckpoint } from '#frontend/audit/evidence.atoms.js';
import { askedVerbAtom } from '#frontend/booking/asked-verb.atoms.js';
import { startVerb } from '#frontend/booking/asked-verb.js';
import { eraseChosen, prepareErasure } from '#frontend/booking/history/erasure.js';
import { openBooking } from '#frontend/booking/open-form.js';
import { applyMoves } from '#frontend/booking/room-proposals.js';
import { submitForm } from '#frontend/booking/submit.js';
import { moveTo } from '#frontend/calendar/gestures/drop.js';
import { recordWeather, turnHoliday } from '#frontend/calendar/weather.js';
import { changes, closeShift } from '#frontend/handover/changes.js';
import * as notes from '#frontend/handover/note-actions.js';
import { chooseFiles, importChosen, importStepAtom } from '#frontend/imports/import-panel.js';
import { retryOne, retryRecords } from '#frontend/imports/record-actions.js';
import { defineRoomType } from '#frontend/imports/room-types.js';
import { newCode, saveRecord, setRetired } from '#frontend/masters/lists.atoms.js';
import {
  changeRooms,
  chooseCsv,
  csvPanelAtom,
  importCsv,
  makeRoom,
  runCopy,
} from '#frontend/masters/room-changes.js';
import { shownBooking } from '#frontend/shared/calendar-data/calendar-snapshot.js';
import { showRange } from '#frontend/shared/calendar-data/show-range.js';
import { messageAtom } from '#frontend/shared/dialogs.js';
import { loadHotel } from '#frontend/shared/hotel.js';
import { operationsAtom } from '#frontend/shared/operations.js';
import { store } from '#frontend/shared/store.js';
import { reversingAtom, takeBack } from '#frontend/undo/undo.atoms.js';
import { csvRecord, importReport } from '../support/csv-records.js';
import { type Call, serve, tick } from '../support/fake-server.js';
import { fillAndSearch } from '../support/fill-form.js';
import { bookingRecord, formBooking, RANGE, roomRecords } from '../support/records.js';

const TODAY = day('2026-11-21');
const MONTH = monthOf(TODAY);
const record = bookingRecord({ id: 7, version: 4, roomNumber: '1001', stayStart: TODAY });
const checkedIn = { ...record, checkin_date: TODAY };
const opened = formBooking({ id: 7, version: 4, roomNumber: '1001', stayStart: TODAY });
const acted = (of = record) => shownBooking(of, '1001');
const shown = acted();
const note = { id: 5, version: 2, date: TODAY, text: '鍵の預かり' } as NoteRecord;
const corporate: ManagedCorporate = {
  id: 3,
  version: 2,
  is_retired: 0,
  corporate_short_name: '商事',
  corporate_flag: 0,
};
const rooms: ManagedRoomMonth[] = roomRecords('1001')
  .filter(({ month }) => month === 11)
  .map((room) => ({ ...room, version: 4, booked_nights: 0 }));
const file = new File(['a'], 'a.csv');
const {
  id: _id,
  room_number: _number,
  year: _year,
  month: _month,
  ...traits
} = roomRecords('1003')[0] as never as Record<string, unknown>;
const proposed = { room_id: 1, room_number: '1001', stay_start: TODAY, stay_end: day('2026-11-22') };

const READS = {
  'GET /api/fetch-reservation-data/7': () => ({ body: opened }),
  'GET /api/booking/7/erasure': () => ({
    body: {
      today: TODAY,
      reason_required: false,
      is_blacklisted: false,
      records: [{ kind: 'booking', id: 7, obstacle: null, retained_until: null }],
    },
  }),
  'GET /api/room-months': () => ({ body: rooms, position: 10 }),
  'GET /api/reversals/done': () => ({ body: { changes: [], obstacles: [], plan: 'plan' } }),
};

async function undo() {
  takeBack('undo');
  while (store.get(reversingAtom)) await tick();
}

/** Actions of staff: once before, and at each click. */
const CLICKS: [string, () => unknown, (() => unknown)?][] = [
  ['予約登録', submitForm, () => fillAndSearch()],
  ['予約変更', submitForm, () => openBooking(7)],
  ['チェックイン', () => startVerb('check-in', acted())],
  ['チェックイン取消', () => startVerb('revert-check-in', acted(checkedIn))],
  ['支払済', () => startVerb('pay', acted())],
  ['ノーショー', () => startVerb('no-show', acted())],
  ['予約取消', () => startVerb('cancel', acted())],
  ['自動登録失敗に戻す', () => startVerb('return', acted())],
  ['編集中の予約取消', () => startVerb('cancel', acted(opened)), () => openBooking(7)],
  [
    'カレンダーでの移動',
    () => moveTo(shown, { roomNumber: '1002', stay: { start: TODAY, end: shown.stayEnd } }),
  ],
  ['部屋移動の提案', () => applyMoves({ room: proposed, moves: [] } as never)],
  ['申し送りの登録', () => notes.saveNote(null, note)],
  ['申し送りの変更', () => notes.saveNote(note, note)],
  ['申し送りの完了', () => notes.setDone(note, 1)],
  ['申し送りの削除', () => notes.takeAway(note)],
  [
    '引継ぎ',
    () => closeShift('よろしく'),
    () => store.set(changes.atom, (now) => ({ ...now, value: { head: 9 } as never })),
  ],
  ['天気', () => recordWeather(TODAY, '晴れ')],
  ['祝日', () => turnHoliday(TODAY)],
  ['法人の登録', () => saveRecord('corporate', null, { corporate_short_name: '商事' })],
  ['法人の変更', () => saveRecord('corporate', corporate, { corporate_short_name: '商事' })],
  ['法人の使用停止', () => setRetired('corporate', corporate, { retired: 1, name: '商事' })],
  ['ワンタイムコード', () => newCode(2)],
  ['部屋タイプの定義', () => defineRoomType(null, { room_type: 'SGL', categories: [] })],
  ['部屋の変更', () => changeRooms(rooms.map((room) => ({ room, values: { room_label: '改装' } })))],
  ['部屋の追加', () => makeRoom({ ...traits, room_number: '1003', from: MONTH, until: MONTH } as never)],
  ['月のコピー', () => runCopy(MONTH, MONTH, { created: [], changed: [], unchanged: 0 })],
  ['部屋CSVの確認', () => chooseCsv([file])],
  [
    '部屋CSVの取込',
    () => {
      store.set(csvPanelAtom, { step: 'checked', file, result: {} as never, acknowledged: [] });
      return importCsv();
    },
  ],
  ['予約CSVの確認', () => chooseFiles([file])],
  [
    '予約CSVの取込',
    importChosen,
    () => store.set(importStepAtom, { step: 'checked', file, report: importReport() }),
  ],
  ['再試行', () => retryOne(csvRecord({ id: 8 }))],
  ['まとめて再試行', () => retryRecords([csvRecord({ id: 8 })])],
  ['個人情報の削除', eraseChosen, () => prepareErasure({ kind: 'booking', id: 7 }, () => {})],
  ['チェックポイント', createCheckpoint],
  ['元に戻す', undo, () => store.set(operationsAtom, [{ requestId: 'done', text: 'した', ids: [] }])],
];

/** Does it and answers all that is asked, until it is over. */
async function press(click: () => unknown): Promise<void> {
  let over = false;
  let isAnswered = false;
  void Promise.resolve(click()).then(() => {
    over = true;
  });
  while (!over) {
    store.get(messageAtom)?.settle(true);
    const asked = store.get(askedVerbAtom);
    if (isAnswered) asked?.cancel();
    else if (asked) {
      isAnswered = true;
      void asked.answer(asked.question.choices[0]?.answer ?? { payBy: 1 });
    }
    await tick();
  }
}

/** The writes among the calls, by what they ask for and their key. */
const written = (calls: Call[]) =>
  calls
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path, body, headers }) => ({
      asked: `${method} ${path} ${JSON.stringify(body)}`,
      key: headers['Idempotency-Key'],
    }));

const REFUSAL = { status: 422, body: { error: '受け付けられません。', errors: [] } };

beforeEach(async () => {
  serve();
  await loadHotel();
  await showRange(RANGE);
});

test.each(CLICKS.map(([name, click, before]) => ({ name, click, before })))(
  '$name: a click after a lost answer is the same write, one after a refusal another',
  async ({ click, before }) => {
    jest.spyOn(console, 'error').mockImplementation(() => {});
    let tries = 0;
    const calls = serve(READS, () => {
      if (tries++ === 0) throw new TypeError('Failed to fetch');
      return REFUSAL;
    });
    await before?.();
    for (const _ of ['lost', 'refused', 'anew']) await press(click);
    const [lost, refused, anew] = written(calls);
    expect(lost?.key).toMatch(/^[0-9a-f-]{36}$/);
    expect(refused).toEqual(lost);
    expect(anew?.asked).toBe(lost?.asked);
    expect(anew?.key).not.toBe(lost?.key);
  },
);

test.each([500, 502, 503, 504])('after a %d nobody knows whether it was written', async (status) => {
  const calls = serve({}, () => ({ status, body: null }));
  for (const _ of ['once', 'again']) await press(() => notes.saveNote(null, note));
  const [once, again] = written(calls);
  expect(again).toEqual(once);
});

test('two clicks at once are one write, and the next one after its answer another', async () => {
  const calls = serve({}, () => ({ body: {} }));
  await press(() => Promise.all([notes.saveNote(null, note), notes.saveNote(null, note)]));
  await press(() => notes.saveNote(null, note));
  const [first, second, third] = written(calls).map(({ key }) => key);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

test.each([
  [4, 'the same', true],
  [5, 'what the lost write may have made of it', true],
  [6, 'what others made of it since', false],
])('a lost write of version 4, asked for again of version %d (%s)', async (version, _what, isSame) => {
  let tries = 0;
  const calls = serve({}, () => {
    if (tries++ === 0) throw new TypeError('Failed to fetch');
    return { body: {} };
  });
  await press(() => startVerb('pay', acted(record)));
  await press(() => startVerb('pay', acted({ ...record, version })));
  const [lost, again] = written(calls);
  expect(again?.asked).toBe(lost?.asked);
  expect(again?.key === lost?.key).toBe(isSame);
});
