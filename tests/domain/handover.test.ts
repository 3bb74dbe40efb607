import { day } from '@domain/dates.js';
import {
  decideNote,
  evolveHandoverNote,
  type HandoverNote,
  type HandoverNoteEvent,
  type NoteChange,
} from '@domain/handover/handover.js';
import { expect, test } from '@jest/globals';

const details = { date: day('2026-11-21'), text: '1003 のお客様に宅配便' };
const written: HandoverNoteEvent = { type: 'HandoverNoteWritten', data: details };
const done: HandoverNoteEvent = { type: 'HandoverNoteDone', data: {} };
const reopened: HandoverNoteEvent = { type: 'HandoverNoteReopened', data: {} };
const removed: HandoverNoteEvent = { type: 'HandoverNoteRemoved', data: {} };
const changed = (data: Partial<typeof details>): HandoverNoteEvent => ({ type: 'HandoverNoteChanged', data });

const fold = (events: HandoverNoteEvent[]): HandoverNote | null =>
  events.reduce<HandoverNote | null>((state, event) => evolveHandoverNote(state, event, 17), null);

test.each<[string, HandoverNoteEvent[], Partial<HandoverNote>]>([
  ['is open', [written], {}],
  ['is done', [written, done], { status: 'done' }],
  ['is open again when it is reopened', [written, done, reopened], {}],
  [
    'has the day that it was moved to',
    [written, changed({ date: day('2026-11-22') })],
    { date: day('2026-11-22') },
  ],
  ['has no text once it is removed', [written, removed], { status: 'removed', text: '' }],
])('a note %s', (_, events, state) => {
  expect(fold(events)).toEqual({ id: 17, version: events.length, ...details, status: 'open', ...state });
});

test('a note begins with being written, once', () => {
  expect(() => fold([done])).toThrow('does not fit');
  expect(() => fold([written, written])).toThrow('does not fit');
});

const write = (change: Partial<typeof details> = {}): NoteChange => {
  return { type: 'write', details: { ...details, ...change } };
};
const finish: NoteChange = { type: 'finish' };
const reopen: NoteChange = { type: 'reopen' };

test.each<[string, HandoverNoteEvent[], NoteChange, HandoverNoteEvent[]]>([
  ['writes a new one', [], write(), [written]],
  [
    'says only the text that is different',
    [written],
    write({ text: '届きました' }),
    [changed({ text: '届きました' })],
  ],
  [
    'says only the day that is different',
    [written],
    write({ date: day('2026-11-22') }),
    [changed({ date: day('2026-11-22') })],
  ],
  ['says nothing when nothing is different', [written], write(), []],
  ['finishes it', [written], finish, [done]],
  ['finishes it once', [written, done], finish, []],
  ['reopens it', [written, done], reopen, [reopened]],
  ['reopens it once', [written], reopen, []],
  ['removes it, done or not', [written, done], { type: 'remove' }, [removed]],
])('a change of a note %s', (_, given, change, events) => {
  expect(decideNote(change, fold(given))).toEqual({ ok: true, value: events });
});

test('a change of a note is refused while it is done', () => {
  const message = '完了した申し送りは変更できません。未完了に戻してから変更してください。';
  const decision = decideNote(write({ text: '別の話' }), fold([written, done]));
  expect(decision).toMatchObject({ ok: false, broken: [{ kind: 'conflict', message }] });
});
