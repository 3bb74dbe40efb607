import type { Month } from '@domain/dates.js';
import { BOOKED_ROOM } from '@wire/errors.js';
import type { ChangeFrame } from '@wire/live.js';
import type { IssuedKey } from '@wire/service-accounts.js';
import type { OneTimeCode } from '@wire/session.js';
import type { IssuedSecret } from '@wire/webhooks.js';
import { atom } from 'jotai';
import { alertFailure } from '../shared/alert-failure.js';
import {
  issueCode,
  issueIcalAddress,
  issueKey,
  issueSecret,
  MANAGED_KINDS,
  type ManagedKind,
  type ManagedRecord,
  retireManaged,
  saveManaged,
} from '../shared/api/managed-masters-api.js';
import { ApiError, UNKNOWN_FAILURE } from '../shared/api/request.js';
import { oldest } from '../shared/calendar-data/load-calendar.js';
import { liveSession } from '../shared/live/live-session.js';
import { managedList } from '../shared/masters.js';
import { stopAll, store } from '../shared/store.js';
import { roomMonths } from './rooms.atoms.js';

/** A refusal of the server: words for the fields, and for what belongs to none of them. */
export type Refusal = { fields: Readonly<Record<string, string>>; text: string | null };

/** Outcome of a change: done, not gone on with, or refused. */
export type ChangeOutcome = 'done' | 'given up' | Refusal;

/** The last part of a field's place: `rooms.3.room_type` is a `room_type`. */
const nameOf = (field: string): string => field.split('.').at(-1) ?? field;

/** A failed call as words at the known fields, and the others together. */
export function refusalOf(error: unknown, known: readonly string[]): Refusal {
  if (!(error instanceof ApiError)) {
    console.error(error);
    return { fields: {}, text: UNKNOWN_FAILURE };
  }
  const fields: Record<string, string> = {};
  const others = new Set<string>();
  for (const { field, message } of error.errors) {
    const name = field === null ? '' : nameOf(field);
    if (known.includes(name)) fields[name] ??= message;
    else others.add(message);
  }
  if (error.errors.length === 0) others.add(error.message);
  return { fields, text: others.size > 0 ? [...others].join('\n') : null };
}

/** A booking in a room that is to become 予約不可. */
export type AffectedBooking = { id: number; text: string };

type Question = { bookings: readonly AffectedBooking[]; settle: (accepted: boolean) => void };

/** The affected bookings that staff must confirm; null while nothing is asked. */
export const affectedBookingsAtom = atom<Question | null>(null);

function ask(bookings: readonly AffectedBooking[]): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (accepted: boolean) => {
      store.set(affectedBookingsAtom, null);
      resolve(accepted);
    };
    store.set(affectedBookingsAtom, { bookings, settle });
  });
}

function affectedIn(error: unknown): AffectedBooking[] {
  if (!(error instanceof ApiError)) return [];
  return error.errors
    .filter(({ code }) => code === BOOKED_ROOM)
    .map(({ field, message }) => ({ id: Number(field), text: message }));
}

/** An answer, and the bookings that staff have seen on the way. */
type Acknowledged<T> = { answer: T; acknowledged: readonly number[] };

/** Sends a change; affected bookings are shown, and it continues once staff confirm. Null when they decline. */
export async function withConfirmation<T>(
  send: (acknowledged: readonly number[]) => Promise<T>,
  seen: readonly number[] = [],
): Promise<Acknowledged<T> | null> {
  let acknowledged = seen;
  for (;;) {
    try {
      return { answer: await send(acknowledged), acknowledged };
    } catch (error) {
      const bookings = affectedIn(error);
      if (bookings.length === 0) throw error;
      if (!(await ask(bookings))) return null;
      acknowledged = [...new Set([...acknowledged, ...bookings.map(({ id }) => id)])];
    }
  }
}

/** The last change, and how it is taken back. */
type Done = { text: string; takeBack: (() => Promise<unknown>) | null };

/** The last change on the masters screen, for its notice; null for none. */
export const doneAtom = atom<Done | null>(null);

/** True if something is just being taken back. */
export const takingBackAtom = atom(false);

/** Tells what was done; it can be taken back when there is a way. */
export function tellDone(text: string, takeBack: Done['takeBack'] = null): void {
  store.set(doneAtom, { text, takeBack });
}

/** Says no more of what was done. */
export function forgetDone(): void {
  store.set(doneAtom, null);
}

/** Takes back what was done last, as a change of its own; a refusal is alerted. */
export async function takeBackLast(): Promise<void> {
  const done = store.get(doneAtom);
  if (!done?.takeBack || store.get(takingBackAtom)) return;
  store.set(takingBackAtom, true);
  try {
    await done.takeBack();
    store.set(doneAtom, (now) => (now === done ? { text: '元に戻しました。', takeBack: null } : now));
  } catch (error) {
    await alertFailure(error);
  } finally {
    store.set(takingBackAtom, false);
  }
}

/** Writes a record; the list is read anew in any case. */
export async function saveRecord(
  kind: ManagedKind,
  record: ManagedRecord | null,
  body: Readonly<Record<string, unknown>>,
): Promise<ChangeOutcome> {
  try {
    await saveManaged(kind, record, body);
    return 'done';
  } catch (error) {
    return refusalOf(error, Object.keys(body));
  } finally {
    await managedList(kind).load(null);
  }
}

async function retire(kind: ManagedKind, record: ManagedRecord, retired: 0 | 1): Promise<ManagedRecord> {
  try {
    return await retireManaged(kind, record, retired);
  } finally {
    await managedList(kind).load(null);
  }
}

/** Retires or restores a record, with a notice that can undo it. A refusal is alerted. */
export async function setRetired(
  kind: ManagedKind,
  record: ManagedRecord,
  { retired, name }: { retired: 0 | 1; name: string },
): Promise<void> {
  try {
    const after = await retire(kind, record, retired);
    const text = `「${name}」を${retired === 1 ? '使用停止にしました' : '再び使用できるようにしました'}。`;
    tellDone(text, () => retire(kind, after, retired === 1 ? 0 : 1));
  } catch (error) {
    await alertFailure(error);
  }
}

/** Makes a one-time code for a member of staff; null when it was refused, which is alerted. */
export async function newCode(staffId: number): Promise<OneTimeCode | null> {
  try {
    return await issueCode(staffId);
  } catch (error) {
    await alertFailure(error);
    return null;
  }
}

/** Issues a key of a service account and reads the list anew; null when it was refused, which is alerted. */
export async function newKey(accountId: number, overlapHours: number): Promise<IssuedKey | null> {
  try {
    return await issueKey(accountId, overlapHours);
  } catch (error) {
    await alertFailure(error);
    return null;
  } finally {
    await managedList('service-account').load(null);
  }
}

/** Issues a secret of a webhook and reads the list anew; null when it was refused, which is alerted. */
export async function newSecret(webhookId: number, overlapHours: number): Promise<IssuedSecret | null> {
  try {
    return await issueSecret(webhookId, overlapHours);
  } catch (error) {
    await alertFailure(error);
    return null;
  } finally {
    await managedList('webhook').load(null);
  }
}

/** Issues the address of a calendar and reads the list anew; the whole address, null when it was refused, which is alerted. */
export async function newIcalAddress(calendarId: number): Promise<string | null> {
  try {
    return `${location.origin}${(await issueIcalAddress(calendarId)).path}`;
  } catch (error) {
    await alertFailure(error);
    return null;
  } finally {
    await managedList('ical-address').load(null);
  }
}

/** Reads everything that the masters screen shows, and keeps it current. */
export async function openMasters(month: Month): Promise<void> {
  const positions = await Promise.all([
    roomMonths.load(month),
    ...MANAGED_KINDS.map((kind) => managedList(kind).load(null)),
  ]);
  liveSession.resumeFrom(oldest(positions));
}

/** Returns true if a stretch of changes may alter what is shown of a month: its rooms, or how often they are booked. */
function concernsShown({ rooms, bookings }: ChangeFrame): boolean {
  const { query: month } = roomMonths.state;
  if (month === null) return false;
  return (
    bookings.length > 0 ||
    rooms.some((room) => room.year === Number(month.slice(0, 4)) && room.month === Number(month.slice(5, 7)))
  );
}

/** Keeps the shown month and the staff current while it is shown; returns how to stop. */
export function followMasters(): () => void {
  return stopAll([roomMonths.follow(concernsShown), managedList('staff').follow(() => false)]);
}
