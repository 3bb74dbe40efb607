import { day } from '@domain/dates.js';
import {
  decideNote,
  evolveHandoverNote,
  type HandoverNote,
  type HandoverNoteEvent,
  type NoteChange,
} from '@domain/handover/handover.js';
import { describe, expect, test } from '@jest/globals';

const details = { date: day('2026-11-21'), text: '1003 のお客様に宅配便' };
const written: HandoverNoteEvent = { type: 'HandoverNoteWritten', data: details };
const done: HandoverNoteEvent = { type: 'HandoverNoteDone', data: {} };

const fold = (...events: HandoverNoteEvent[]): HandoverNote | null =>
  events.reduce<HandoverNote | null>((state, event) => evolveHandoverNote(state, event, 17), null);

/** What a change makes of a note with this history. */
function decide(history: HandoverNoteEvent[], change: NoteChange) {
  const result = decideNote(change, fold(...history));
  return result.ok ? result.value : result.broken.map(({ kind, message }) => ({ kind, message }));
}

describe('a note', () => {
  test('is open until it is done, and again when it is reopened', () => {
    expect(fold(written)).toEqual({ id: 17, version: 1, ...details, status: 'open' });
    expect(fold(written, done)).toMatchObject({ version: 2, status: 'done', text: details.text });
    const reopened = fold(written, done, { type: 'HandoverNoteReopened', data: {} });
    expect(reopened).toEqual({ id: 17, version: 3, ...details, status: 'open' });
  });

  test('has what it was changed to, and no text once it is removed', () => {
    const moved: HandoverNoteEvent = { type: 'HandoverNoteChanged', data: { date: day('2026-11-22') } };
    expect(fold(written, moved)).toMatchObject({ date: '2026-11-22', text: details.text });
    const removed = fold(written, { type: 'HandoverNoteRemoved', data: {} });
    expect(removed).toMatchObject({ status: 'removed', text: '', version: 2 });
  });

  test('begins with being written, once', () => {
    expect(() => fold(done)).toThrow('does not fit');
    expect(() => fold(written, written)).toThrow('does not fit');
  });
});

describe('a change of a note', () => {
  test('writes a new one', () => {
    expect(decide([], { type: 'write', details })).toEqual([written]);
  });

  test('says only what is different', () => {
    const other = { ...details, text: '宅配便は届きました' };
    expect(decide([written], { type: 'write', details: other })).toEqual([
      { type: 'HandoverNoteChanged', data: { text: other.text } },
    ]);
    const later = { ...details, date: day('2026-11-22') };
    expect(decide([written], { type: 'write', details: later })).toEqual([
      { type: 'HandoverNoteChanged', data: { date: '2026-11-22' } },
    ]);
    expect(decide([written], { type: 'write', details })).toEqual([]);
  });

  test('finishes and reopens it, and says neither twice', () => {
    expect(decide([written], { type: 'finish' })).toEqual([done]);
    expect(decide([written, done], { type: 'finish' })).toEqual([]);
    expect(decide([written, done], { type: 'reopen' })).toEqual([{ type: 'HandoverNoteReopened', data: {} }]);
    expect(decide([written], { type: 'reopen' })).toEqual([]);
  });

  test('is refused while it is done, but for removing it', () => {
    const message = '完了した申し送りは変更できません。未完了に戻してから変更してください。';
    expect(decide([written, done], { type: 'write', details: { ...details, text: '別の話' } })).toEqual([
      { kind: 'conflict', message },
    ]);
    expect(decide([written, done], { type: 'remove' })).toEqual([{ type: 'HandoverNoteRemoved', data: {} }]);
  });
});
