import type { CsvRecord } from '@wire/csv-record.js';
import type { ChangeFrame } from '@wire/live.js';
import { atom } from 'jotai';
import { get } from '../shared/api/request.js';
import { FrameBuffer } from '../shared/live/frame-log.js';
import { Resource } from '../shared/resource.js';
import { inEachStore, store } from '../shared/store.js';

/** The imported records that wait for staff, by id, and the log position that they are at least as new as. */
export type ImportQueue = { asOf: number; records: ReadonlyMap<number, CsvRecord> };

/** Records that were registered or cancelled while this page was open, wherever that happened. */
export const settledAtom = atom<ReadonlySet<number>>(new Set<number>());

/** The failed queue; what changes while it is read is applied on top. */
export const queue = new Resource<null, ImportQueue>('csv-reservations', (_all, signal) =>
  meanwhile.during(async (received) => {
    const { data, position } = await get<CsvRecord[]>('/api/csv-reservations', { status: 'failed' }, signal);
    const read = { asOf: position ?? 0, records: new Map(data.map((record) => [record.id, record])) };
    return { data: received.reduce(withFrame, read), position };
  }),
);

/** The failed queue; null until it was read. */
export const queueAtom = atom((get) => get(queue.atom).value);

let meanwhile: FrameBuffer;
inEachStore(() => {
  meanwhile = new FrameBuffer();
});

function withFrame(known: ImportQueue, { to, queue: changed }: ChangeFrame): ImportQueue {
  if (to <= known.asOf) return known;
  if (changed.failed.length === 0 && changed.settled.length === 0) return { ...known, asOf: to };
  const records = new Map(known.records);
  for (const record of changed.failed) {
    const before = records.get(record.id);
    if (!before || before.version <= record.version) records.set(record.id, record);
  }
  for (const id of changed.settled) records.delete(id);
  return { asOf: to, records };
}

/** Takes over what a frame says of the queue; what the queue already holds, or newer, stays (contract 6). */
export function takeQueue(frame: ChangeFrame): void {
  meanwhile.receive(frame);
  queue.update((known) => withFrame(known, frame));
  const { failed, settled } = frame.queue;
  if (failed.length + settled.length === 0) return;
  store.set(settledAtom, (before) => {
    const after = new Set([...before, ...settled]);
    for (const { id } of failed) after.delete(id);
    return after;
  });
}

/** Reads the queue anew, if it was read before. */
export async function reloadQueue(): Promise<void> {
  await queue.reload();
}

/** The records that staff dismissed. */
export const dismissedRecords = new Resource<null, readonly CsvRecord[]>('csv-reservations', (_all, signal) =>
  get('/api/csv-reservations', { status: 'dismissed' }, signal),
);

/** Reads the dismissed records and keeps them current while it is shown; returns how to stop. */
export function followDismissed(): () => void {
  void dismissedRecords.load(null);
  return dismissedRecords.follow(({ queue }) => queue.failed.length + queue.settled.length > 0);
}
