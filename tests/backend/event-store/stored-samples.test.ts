import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import {
  type AnyStream,
  checkEvent,
  type LogRow,
  streamRegistry,
} from '../../../backend/event-store/event-stream.js';
import { decodeRow } from '../../../backend/event-store/log-reader.js';
import { STREAMS } from '../../../backend/streams.js';

// Rows as they were stored when their version was the newest. They are never changed: what the product once wrote to a
// log it must be able to read for ever. A new type or version adds a file `<category>/<Type>.v<version>.json`.
const FOLDER = join(process.cwd(), 'tests/backend/event-store/samples');

type Sample = {
  stream: string;
  type: string;
  schemaVersion: number;
  /** The key of its stream, in hexadecimal. */
  key: string | null;
  payload: object;
  /** The data as it was read then. */
  data: object;
};

const registry = streamRegistry(STREAMS);
const versionsOf = ({ category, events }: AnyStream) =>
  Object.entries(events).flatMap(([type, { schemas }]) =>
    schemas.map((_, index) => `${category}/${type}.v${index + 1}.json`),
  );
const expected = STREAMS.flatMap(versionsOf).sort();
const stored = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.json'))
  .sort();

test('every version of every type of event has a stored sample, and every sample its version', () => {
  expect(stored).toEqual(expected);
});

describe.each(expected.filter((name) => existsSync(join(FOLDER, name))))('%s', (name) => {
  const sample: Sample = JSON.parse(readFileSync(join(FOLDER, name), 'utf8'));
  const definition = registry.get(name.split('/')[0] ?? '') as AnyStream;
  const latest = definition.events[sample.type]?.schemas.length;
  const row: LogRow = {
    ...sample,
    position: 40,
    version: 3,
    payload: JSON.stringify(sample.payload),
    staffId: null,
    terminal: null,
    requestId: null,
    recordedAt: '2026-11-21T00:00:00.000000Z',
  };
  const decode = (key: Buffer | null) => decodeRow(registry, row, key);

  test('is what its name says', () => {
    expect(basename(name)).toBe(`${sample.type}.v${sample.schemaVersion}.json`);
    expect(sample.stream).toMatch(new RegExp(`^${definition.category}-\\d`));
  });

  test('is read and fits the newest version of its type', () => {
    const event = decode(sample.key === null ? null : Buffer.from(sample.key, 'hex'));
    checkEvent(definition, event);
    expect(event.schemaVersion).toBe(latest);
    if (sample.schemaVersion === latest) expect(event.data).toEqual(sample.data);
  });

  test('is read without its key as well, and holds no personal data in the open', () => {
    const event = decode(null);
    for (const [field, value] of Object.entries(event.data)) {
      const wasThere = field in sample.data;
      if (wasThere && definition.personalFields.includes(field)) expect(value).toBe('削除済み');
    }
    expect(definition.personalFields.filter((field) => field in sample.payload)).toEqual([]);
  });
});
