import { day } from '@domain/dates.js';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { HandoverChanges, NoteRecord } from '@wire/handover.js';
import { notesHint } from '#frontend/calendar/tooltips.js';
import { saveNote, setDone } from '#frontend/handover/note-actions.js';
import { followUnread, noteRead, unreadAtom } from '#frontend/handover/unread.js';
import {
  notes,
  notesAtom,
  notesView,
  openNotesByDayAtom,
  showNotes,
} from '#frontend/shared/calendar-data/notes.js';
import { loadHotel } from '#frontend/shared/hotel.js';
import { publishFrame } from '#frontend/shared/live/frame-listeners.js';
import { store } from '#frontend/shared/store.js';
import { serve } from '../support/fake-server.js';
import { messageShown } from '../support/message.js';
import { aFrame, RANGE } from '../support/records.js';

describe('notes by day', () => {
  const BY = {
    staff_id: null,
    staff_name: null,
    terminal: '端末-A',
    recorded_at: '2026-11-20T08:00:00.000000Z',
  };

  const note = (id: number, text: string, more: Partial<NoteRecord> = {}): NoteRecord => ({
    id,
    version: 1,
    date: day('2026-11-21'),
    text,
    is_done: 0,
    is_removed: 0,
    written: BY,
    changed: BY,
    ...more,
  });
  const removed = (id: number): NoteRecord => note(id, '', { version: 9, is_removed: 1 });

  let answer: () => NoteRecord[] = () => [];
  const hear = (...notes: NoteRecord[]) => notesView.applyFrame(aFrame(10, 11, { notes }));
  const texts = () => store.get(notesAtom).map(({ text }) => text);

  beforeEach(async () => {
    serve({ 'GET /api/handover-notes': () => ({ body: answer(), position: 10 }) });
    answer = () => [];
    await showNotes(RANGE);
    await notesView.refresh();
  });

  test('notes stand by day and in the order in which they were written', async () => {
    answer = () => [note(3, '三'), note(2, '二'), note(1, '翌日', { date: day('2026-11-22') })];
    expect(await showNotes(RANGE)).toBe(10);
    expect(texts()).toEqual(['二', '三', '翌日']);
  });

  test('what is heard takes the place of what was read, never the other way round', async () => {
    answer = () => [note(1, '元'), note(2, '残る')];
    await showNotes(RANGE);
    hear(note(1, '新しい', { version: 2 }));
    expect(texts()).toEqual(['新しい', '残る']);
    await notes.reload();
    expect(texts()).toEqual(['新しい', '残る']);
    hear(removed(1));
    await notes.reload();
    expect(texts()).toEqual(['残る']);
  });

  test('after too much was missed only what is there now is known', async () => {
    answer = () => [note(1, '消える'), note(2, '残る')];
    await showNotes(RANGE);
    answer = () => {
      hear(note(3, 'その間に届く'));
      return [note(2, '残る')];
    };
    await notesView.refresh();
    expect(texts()).toEqual(['残る', 'その間に届く']);
  });

  test('only what waits is marked in the calendar, and cut short in its tooltip', async () => {
    answer = () => [
      note(1, '済み', { is_done: 1 }),
      note(2, '一行目\n二行目'),
      ...Array.from({ length: 5 }, (_, index) => note(index + 3, 'あ'.repeat(61))),
    ];
    await showNotes(RANGE);
    const marked = store.get(openNotesByDayAtom).get(day('2026-11-21')) ?? [];
    expect(marked.map(({ id }) => id)).toEqual([2, 3, 4, 5, 6, 7]);
    const lines = notesHint(marked).split('\n');
    expect(lines.slice(0, 3)).toEqual(['申し送り', '・一行目 二行目', `・${'あ'.repeat(60)}…`]);
    expect(lines).toHaveLength(7);
    expect(lines.at(-1)).toBe('ほか1件');
  });
});

test.each([
  ['a new note', () => saveNote(null, { date: day('2026-11-21'), text: '鍵' })],
  [
    'a note written anew',
    () => saveNote({ id: 1, version: 1 } as NoteRecord, { date: day('2026-11-21'), text: '鍵' }),
  ],
  ['that a note is done', () => setDone({ id: 1, version: 1 } as NoteRecord, 1)],
])('what the server says against %s is told', async (_, write) => {
  const error = '他の端末で更新されています。';
  serve({}, () => ({ status: 409, body: { error, errors: [] } }));
  const saved = write();
  const message = await messageShown();
  expect(message.text).toBe(error);
  message.settle(true);
  expect(await saved).toBe(false);
});

describe('what is unread', () => {
  let unread = { since: 5 as number | null, count: 0, head: 10 };
  let asked: string[] = [];
  let stop = () => {};

  const hear = () => publishFrame(aFrame(10, 11));
  const shown = () => store.get(unreadAtom);
  /** Lets what is under way come to its end, and the rest after it pass. */
  const rest = () => jest.advanceTimersByTimeAsync(1_000);
  const looked = (position: number, head: number, upTo: number | null = 5) =>
    noteRead({ position, head, mine: upTo === null ? null : { up_to: upTo } } as HandoverChanges);

  beforeEach(async () => {
    jest.useFakeTimers();
    localStorage.clear();
    asked = [];
    unread = { since: 5, count: 3, head: 10 };
    serve({
      'GET /api/handover/unread': (url) => {
        asked.push(url.searchParams.get('read') ?? '');
        return { body: unread };
      },
    });
    looked(0, 0);
    await loadHotel();
    stop = followUnread();
    await rest();
  });
  afterEach(() => {
    stop();
    jest.useRealTimers();
  });

  test('it is told at first and again when something happened, however much at once', async () => {
    expect(shown()).toBe(3);
    unread = { ...unread, count: 4 };
    for (let frames = 0; frames < 20; frames++) hear();
    await rest();
    await rest();
    expect(shown()).toBe(4);
    expect(asked.length).toBeLessThanOrEqual(3);
  });

  test('who never left is told of nothing, and asks no more', async () => {
    unread = { since: null, count: 0, head: 10 };
    hear();
    await rest();
    const before = asked.length;
    hear();
    await rest();
    expect(asked.length).toBe(before);
    expect(shown()).toBe(0);
  });

  test('what was looked at is unread no more, unless the look began later than the absence', async () => {
    looked(7, 10);
    expect(shown()).toBe(3);
    looked(5, 10);
    expect(shown()).toBe(0);
    hear();
    await rest();
    expect(asked.at(-1)).toBe('10');
  });
});
