import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import {
  type AnyStream,
  type EventVersions,
  streamRegistry,
} from '../../../backend/event-store/event-stream.js';
import { ReferenceCache } from '../../../backend/event-store/projection.js';
import { rebuild } from '../../../backend/event-store/rebuild/rebuild.js';
import { requireStream } from '../../../backend/event-store/unit-of-work.js';
import { loadHotelReference } from '../../../backend/masters/hotel-reference.loader.js';
import { rawLog, rawQuery } from '../../support/log-rows.js';
import { sharedDatabase } from '../../support/shared.js';
import { AT_DESK, aWork, openNode, type StoreNode } from '../../support/store-node.js';

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
    columns: [],
    row: () => ({}),
    evolve: (state: Diary | null, { data }: { data: object }, id: number): Diary => ({
      id,
      version: (state?.version ?? 0) + 1,
      lines: [...(state?.lines ?? []), data],
    }),
    events: { [type]: known },
    personalFields: ['text'],
    isReference: false,
  };
}

const partsWith = (...streams: AnyStream[]) => ({
  registry: streamRegistry(streams),
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
async function write(definition: AnyStream, data: object): Promise<Diary> {
  return nodeWith(definition).store.execute(
    aWork((unit) => unit.append(definition, 1, { type: 'EntryWritten', data }, AT_DESK) as Diary, {
      requirements: [requireStream(definition, 1)],
    }),
  );
}

const rebuildWith = (...streams: AnyStream[]) =>
  rebuild(database.url, partsWith(...streams), { form: 1, tables: ['diaries'] }, () => {});
const storedDiaries = () => rawQuery(database.url, 'select * from diaries');

beforeAll(() =>
  rawQuery(
    database.url,
    'create table diaries (id integer primary key, version integer, position bigint, state jsonb)',
  ),
);

afterEach(async () => {
  await Promise.all(nodes.splice(0).map((node) => node.close()));
});

const NEWEST = [
  { words: ['quiet', 'night'], count: 2 },
  { words: ['full', 'house', 'today'], count: 3 },
  { words: ['snow'], count: 1 },
];

describe('events of older versions', () => {
  beforeAll(async () => {
    await write(diary(1), { text: 'quiet night' });
    await write(diary(2), { words: ['full', 'house', 'today'] });
    await write(diary(3), { words: ['snow'], count: 1 });
  });

  test('are read in the newest form, whatever the version they were written in', async () => {
    const events = await nodeWith(diary(3)).store.readStream(diary(3), 1);
    expect(events.map(({ data }) => data)).toEqual(NEWEST);
    expect(events.map(({ schemaVersion }) => schemaVersion)).toEqual([3, 3, 3]);
    const stored = await rawLog(database.url);
    expect(stored.map((row) => row.schema_version)).toEqual(['1', '2', '3']);
  });

  test('are rebuilt into the newest form', async () => {
    expect(await rebuildWith(diary(3))).toBe(3);
    const [row] = await storedDiaries();
    expect(JSON.parse(row?.state ?? '')).toEqual({ id: 1, version: 3, lines: NEWEST });
  });

  test.each([
    ['version', diary(1), 'event 2: EntryWritten version 2 is unknown'],
    ['type', diary(3, 'PageTornOut'), 'event 1: EntryWritten version 1 is unknown'],
  ])('of an unknown %s stop the reader with their position', async (_, definition, message) => {
    await expect(nodeWith(definition).store.readStream(definition, 1)).rejects.toThrow(message);
    const before = await storedDiaries();
    await expect(rebuildWith(definition)).rejects.toThrow(message);
    expect(await storedDiaries()).toEqual(before);
  });

  test('of an unknown stream stop the rebuild with their position', async () => {
    await expect(rebuildWith({ ...diary(3), category: 'log-book' })).rejects.toThrow(
      'event 1: stream diary-1 is unknown',
    );
  });

  test('given by an upcaster what their version does not allow stop the reader with their position', async () => {
    const broken = diary(2);
    const versions = { ...broken.events.EntryWritten, upcasters: [(old: object) => old] } as EventVersions;
    const definition = { ...broken, events: { EntryWritten: versions } };
    await expect(nodeWith(definition).store.readStream(definition, 1)).rejects.toThrow(/^event 1: /);
  });
});

test('data that its newest schema does not allow never reaches the log', async () => {
  const before = await rawLog(database.url);
  await expect(write(diary(3), { words: ['snow'] })).rejects.toThrow('count');
  await expect(write(diary(3), { words: ['snow'], count: 1, extra: true })).rejects.toThrow('extra');
  expect(await rawLog(database.url)).toEqual(before);
});
