import type { NoteRecord } from '@wire/handover.js';

const MOST_NOTES = 5;
const LONGEST_LINE = 60;

/** The notes of a day for its tooltip, a line each; long ones and many are cut short. */
export function notesHint(notes: readonly NoteRecord[]): string {
  const lines = notes.slice(0, MOST_NOTES).map(({ text }) => {
    const line = text.replaceAll('\n', ' ');
    return `・${line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line}`;
  });
  const more = notes.length > MOST_NOTES ? [`ほか${notes.length - MOST_NOTES}件`] : [];
  return ['申し送り', ...lines, ...more].join('\n');
}
