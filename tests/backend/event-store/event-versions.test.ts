import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import {
  type AnyStream,
  checkEvent,
  type EventVersions,
  parseStream,
  streamRegistry,
} from '#backend/event-store/event-stream.js';
import { decodeRow } from '#backend/event-store/log-reader.js';
import { ReferenceCache } from '#backend/event-store/projection.js';
import { rebuild } from '#backend/event-store/rebuild/rebuild.js';
import { loadHotelReference } from '#backend/masters/hotel-reference.loader.js';
import { STREAMS } from '#backend/streams.js';
import { rawLog, rawQuery } from '#tests/support/log-rows.js';
import { sharedDatabase } from '#tests/support/shared.js';
import { anAppend, openNode, type StoreNode } from '#tests/support/store-node.js';

/**
 * A row as it was stored when its version was the newest, its stream's key in hexadecimal, and its data as it was read
 * then. No line is ever changed: what the product once wrote it must be able to read for ever. A new type or version
 * adds a line.
 */
type StoredEvent = {
  stream: string;
  type: string;
  schemaVersion: number;
  key: string | null;
  payload: object;
  data: object;
};

describe('stored events of every version', () => {
  const registry = streamRegistry(STREAMS);
  const lines = readFileSync(`${process.cwd()}/tests/backend/event-store/stored-events.ndjson`, 'utf8');
  const stored: StoredEvent[] = lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const nameOf = ({ stream, type, schemaVersion }: StoredEvent) =>
    `${parseStream(stream).category} ${type} version ${schemaVersion}`;

  test('are there for every version of every type of event, and for no other', () => {
    const expected = STREAMS.flatMap(({ category, events }) =>
      Object.entries(events).flatMap(([type, { schemas }]) =>
        schemas.map((_, index) => `${category} ${type} version ${index + 1}`),
      ),
    );
    expect(stored.map(nameOf).sort()).toEqual(expected.sort());
  });

  test.each(stored.map((event) => [nameOf(event), event] as const))(
    '%s is read as the newest version, and without its key shows no personal data',
    (_, { key, payload, data, ...told }) => {
      const definition = registry.get(parseStream(told.stream).category) as AnyStream;
      const at = { position: 40, version: 3, recordedAt: '2026-11-21T00:00:00.000000Z' };
      const by = { staffId: null, terminal: null, requestId: null };
      const row = { ...told, ...at, ...by, payload: JSON.stringify(payload) };
      const event = decodeRow(registry, row, key === null ? null : Buffer.from(key, 'hex'));
      checkEvent(definition, event);
      const latest = definition.events[told.type]?.schemas.length;
      expect(event.schemaVersion).toBe(latest);
      if (told.schemaVersion === latest) expect(event.data).toEqual(data);

      const personal = (definition.personalFields ?? []).filter((field) => field in data);
      expect(decodeRow(registry, row, null).data).toMatchObject(
        Object.fromEntries(personal.map((field) => [field, '削除済み'])),
      );
      expect(personal.filter((field) => field in payload)).toEqual([]);
    },
  );
});

type Diary = { id: number; version: number; lines: unknown[] };

// The diary's entries over the years: first one text, then its words, then the words and their number.
const schemas: [z.ZodType, z.ZodType, z.ZodType] = [
  z.strictObject({ text: z.string() }),
  z.strictObject({ words: z.array(z.string()) }),
  z.strictObject({ words: z.array(z.string()), count: z.int() }),
];
const upcasters = [
  (old: object) => ({ words: (old as { text: string }).text.split(' ') }),
  (old: object) => ({ ...old, count: (old as { words: string[] }).words.length }),
];

/** A diary as the product knew it when its entries had this many versions. */
function diary(versions: 1 | 2 | 3, type = 'EntryWritten'): AnyStream {
  const known: EventVersions = {
    schemas: schemas.slice(0, versions) as [z.ZodType],
    upcasters: upcasters.slice(0, versions - 1),
  };
  return {
    category: 'diary',
    table: 'diaries',
    key: { column: 'id', type: 'integer' },
    row: () => ({}),
    evolve: (state: Diary | null, { data }: { data: object }, id: number): Diary => ({
      id,
      version: (state?.version ?? 0) + 1,
      lines: [...(state?.lines ?? []), data],
    }),
    events: { [type]: known },
    personalFields: ['text'],
  };
}

const partsWith = (stream: AnyStream) => ({
  registry: streamRegistry([stream]),
  derived: [],
  reference: new ReferenceCache(loadHotelReference),
  memory: new Map(),
  scrubbers: [],
});

const database = sharedDatabase();
const nodes: StoreNode[] = [];
const nodeWith = (definition: AnyStream): StoreNode => {
  const node = openNode(database.url, partsWith(definition));
  nodes.push(node);
  return node;
};

/** Writes an entry with the product of the time. */
const write = (definition: AnyStream, data: object) =>
  nodeWith(definition).store.execute(anAppend(definition, { type: 'EntryWritten', data }, 1));
const read = (definition: AnyStream) => nodeWith(definition).store.readStream(definition, 1);
const rebuildWith = (stream: AnyStream) =>
  rebuild(database.url, partsWith(stream), { form: 1, tables: ['diaries'] }, () => {});
const storedDiaries = () => rawQuery(database.url, 'select * from diaries');

const NEWEST = [
  { words: ['quiet', 'night'], count: 2 },
  { words: ['full', 'house', 'today'], count: 3 },
  { words: ['snow'], count: 1 },
];

describe('events of older versions', () => {
  beforeAll(async () => {
    await rawQuery(
      database.url,
      'create table diaries (id integer primary key, version integer, position bigint, state jsonb)',
    );
    await write(diary(1), { text: 'quiet night' });
    await write(diary(2), { words: ['full', 'house', 'today'] });
    await write(diary(3), { words: ['snow'], count: 1 });
  });
  afterAll(() => Promise.all(nodes.map((node) => node.close())));

  test('are read and rebuilt in the newest form; the log keeps them as they were written', async () => {
    const events = await read(diary(3));
    expect(events.map(({ data, schemaVersion }) => [data, schemaVersion])).toEqual(
      NEWEST.map((data) => [data, 3]),
    );
    expect((await rawLog(database.url)).map((row) => row.schema_version)).toEqual(['1', '2', '3']);
    expect(await rebuildWith(diary(3))).toBe(3);
    const [row] = await storedDiaries();
    expect(JSON.parse(row?.state ?? '')).toEqual({ id: 1, version: 3, lines: NEWEST });
  });

  test.each([
    ['version', diary(1), 'event 2: EntryWritten version 2 is unknown'],
    ['type', diary(3, 'PageTornOut'), 'event 1: EntryWritten version 1 is unknown'],
    ['stream', { ...diary(3), category: 'log-book' }, 'event 1: stream diary-1 is unknown'],
  ])('of an unknown %s stop readers and rebuilds with their position', async (kind, definition, message) => {
    if (kind !== 'stream') await expect(read(definition)).rejects.toThrow(message);
    const before = await storedDiaries();
    await expect(rebuildWith(definition)).rejects.toThrow(message);
    expect(await storedDiaries()).toEqual(before);
  });

  test('given by an upcaster what their version does not allow stop the reader with their position', async () => {
    const versions = { ...diary(2).events.EntryWritten, upcasters: [(old: object) => old] } as EventVersions;
    const definition = { ...diary(2), events: { EntryWritten: versions } };
    await expect(read(definition)).rejects.toThrow(/^event 1: /);
  });

  test('data that its newest schema does not allow never reaches the log', async () => {
    const before = await rawLog(database.url);
    await expect(write(diary(3), { words: ['snow'] })).rejects.toThrow('count');
    await expect(write(diary(3), { words: ['snow'], count: 1, extra: true })).rejects.toThrow('extra');
    expect(await rawLog(database.url)).toEqual(before);
  });
});
