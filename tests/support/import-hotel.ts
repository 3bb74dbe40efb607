import { setTimeout as pause } from 'node:timers/promises';
import { addDays, day } from '@domain/dates.js';
import type { ImportReport, ImportSummary } from '@wire/csv-imports.js';
import { roomTypeMappingStream } from '../../backend/masters/master.stream.js';
import { seedHotel, writerOn } from '../backend/api/seed-hotel.js';
import { type SmallHotel, startSmallHotel } from '../backend/api/small-hotel.js';
import { type Answer, apiClient } from './api-client.js';
import { type ChannelRow, channelFile, channelRow } from './channel-file.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { AT_DESK } from './store-node.js';

/** How a file is sent. */
export type Sending = { name?: string; query?: string; headers?: Record<string, string> };

/** A form with a file, as a browser sends it. */
export function formWith(bytes: Uint8Array, name = 'temairazu.csv', field = 'file'): FormData {
  const form = new FormData();
  form.append(field, new Blob([new Uint8Array(bytes)]), name);
  return form;
}

/** Sends a form to be imported. */
export async function sendForm(url: string, form: FormData, sending: Sending = {}) {
  const { query = '', headers = {} } = sending;
  const response = await fetch(`${url}/api/csv-imports${query}`, { method: 'POST', headers, body: form });
  const text = await response.text();
  return {
    status: response.status,
    body: JSON.parse(text),
    text,
    headers: response.headers,
  } as Answer<ImportReport>;
}

/** Sends a file to be imported. */
export function upload(url: string, bytes: Uint8Array, sending: Sending = {}): Promise<Answer<ImportReport>> {
  return sendForm(url, formWith(bytes, sending.name), sending);
}

/** The report of an import once it is done. */
export async function reportOf(url: string, id: number): Promise<ImportReport> {
  for (;;) {
    const { body } = await apiClient(url).get<ImportReport>(`/api/csv-imports/${id}`);
    if (body.status === 'done') return body;
    await pause(10);
  }
}

/** All imports, newest first. */
export async function importsOf(url: string): Promise<ImportSummary[]> {
  return (await apiClient(url).get<ImportSummary[]>('/api/csv-imports')).body;
}

/** A small hotel that sells its non-smoking singles as NS. */
export async function startImportHotel(env: Record<string, string> = {}): Promise<SmallHotel> {
  const hotel = await startSmallHotel(env);
  const mapping = { room_type: 'NS', categories: ['normal_non_smoking'] };
  const { status, text } = await hotel.api.post('/api/room-type-mappings', mapping);
  if (status !== 201) throw new Error(`the mapping was refused: ${text}`);
  return hotel;
}

/** Rows that can be registered, each of another guest, one night each: 20 a day from 2096-01-05. */
export function goodRows(count: number, prefix = 'B'): ChannelRow[] {
  return Array.from({ length: count }, (_, index) => {
    const night = addDays(day('2096-01-05'), Math.floor(index / 20) % 40);
    return channelRow({
      予約番号: `${prefix}${String(index).padStart(5, '0')}`,
      予約日時: `2095-11-01 10:${String(Math.floor(index / 60) % 60).padStart(2, '0')}:${String(index % 60).padStart(2, '0')}`,
      チェックイン日: night,
      チェックアウト日: addDays(night, 1),
      電話番号: `090-1${prefix.length}00-${String(index).padStart(4, '0')}`,
    });
  });
}

/** A file of rows that can be registered. */
export const goodFile = (count: number, prefix?: string): Buffer => channelFile(goodRows(count, prefix));

/** The database of such a hotel on which no server runs yet. */
export async function createImportDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  const writer = writerOn(database.url);
  await seedHotel(writer);
  const data = { roomType: 'NS', categories: ['normal_non_smoking' as const] };
  await writer.execute({
    idempotency: null,
    needs: [],
    decide: (unit) => {
      const event = { type: 'RoomTypeMappingDefined', data } as const;
      return unit.append(roomTypeMappingStream, unit.nextPosition, event, AT_DESK).id;
    },
  });
  await writer.close();
  return database;
}
