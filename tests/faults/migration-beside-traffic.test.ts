import { day } from '@domain/dates.js';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { needStream } from '../../backend/event-store/needs.js';
import { verifyReadModels } from '../../backend/event-store/rebuild/verify-read-models.js';
import { bookingTexts } from '../../backend/reservations/booking-texts.projection.js';
import { openStays } from '../../backend/reservations/open-stays.projection.js';
import { reservationStream } from '../../backend/reservations/reservation.stream.js';
import { eventStoreParts, READ_MODELS } from '../../backend/streams.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { rawQuery } from '../support/log-rows.js';
import { rebuildAll } from '../support/rebuild-tables.js';
import { RoamingTerminal } from '../support/roaming-terminal.js';
import { launch, startTestServer, type TestServer } from '../support/server.js';
import { survived } from '../support/six-statements.js';
import { AT_DESK, aWork, bookUnchecked, openNode } from '../support/store-node.js';
import { timesOf } from '../support/trial-size.js';
import { WriteLedger } from '../support/write-ledger.js';

const TIMES = timesOf(1, 5);
/** So many that the hotel is not full before the last migration is over. */
const ROOMS = Array.from({ length: 20 * TIMES }, (_, index) => String(2001 + index));
/**
 * How the newest migrations are taken back, oldest first; null for one that only changes data. One that is added to the
 * product is added here, so that each is once run beside nodes of the version before.
 */
const TAKEN_BACK: Record<string, string | null> = {
  '0015-hot-bookings': `
    drop table open_stays;
    alter table bookings drop column checkout_date;
    alter table bookings reset (fillfactor);
    create index on bookings (position);
    create index on bookings ((state ->> 'checkoutDate'))`,
  '0017-reversal-answers': null,
  '0018-booking-texts': `
    drop table booking_texts;
    create index bookings_text_grams_idx on bookings using gin (text_grams(search_text))`,
};

let database: TestDatabase;
let ledger: WriteLedger;
let servers: TestServer[];
let terminals: RoamingTerminal[];
/** A guest who left without paying before the migration. */
let left: number;

const leaveUnpaid = (id: number) =>
  aWork(
    (unit) => {
      const [date, out] = [day('2025-01-10'), day('2025-01-12')];
      unit.append(reservationStream, id, { type: 'GuestCheckedIn', data: { date } }, AT_DESK);
      return unit.append(reservationStream, id, { type: 'GuestCheckedOut', data: { date: out } }, AT_DESK);
    },
    { needs: [needStream(reservationStream, id)] },
  );

/** What nodes of this process write from now on is what the version before wrote; the migration is a process of its own. */
function asVersionBefore(): void {
  const columns = reservationStream.columns.filter((column) => column !== 'checkout_date');
  jest.replaceProperty(reservationStream, 'columns', columns);
  for (const table of [openStays, bookingTexts])
    jest.spyOn(table, 'apply').mockImplementation(async () => {});
}

beforeAll(async () => {
  database = await createTestDatabase();
  expect(await migrate()).toContain('データベースはこのバージョンになっています。');
  const node = openNode(database.url);
  ledger = await WriteLedger.open(node.store, ROOMS);
  left = (await node.store.execute(bookUnchecked('1001', '2025-01-10', '2025-01-12'))).id;
  await node.store.execute(leaveUnpaid(left));
  await node.close();
  asVersionBefore();
  const start = () => startTestServer({ databaseUrl: database.url, env: { MIGRATE: '0' } });
  servers = [await start(), await start()];
  terminals = servers.map(({ url }, index) => new RoamingTerminal(url, `端末${index}`));
});

afterAll(async () => {
  for (const terminal of terminals) terminal.close();
  await Promise.all(servers.map((server) => server.stop()));
  await database.drop();
});

async function migrate(): Promise<string> {
  const job = launch({ DATABASE_URL: database.url }, 'migrate');
  expect({ code: await job.ended, output: job.output() }).toMatchObject({ code: 0 });
  return job.output();
}

const migrations = async () =>
  (await rawQuery(database.url, 'select name from kysely_migration order by name')).map(({ name }) => name);
/** Columns, indexes and storage of the tables that the product reads. */
const shape = async () => {
  const columns = `select table_name, column_name, data_type from information_schema.columns where table_schema = 'public' order by 1, 2`;
  const indexes = `select tablename, regexp_replace(indexdef, 'INDEX \\S+ ON', 'INDEX ON') as definition
                   from pg_indexes where schemaname = 'public' order by 1, 2`;
  const storage = `select reloptions::text from pg_class where oid = 'public.bookings'::regclass`;
  return Promise.all([columns, indexes, storage].map((query) => rawQuery(database.url, query)));
};

/** Takes the newest migrations back, as the version before left the database. */
async function takeBackNewest(): Promise<void> {
  for (const [name, statements] of Object.entries(TAKEN_BACK).reverse()) {
    expect((await migrations()).at(-1)).toBe(name);
    if (statements) await rawQuery(database.url, `begin; lock log_head; ${statements}; commit`);
    await rawQuery(database.url, `delete from kysely_migration where name = '${name}'`);
  }
  await rawQuery(database.url, 'update read_model_form set form = 1');
}

test('migrations and a rebuild beside two nodes that take bookings and tell terminals: no request fails', async () => {
  const before = { names: await migrations(), shape: await shape() };
  const url = (index: number) => () => (servers[index] as TestServer).url;
  let isOver = false;
  const clients = [0, 1].map(async (index) => {
    while (!isOver && (await ledger.bookOne(url(index))));
  });
  for (let time = 0; time < TIMES; time += 1) {
    await takeBackNewest();
    expect(await shape()).not.toEqual(before.shape);
    const acknowledged = ledger.acknowledged.size;
    expect(await migrate()).toContain('新しい表に入れ替えています');
    expect(ledger.acknowledged.size).toBeGreaterThan(acknowledged);
    expect({ names: await migrations(), shape: await shape() }).toEqual(before);
    const found = `select o.id, b.checkout_date from open_stays o join bookings b using (id) where is_unpaid`;
    expect(await rawQuery(database.url, found)).toEqual([{ id: String(left), checkout_date: '2025-01-12' }]);
  }
  isOver = true;
  await Promise.all(clients);
  jest.restoreAllMocks();
  expect(ledger.answers.filter(({ status }) => status !== 201)).toEqual([]);
  // What the version before wrote after the swap lacks only what it does not know, until a rebuild (operations.md, Upgrade).
  const { fault } = await verifyReadModels(database.url, eventStoreParts(), READ_MODELS, () => undefined);
  expect(['booking_texts', undefined]).toContain(fault?.table);
  await rebuildAll(database.url);
  await survived({
    what: 'migration and rebuild beside two nodes that write',
    tried: TIMES,
    databaseUrl: database.url,
    ledger,
    terminals,
    figures: { migrations: TIMES * Object.keys(TAKEN_BACK).length },
  });
});
