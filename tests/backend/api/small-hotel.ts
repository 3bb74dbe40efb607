import type { CsvReservationDetails, FailureReason } from '@domain/auto-registration/csv-reservation.js';
import { type Day, day, monthOf } from '@domain/dates.js';
import { expect } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import type { ErrorBody } from '@wire/errors.js';
import type { HotelRecord } from '@wire/hotel-record.js';
import { type Answer, type ApiClient, apiClient } from '../../support/api-client.js';
import { createTestDatabase } from '../../support/database.js';
import { startTestServer } from '../../support/server.js';
import {
  appendToImport,
  PLAIN_ROOMS,
  type SeededIds,
  seedHotel,
  seedImport,
  writerOn,
} from './seed-hotel.js';

/** What a save sends; any field may be anything. */
export type Payload = Record<string, unknown>;

/** The product over a small hotel of its own, with ways to say what a test is about and nothing more. */
export type SmallHotel = {
  url: string;
  databaseUrl: string;
  api: ApiClient;
  ids: SeededIds;
  /** The hotel's day. */
  today: Day;
  /** A plain room that no test has used yet. */
  newRoom: () => string;
  /** The room-month id of a room in the month of a day. */
  roomId: (roomNumber: string, date: string) => number;
  /** A whole save payload, in a new room unless it says which. */
  payload: (fields?: Payload) => Payload;
  /** Saves a new booking that must succeed. */
  book: (fields?: Payload) => Promise<BookingRecord>;
  importRecord: (details?: Partial<CsvReservationDetails>, reason?: FailureReason) => Promise<number>;
  cancelImport: (id: number) => Promise<unknown>;
  failImport: (id: number, reason: FailureReason) => Promise<unknown>;
  /** Where the log ends. */
  position: () => Promise<number>;
  stop: () => Promise<void>;
};

/** The payload of spec 7 without its room: one man from 2096-01-10 for two nights. */
const PAYLOAD = {
  reserver_name: '山田 花子',
  reserver_name_kana: 'ヤマダ ハナコ',
  guest_name_1: '山田 太郎',
  guest_name1_kana: 'ヤマダ タロウ',
  stay_start: '2096-01-10',
  stay_end: '2096-01-12',
  purpose: '出張',
  booking_source: '自社',
  notes: '',
  csv_notes: '0',
  checkin_time: '15:00',
  total_fee: 16_000,
  booking_number: '',
  mens_count: 1,
  womens_count: 0,
  corporateID: 0,
  tel: '090-0000-0001',
  payment_type: null,
  room_move_lock: 0,
  blacklist_id: -1,
  nextday_out_flag: 0,
  is_day_before_same_flag: 0,
};

/** Starts the product over a fresh small hotel, with further settings as in its environment. */
export async function startSmallHotel(env: Record<string, string> = {}): Promise<SmallHotel> {
  const database = await createTestDatabase();
  const writer = writerOn(database.url);
  const ids = await seedHotel(writer);
  const server = await startTestServer({ databaseUrl: database.url, env });
  const api = apiClient(server.url);
  const hotelNow = async () => (await api.get<HotelRecord>('/api/hotel')).body;
  const { today } = await hotelNow();
  const unused = [...PLAIN_ROOMS];

  const newRoom = (): string => {
    const room = unused.shift();
    if (!room) throw new Error('the small hotel has no more new rooms');
    return room;
  };
  const roomId = (roomNumber: string, date: string): number => {
    const id = ids.rooms.get(`${roomNumber} ${monthOf(day(date))}`);
    if (!id) throw new Error(`room ${roomNumber} has no room-month for ${date}`);
    return id;
  };
  const payload = (fields: Payload = {}): Payload => {
    const start = String(fields.stay_start ?? PAYLOAD.stay_start);
    return { ...PAYLOAD, room_id: fields.room_id ?? roomId(newRoom(), start), ...fields };
  };
  const book = async (fields: Payload = {}): Promise<BookingRecord> => {
    const answer = await api.post<BookingRecord>('/api/booking', payload(fields));
    if (answer.status !== 201) throw new Error(`the booking was refused: ${answer.text}`);
    return answer.body;
  };
  return {
    url: server.url,
    databaseUrl: database.url,
    api,
    ids,
    today,
    newRoom,
    roomId,
    payload,
    book,
    importRecord: (details, reason) => seedImport(writer, details, reason),
    cancelImport: (id) =>
      appendToImport(writer, id, {
        type: 'CsvReservationCancelled',
        data: { revision: '2095-11-02T00:00:00.000Z' },
      }),
    failImport: (id, reason) =>
      appendToImport(writer, id, { type: 'AutoRegistrationFailed', data: { reason, detail: '' } }),
    position: async () => (await hotelNow()).position,
    async stop() {
      await writer.close();
      await server.stop();
      await database.drop();
    },
  };
}

/** The error answer of contract 1 with exactly these messages, one a line; a pattern stands for one message. */
export function expectRefusal(
  answer: Answer<unknown>,
  status: number,
  ...messages: (string | RegExp)[]
): void {
  const { error } = answer.body as ErrorBody;
  const expected = messages.map((message) =>
    typeof message === 'string' ? message : expect.stringMatching(message),
  );
  expect({ status: answer.status, messages: error?.split('\n') }).toEqual({ status, messages: expected });
  expectErrorShape(answer);
}

/** Any error answer of contract 1: a text fit for an alert, the same text rule by rule, and the request's id. */
export function expectErrorShape(answer: Answer<unknown>): void {
  const body = answer.body as ErrorBody;
  expect(Object.keys(body).sort()).toEqual(['error', 'errors', 'request_id']);
  expect(body.errors.length).toBeGreaterThan(0);
  for (const rule of body.errors) {
    expect(rule).toEqual({
      code: expect.any(String),
      field: rule.field === null ? null : expect.any(String),
      message: expect.stringMatching(/[ぁ-んァ-ヶ一-龠]/),
    });
  }
  expect(body.error).toBe(body.errors.map(({ message }) => message).join('\n'));
  expect(body.request_id).toMatch(/./);
}
