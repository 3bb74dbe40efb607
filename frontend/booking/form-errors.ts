import { dayText } from '@domain/calendar/stay-text.js';
import type { Day } from '@domain/dates.js';
import { atom } from 'jotai';
import { family } from '../shared/family.js';
import { todayAtom } from '../shared/hotel.js';
import { chosenRoomAtom, type FormState, formAtom } from './form.js';
import { checkedInUntil, storedBooking } from './form-mode.js';

import { type FormField, formFieldOf } from './form-values.js';
import { lostRoomAtom, roomFactsAtom } from './lost-room.js';
import { parseDraft, saveRequestOf } from './parse-draft.js';

/** The earliest check-in and the latest check-out while the booking stays in its room (contract 2). */
export type StayEdges = { earliest: Day | null; latest: Day | null };

const NO_EDGES: StayEdges = { earliest: null, latest: null };

/** How far the stay in the form may reach. */
export const edgesAtom = atom((get): StayEdges => {
  const { mode } = get(formAtom);
  const stored = storedBooking(mode);
  if (stored === null || get(chosenRoomAtom) !== stored.borderRoom) return NO_EDGES;
  return { earliest: stored.start_day_edge, latest: checkedInUntil(mode) ?? stored.end_day_edge };
});

/** What the server's answer about a field depends on. */
const JUDGED_WITH: Partial<Record<FormField, readonly FormField[]>> = { roomId: ['stayStart', 'stayEnd'] };

/** What the server refused of the form, as long as it still stands there. */
function refusedErrors({ values, refused }: FormState): [FormField, string][] {
  if (refused === null) return [];
  const isAsRefused = (field: FormField) => values[field] === refused.values[field];
  const messages = Object.entries(refused.messages) as [FormField, string][];
  return messages.filter(([field]) => [field, ...(JUDGED_WITH[field] ?? [])].every(isAsRefused));
}

function typedErrors({ values }: FormState, today: Day, edges: StayEdges): [FormField, string][] {
  const { stayStart, stayEnd, checkinTime } = saveRequestOf(values, today);
  const errors: [FormField, string | null | false][] = [
    [
      'stayStart',
      values.stayStart !== '' && stayStart === null && '日付は 11/21 や 1121 のように入力してください。',
    ],
    [
      'stayEnd',
      values.stayEnd !== '' && stayEnd === null && '日付は 11/23 や 1123 のように入力してください。',
    ],
    [
      'checkinTime',
      values.checkinTime !== '' &&
        checkinTime === null &&
        '時間は 15:00 のように10分単位で入力してください。',
    ],
    [
      'stayStart',
      stayStart && edges.earliest && stayStart < edges.earliest
        ? `この部屋では ${dayText(edges.earliest)} より前にできません。`
        : null,
    ],
    [
      'stayEnd',
      stayEnd && edges.latest && stayEnd > edges.latest
        ? `この部屋では ${dayText(edges.latest)} より後にできません。`
        : null,
    ],
  ];
  return errors.filter((entry): entry is [FormField, string] => Boolean(entry[1]));
}

const errorsAtom = atom((get): ReadonlyMap<FormField, string> => {
  const form = get(formAtom);
  const today = get(todayAtom);
  if (!today || form.touched.size === 0) return new Map();
  const errors = new Map<FormField, string>();
  const tell = (field: FormField | undefined, message: string) => {
    if (field && form.touched.has(field) && !errors.has(field)) errors.set(field, message);
  };
  for (const [field, message] of typedErrors(form, today, get(edgesAtom))) tell(field, message);
  const { errors: broken } = parseDraft(form, get(roomFactsAtom), today);
  for (const rule of broken) tell(formFieldOf(rule.field), rule.message);
  for (const [field, message] of refusedErrors(form)) tell(field, message);
  return errors;
});

/** What is wrong with a field that was left, and with a room that was lost; null for nothing. */
export const fieldErrorAtom = family((field: FormField) =>
  atom((get) => (field === 'roomId' ? get(lostRoomAtom) : null) ?? get(errorsAtom).get(field) ?? null),
);
