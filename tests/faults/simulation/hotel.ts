import { addDays, day, type Month } from '@domain/dates.js';
import type { RoomTypeMappingEvent } from '@domain/masters/masters.js';
import pg from 'pg';
import { GENESIS_HASH } from '#backend/event-store/hash-chain.js';
import { inRebuildContext, type RebuildContext } from '#backend/event-store/rebuild/rebuild-context.js';
import { headPosition, replayTail } from '#backend/event-store/rebuild/replay.js';
import { createShadows, firstDifference, type RowFault } from '#backend/event-store/rebuild/shadow-tables.js';
import { importRow } from '#backend/imports/import-row.js';
import { Clock } from '#backend/platform/clock.js';
import { paymentStream, roomTypeMappingStream } from '#backend/streams/master.stream.js';
import { roomMonthStream } from '#backend/streams/room-month.stream.js';
import { eventStoreParts, READ_MODELS } from '#backend/streams.js';
import { channelReservation } from '#tests/support/channel-file.js';
import { createTestDatabase } from '#tests/support/database.js';
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

/** A database with that hotel. */
export type HistoryDatabase = {
  url: string;
  /** Puts the hotel back as it began. */
  reset(): Promise<void>;
  /** The first row of the tables that is not what the log gives; null when there is none. */
  unlikeLog(): Promise<RowFault | null>;
};

/** Runs histories, one after another, in a database of their own. */
export async function inHotel(work: (hotel: HistoryDatabase) => Promise<void>): Promise<void> {
  const { url, drop } = await createTestDatabase();
  await fillHotel(url);
  const { pathname } = new URL(url);
  const superuser = Object.assign(new URL(process.env.TEST_SUPERUSER_URL ?? ''), { pathname });
  const client = new pg.Client({ connectionString: superuser.href });
  await client.connect();
  try {
    const reset = await resetOf(client);
    const parts = eventStoreParts();
    const options = { schema: 'verification', parts, models: READ_MODELS, progress: () => {} } as const;
    await inRebuildContext(url, options, async (context) => {
      await createShadows(context.client, context.schema, READ_MODELS, NOTHING_YET);
      await work({ url, reset, unlikeLog: () => unlikeLog(context) });
    });
  } finally {
    await client.end();
    await drop();
  }
}

const NOTHING_YET = { position: 0, hash: GENESIS_HASH, checksums: new Map<string, bigint>() };

/** Builds the tables anew and compares them, as `npm run verify` does; what was built is taken back, so that its tables serve again. */
async function unlikeLog(context: RebuildContext): Promise<RowFault | null> {
  const { client, schema, parts, models } = context;
  const reference = await parts.reference.load(client);
  await client.query('begin isolation level repeatable read');
  try {
    await replayTail(context, { ...NOTHING_YET, reference }, await headPosition(client));
    return await firstDifference(client, schema, models.tables);
  } finally {
    await client.query('rollback');
  }
}

/** Keeps what all tables hold now; the answer puts it back. */
async function resetOf(client: pg.Client): Promise<() => Promise<void>> {
  // The log refuses every change but to who replicates it.
  await client.query("create schema begun; set session_replication_role = 'replica'");
  const { rows: tables } = await client.query<{ name: string; columns: string }>(
    `select table_name as name, string_agg(quote_ident(column_name), ',') as columns
     from information_schema.columns where table_schema = 'public' and is_generated = 'NEVER' group by 1`,
  );
  for (const { name } of tables) await client.query(`create table begun.${name} as table public.${name}`);
  const statements = tables.flatMap(({ name, columns }) => [
    // For so few rows much faster than `truncate`, which makes new files.
    `delete from public.${name}`,
    `insert into public.${name} (${columns}) overriding system value select ${columns} from begun.${name}`,
  ]);
  return async () => void (await client.query(statements.join(';')));
}
