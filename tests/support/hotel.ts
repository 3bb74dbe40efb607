import { addMonths, type Day, day, dayIn, type Month, monthOf, monthsFromTo } from '@domain/dates.js';
import {
  type CsvReservationDetails,
  detailsOf,
  type FailureReason,
} from '@domain/imports/csv-reservation.js';
import { paymentKindOf, type StaffDetails, type StaffEvent } from '@domain/masters/masters.js';
import type { StaffRole } from '@domain/masters/staff-role.js';
import type { RoomMonthDetails } from '@domain/room/room-month.js';
import { GRID_ROOM_NUMBERS } from '@domain/room/room-order.js';
import type { BookingRecord } from '@wire/booking-record.js';
import type { HotelRecord } from '@wire/hotel-record.js';
import type { OneTimeCode } from '@wire/session.js';
import type { EventStore } from '#backend/event-store/event-store.js';
import { requireStream, type UnitOfWork } from '#backend/event-store/unit-of-work.js';
import { csvReservationStream } from '#backend/streams/csv-reservation.stream.js';
import {
  blacklistStream,
  corporateStream,
  paymentStream,
  roomTypeMappingStream,
  staffStream,
} from '#backend/streams/master.stream.js';
import { roomMonthStream } from '#backend/streams/room-month.stream.js';
import { READ_MODELS } from '#backend/streams.js';
import { type ApiClient, apiClient, must } from './api-client.js';
import { anImport } from './builders.js';
import { copyOfFilled, type TestDatabase } from './database.js';
import { rawQuery } from './log-rows.js';
import { startTestServer, type TestServer } from './server.js';
import { type BrowserClient, browserClient, firstAdmin, SESSION_ENV } from './signed-in-client.js';
import { anAppend, aWork, openNode, plainRoom } from './store-node.js';
import { temporaryFolder } from './temporary-file.js';

/*
 * The hotel that tests of the server talk to. In every month from 2095-12 to 2097-02, and in the months around today,
 * it has the rooms and masters of `seedHotel`, and no booking:
 *
 *   const hotel = await startHotel();                       // the product over a database of its own
 *   const { id } = await hotel.book({ total_fee: 9000 });   // in a new room, by the product's own API
 *   await hotel.api.put(`/api/booking/${id}`, { notes: '窓側' });
 *   await hotel.stop();
 */

/** Body of a save; any field may be anything. */
export type Payload = Record<string, unknown>;

export type Hotel = TestServer & {
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
  /** Returns the end of the log. */
  position: () => Promise<number>;
};

/** The payload of spec 7 without its room: one man from 2096-01-10 for two nights. */
export const PAYLOAD = {
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

/** Starts the product over a fresh hotel, with further settings as in its environment. */
export async function startHotel(
  env: Record<string, string> = {},
  { ownProcess }: { ownProcess?: boolean } = {},
): Promise<Hotel> {
  const { ids, ...database } = await createHotelDatabase();
  const server = await startTestServer({ database, env, ownProcess });
  const node = openNode(database.url);
  const api = apiClient(server.url);
  const hotelNow = async () => (await api.get<HotelRecord>('/api/hotel')).body;
  const { today } = await hotelNow();
  const unused = [...PLAIN_ROOMS];

  const newRoom = (): string => {
    const room = unused.shift();
    if (!room) throw new Error('the hotel has no more new rooms');
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
  const book = (fields: Payload = {}) => must(api.post<BookingRecord>('/api/booking', payload(fields)));
  return {
    ...server,
    api,
    ids,
    today,
    newRoom,
    roomId,
    payload,
    book,
    importRecord: (details, reason) => seedImport(node.store, details, reason),
    cancelImport: (id) => cancelImport(node.store, id),
    position: async () => (await hotelNow()).position,
    async stop() {
      await node.close();
      await server.stop();
    },
  };
}

/** The database of such a hotel on which no server runs yet: a copy of one that is seeded once in a run. */
export async function createHotelDatabase(): Promise<TestDatabase & { ids: SeededIds }> {
  const database = await copyOfFilled('hotel_seeded', async (url) => {
    const node = openNode(url);
    await seedHotel(node.store, url);
    await node.close();
    await rawQuery(url, `update read_model_form set form = ${READ_MODELS.form}`);
  });
  return { ...database, ids: await seededIds(database.url) };
}

async function seededIds(url: string) {
  const idsIn = async (table: string, name = 'id') =>
    (await rawQuery(url, `select id, ${name} as name from ${table} order by id`)).map(
      ({ id, name }): [string, number] => [`${name}`, Number(id)],
    );
  const first = async (table: string) => (await idsIn(table)).map(([, id]) => id) as [number, number];
  const [corporate, flaggedCorporate] = await first('corporates');
  const [cash, card] = await first('payments');
  return {
    /** Room-month ids by room number and month. */
    rooms: new Map(await idsIn('room_months', `room_number || ' ' || month`)),
    corporate,
    flaggedCorporate,
    cash,
    card,
    blacklisted: (await first('blacklist_entries'))[0],
    staff: new Map(await idsIn('staff', `state->>'name'`)).get(STAFF_NAME) as number,
  };
}

export type SeededIds = Awaited<ReturnType<typeof seededIds>>;

/** A hotel with sign-in on an empty log, its first admin at work, and ways to make accounts. */
export type SignInHotel = TestServer & {
  admin: BrowserClient;
  /** A browser in which nobody has signed in. */
  browser: (address?: string) => BrowserClient;
  /** Makes a member of staff. */
  hire: (details: StaffDetails) => Promise<number>;
  /** Lets something happen to a member of staff. */
  happen: (staffId: number, event: StaffEvent) => Promise<unknown>;
  /** A one-time code from the admin. */
  codeFor: (staffId: number) => Promise<string>;
  /** A member of staff of a role, signed in in a browser of their own. */
  colleague: (role: StaffRole) => Promise<BrowserClient & { id: number; loginName: string }>;
  sql: (statement: string) => Promise<Record<string, string | null>[]>;
};

/** Starts a hotel with sign-in, with further settings as in its environment. */
export async function startSignInHotel(
  env: Record<string, string> = {},
  { ownProcess }: { ownProcess?: boolean } = {},
): Promise<SignInHotel> {
  const database = await createAdminDatabase();
  const server = await startTestServer({ database, env: { ...SESSION_ENV, ...env }, ownProcess });
  const admin = browserClient(server.url);
  await must(admin.signIn('admin'));
  const node = openNode(server.databaseUrl);
  let colleagues = 0;

  const hire = async (data: StaffDetails) =>
    (await node.store.execute(anAppend(staffStream, { type: 'StaffDefined', data }))).id;
  const browser = (address?: string) => browserClient(server.url, { address });
  const codeFor = async (id: number) =>
    (await must(admin.post<OneTimeCode>(`/api/staff/${id}/one-time-code`))).code;
  return {
    ...server,
    admin,
    browser,
    hire,
    happen: (staffId, event) => node.store.execute(anAppend(staffStream, event, staffId)),
    codeFor,
    async colleague(role) {
      colleagues += 1;
      const loginName = `${role}${colleagues}`;
      const id = await hire({ name: `${role}の${colleagues}人目`, role, loginName });
      const client = browser();
      await client.redeem(await codeFor(id));
      return { ...client, id, loginName };
    },
    sql: (statement) => rawQuery(server.databaseUrl, statement),
    async stop() {
      await node.close();
      await server.stop();
    },
  };
}

/** The database of such a hotel, whose admin is made once in a run. */
function createAdminDatabase(): Promise<TestDatabase> {
  return copyOfFilled('hotel_admin', async (databaseUrl) => {
    const evidence = temporaryFolder();
    const env = { ...SESSION_ENV, EVIDENCE_DIR: evidence.pathOf('evidence') };
    const server = await startTestServer({ databaseUrl, env });
    await firstAdmin(server);
    await server.stop();
    await rawQuery(databaseUrl, 'truncate sessions, sign_in_attempts');
    evidence.remove();
  });
}

const STAFF_NAME = '髙田 由美';
const SEEDED = { staffId: null, terminal: null, requestId: 'test-hotel' };

/** The first and last month of the examples: over a year's end, a leap day (2096-02-29) and 366 nights. */
const FIRST_MONTH = day('2095-12-01') as Month;
const LAST_MONTH = day('2097-02-01') as Month;

/** Plain non-smoking singles, bookable in every month. */
export const PLAIN_ROOMS = GRID_ROOM_NUMBERS.filter((room) => /^(10|9|6)\d\d$/.test(room));

/** Rooms that differ from the plain ones. */
const SPECIAL_ROOMS: Record<string, (month: Month) => Partial<RoomMonthDetails>> = {
  '701': () => ({ roomType: 'ツイン', roomLabel: '禁煙T' }),
  '702': () => ({ roomLabel: '法人S', corporate: 1 }),
  '310': (month) => (month === '2096-02-01' ? { reservableStatus: '予約不可' } : {}),
  '216': () => ({ roomType: '倉庫', roomLabel: '倉庫', reservableStatus: '予約不可' }),
};

/** Defines a small hotel in an empty log: its rooms, its masters, and NS as the symbol of its non-smoking singles. */
export async function seedHotel(store: EventStore, databaseUrl: string): Promise<SeededIds> {
  await store.execute(
    aWork(
      (unit) => {
        defineRooms(unit);
        defineMasters(unit);
      },
      { isLarge: true },
    ),
  );
  return seededIds(databaseUrl);
}

function defineRooms(unit: UnitOfWork): void {
  const thisMonth = monthOf(dayIn('Asia/Tokyo', new Date()));
  const around = monthsFromTo(addMonths(thisMonth, -2), addMonths(thisMonth, 2));
  const plain = PLAIN_ROOMS.map((room) => [room, () => ({})] as const);
  for (const month of new Set([...around, ...monthsFromTo(FIRST_MONTH, LAST_MONTH)])) {
    for (const [roomNumber, changeIn] of [...plain, ...Object.entries(SPECIAL_ROOMS)]) {
      const data = { ...plainRoom(roomNumber, month), roomLabel: '禁煙S', ...changeIn(month) };
      unit.append(roomMonthStream, unit.nextPosition, { type: 'RoomMonthDefined', data }, SEEDED);
    }
  }
}

function defineMasters(unit: UnitOfWork): void {
  const staff = { name: STAFF_NAME, role: 'staff', loginName: null } as const;
  unit.append(staffStream, unit.nextPosition, { type: 'StaffDefined', data: staff }, SEEDED);
  for (const [corporateShortName, corporateFlag] of [
    ['㈱見本商事', 0] as const,
    ['青葉建設㈱', 1] as const,
  ]) {
    const data = { corporateShortName, corporateFlag };
    unit.append(corporateStream, unit.nextPosition, { type: 'CorporateDefined', data }, SEEDED);
  }
  for (const paymentName of ['現金', 'クレジットカード']) {
    const event = {
      type: 'PaymentDefined',
      data: { paymentName, kind: paymentKindOf(paymentName) },
    } as const;
    unit.append(paymentStream, unit.nextPosition, event, SEEDED);
  }
  for (const [guestName, tel] of [['黒瀬 剛', '090-0000-9901'] as const, ['鬼塚 洋平', null] as const]) {
    const event = { type: 'BlacklistEntryDefined', data: { guestName, tel } } as const;
    unit.append(blacklistStream, unit.nextPosition, event, SEEDED);
  }
  const mapping = { roomType: 'NS', categories: ['normal_non_smoking' as const] };
  const defined = { type: 'RoomTypeMappingDefined', data: mapping } as const;
  unit.append(roomTypeMappingStream, unit.nextPosition, defined, SEEDED);
}

let imports = 0;

/** Puts an imported record into the failed queue: a paid stay of one man with a coupon, unless told otherwise. */
export function seedImport(
  store: EventStore,
  details: Partial<CsvReservationDetails> = {},
  reason: FailureReason = '空室なし',
): Promise<number> {
  imports += 1;
  const data: CsvReservationDetails = {
    ...detailsOf(anImport()),
    ...{ bookingNumber: `RY${imports}`, digest: `d${imports}`, revision: '2095-11-01T00:00:00.000Z' },
    ...{
      reserverName: '輸入 花子',
      reserverNameKana: 'ユニュウ ハナコ',
      notes: '禁煙希望',
      tel: '090-0000-1234',
    },
    ...{ guestName1: '輸入 太郎', guestName1Kana: 'ユニュウ タロウ', checkinTime: '18:00' },
    ...{ stayStart: day('2096-01-10'), stayEnd: day('2096-01-12') },
    ...{ totalFee: 15_600, usedPoints: 300, paymentFlag: 1, coupon: 1 },
    ...details,
  };
  return store.execute(
    aWork((unit) => {
      const imported = { type: 'CsvReservationImported', data } as const;
      const { id } = unit.append(csvReservationStream, unit.nextPosition, imported, SEEDED);
      const failed = { type: 'AutoRegistrationFailed', data: { reason, detail: '' } } as const;
      unit.append(csvReservationStream, id, failed, SEEDED);
      return id;
    }),
  );
}

function cancelImport(store: EventStore, id: number): Promise<unknown> {
  const data = { revision: '2095-11-02T00:00:00.000Z' };
  const append = (unit: UnitOfWork) =>
    unit.append(csvReservationStream, id, { type: 'CsvReservationCancelled', data }, SEEDED).id;
  return store.execute(aWork(append, { requirements: [requireStream(csvReservationStream, id)] }));
}
