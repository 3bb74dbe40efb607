import { addDays, day, type Month } from '@domain/dates.js';
import type { RoomTypeMappingEvent } from '@domain/masters/masters.js';
import pg from 'pg';
import { importRow } from '#backend/imports/import-row.js';
import { Clock } from '#backend/platform/clock.js';
import { paymentStream, roomTypeMappingStream } from '#backend/streams/master.stream.js';
import { roomMonthStream } from '#backend/streams/room-month.stream.js';
import { channelReservation } from '#tests/support/channel-file.js';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.js';
import { AT_DESK, aWork, bookUnchecked, openDesk, openNode, plainRoom } from '#tests/support/store-node.js';

/** All histories begin on the eve of a leap day, two days before a month ends. */
export const BEGIN = '2028-02-27T14:30:00.000Z';
/** The days that terminals show: all stays begin within them. */
export const RANGE = { first: day('2028-02-19'), last: day('2028-03-12') };
export const FIRST_NIGHT = day('2028-02-26');
const [FEBRUARY, MARCH] = [day('2028-02-01'), day('2028-03-01')] as [Month, Month];

const ROOMS = [
  plainRoom('101', FEBRUARY),
  { ...plainRoom('102', FEBRUARY), priority: '女性' as const },
  { ...plainRoom('201', FEBRUARY), roomType: 'ツイン' },
];
export const ROOM_NUMBERS = ROOMS.map(({ roomNumber }) => roomNumber);

const masters = aWork((unit) => {
  const payment = { type: 'PaymentDefined', data: { paymentName: '現金', kind: '現金' as const } } as const;
  unit.append(paymentStream, unit.nextPosition, payment, AT_DESK);
  const mapping: RoomTypeMappingEvent = {
    type: 'RoomTypeMappingDefined',
    data: { roomType: 'NS', categories: ['normal_non_smoking', 'twin_non_smoking'] },
  };
  unit.append(roomTypeMappingStream, unit.nextPosition, mapping, AT_DESK);
  const rooms = [...ROOMS, ...ROOMS.slice(0, 2).map((room) => ({ ...room, month: MARCH }))];
  for (const data of rooms) {
    unit.append(roomMonthStream, unit.nextPosition, { type: 'RoomMonthDefined', data }, AT_DESK);
  }
  return null;
});

/** The cells of the channel manager's row that tell a stay. */
export function channelStay(start: string, nights: number) {
  return { チェックイン日: start, チェックアウト日: addDays(day(start), nights), 泊数: String(nights) };
}

/**
 * The hotel that every history begins in: three rooms, the last of them without a March, one way to pay, what the
 * channel manager sells, and five stays, one of them in the house, one gone, and one imported.
 */
async function fillHotel(databaseUrl: string): Promise<void> {
  const node = openNode(databaseUrl);
  const desk = openDesk(node, BEGIN);
  const book = async (room: string, start: string, end: string) =>
    (await node.store.execute(bookUnchecked(room, start, end))).id;
  await node.store.execute(masters);
  const staying = await book('101', '2028-02-26', '2028-02-28');
  await book('101', '2028-02-28', '2028-02-29');
  await book('102', '2028-02-28', '2028-03-02');
  const gone = await book('201', '2028-02-24', '2028-02-27');
  await desk.change(staying, { type: 'check-in', date: day('2028-02-26') });
  await desk.change(gone, { type: 'check-in', date: day('2028-02-24') });
  await desk.change(gone, { type: 'check-out', date: day('2028-02-27') });
  const row = channelReservation({
    予約番号: 'RY0',
    予約日時: '2028-02-20 10:00:00',
    ...channelStay('2028-03-03', 1),
  });
  const clock = new Clock('Asia/Tokyo', () => new Date(BEGIN));
  await node.store.execute(importRow(row, { write: AT_DESK, idempotency: null, clock }));
  await node.close();
}

/** A database with that hotel, which can be put back to it. */
export type HistoryDatabase = TestDatabase & { reset(): Promise<void> };

/** A database for histories, one after another. */
export async function openHotel(): Promise<HistoryDatabase> {
  const { url, drop } = await createTestDatabase();
  await fillHotel(url);
  const { pathname } = new URL(url);
  const superuser = Object.assign(new URL(process.env.TEST_SUPERUSER_URL ?? ''), { pathname });
  const client = new pg.Client({ connectionString: superuser.href });
  await client.connect();
  // The log refuses every change but to who replicates it.
  await client.query("create schema begun; set session_replication_role = 'replica'");
  const { rows: tables } = await client.query<{ name: string; columns: string }>(
    `select table_name as name, string_agg(quote_ident(column_name), ',') as columns
     from information_schema.columns where table_schema = 'public' and is_generated = 'NEVER' group by 1`,
  );
  for (const { name } of tables) await client.query(`create table begun.${name} as table public.${name}`);
  const statements = [
    `truncate ${tables.map(({ name }) => `public.${name}`)}`,
    ...tables.map(
      ({ name, columns }) =>
        `insert into public.${name} (${columns}) overriding system value select ${columns} from begun.${name}`,
    ),
  ].join(';');
  return {
    url,
    reset: async () => {
      await client.query(statements);
    },
    drop: async () => {
      await client.end();
      await drop();
    },
  };
}
