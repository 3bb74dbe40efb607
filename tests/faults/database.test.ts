import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { addDays, type Day, day } from '@domain/dates.js';
import { expect, jest } from '@jest/globals';
import type { ErrorBody } from '@wire/errors.js';
import { requireStream } from '#backend/event-store/unit-of-work.js';
import { bookingTexts, roomClaims } from '#backend/reservations/derived-tables.projection.js';
import { reservationStream } from '#backend/streams/reservation.stream.js';
import { choosePostgresAccount, giveTo } from '#backend/tools/embedded-postgres/data-folder.js';
import { apiClient } from '../support/api-client.js';
import { filesIn } from '../support/backup-folders.js';
import { eventually } from '../support/eventually.js';
import {
  killAndWait,
  launchPostgres,
  newDataFolder,
  postmasterPid,
  query,
} from '../support/launched-postgres.js';
import { rawQuery } from '../support/log-rows.js';
import { launch, runCommand } from '../support/server.js';
import { AT_DESK, aWork, bookUnchecked } from '../support/store-node.js';
import { temporaryFolder } from '../support/temporary-file.js';
import { timesOf } from '../support/trial-size.js';
import { fault, hearsOfAll, type World } from './harness.js';
import { mountSmallDisk, type SmallDisk, whyNoSmallDisk } from './support/small-disk.js';
import { unlikeRebuilt } from './verdict.js';

/** PostgreSQL may need long to come back. */
const AFTER_A_CRASH = { within: 120_000 };

const LEDGER_MONTH = 'start_date=2096-01-01&end_date=2096-01-31';

fault(
  'stopped-postgres',
  'PostgreSQL stopped and started, then kill -9 of it, again and again, under load: 503 meanwhile, then all goes on',
  async (world) => {
    const { ledger } = world;
    const kills = timesOf(1, 10);
    const dataDir = newDataFolder();
    const postgres = await world.cluster(dataDir);
    const gate = await world.gate();
    const { url } = await world.node({ databaseUrl: gate.url });
    const api = world.api(url);
    // Every room may be booked before the server is back, and the connection that listens comes after the others.
    const isReady = () =>
      eventually(
        'the node is ready again',
        () => api.get('/health/ready'),
        ({ status }) => expect(status).toBe(200),
        AFTER_A_CRASH,
      );
    await world.openRooms();
    const allHeard = await hearsOfAll(world, url);
    await world.terminal(url);
    world.book(4, () => url);
    await ledger.moreBooked(40);

    const held = ledger.hold();
    await world.strike(() => Promise.all([gate.shut(), postgres.stop()]));
    await held;
    const lists = ['/health/ready', '/api/hotel', `/api/bookings?${LEDGER_MONTH}`];
    const answers = await Promise.all([
      ...[...lists, `/api/booking_type_diff?${LEDGER_MONTH}`, '/api/booking/9/history'].map((path) =>
        api.get(path),
      ),
      api.post('/api/weather', { date: '2096-01-01', weather: '晴れ' }),
      api.put('/api/booking/9/cancel', {}),
    ]);
    for (const { status, headers } of answers) {
      expect([status, Number(headers.get('retry-after')) > 0]).toEqual([503, true]);
    }
    expect((await api.get('/health/live')).status).toBe(200);
    expect(ledger.bookings.size).toBeLessThan(ledger.places);

    const { url: movedTo } = await launchPostgres(dataDir);
    world.databaseUrl = movedTo;
    await gate.reopen(movedTo);
    ledger.goOn();
    await ledger.moreBooked(30);
    await isReady();

    for (let kill = 0; kill < kills; kill += 1) {
      const killed = postmasterPid(dataDir);
      await world.strike(() => killAndWait(killed ?? 0));
      // Not before the one that was started in its place can have answered.
      await eventually(
        'another server is started',
        () => postmasterPid(dataDir),
        (pid) => ![killed, null].includes(pid),
        AFTER_A_CRASH,
      );
      await ledger.moreBooked(Math.floor(80 / kills));
    }
    await world.allBooked();
    await isReady();
    expect(ledger.answers.filter(({ status, retryAfter }) => status !== 201 && !retryAfter)).toEqual([]);
    await allHeard();
  },
);

/** The cluster with its write-ahead log on one small disk, the hotel's tables on the other. */
async function clusterOnSmallDisks(world: World) {
  const mount = (mebibytes: number): SmallDisk => {
    const disk = mountSmallDisk(mebibytes);
    world.later(disk.remove);
    return disk;
  };
  const disks = { log: mount(224), tables: mount(64) };
  const { url, superuserUrl } = await world.cluster(join(disks.log.folder, 'data'));
  world.later(disks.log.empty); // It could not be stopped without space.
  const place = join(disks.tables.folder, 'tables');
  mkdirSync(place, { mode: 0o700 });
  giveTo(choosePostgresAccount(null), place);
  const hotel = new URL(url).pathname.slice(1);
  await query(superuserUrl, `create tablespace small location '${place}'`);
  const elsewhere = superuserUrl.replace(`/${hotel}`, '/postgres');
  await query(elsewhere, `alter database ${hotel} set tablespace small`);
  return { disks, superuserUrl };
}

fault(
  'full-disk',
  'a full disk: 503 until there is space again, nothing is lost',
  async (world) => {
    const { ledger } = world;
    const { disks, superuserUrl } = await clusterOnSmallDisks(world);
    const { url } = await world.node();
    await world.openRooms();
    await world.terminal(url);
    const api = world.api(url);
    let date = day('2097-02-01');
    /** Notes the weather of one day after the other until that is refused. */
    const expectRefused = async (codes = ['database_full', 'http_503']) => {
      for (; ; date = addDays(date, 1)) {
        const answer = await api.post<ErrorBody>('/api/weather', { date, weather: '雪'.repeat(10) });
        const { status, headers, body } = answer;
        if (status === 201) continue;
        expect([status, Number(headers.get('retry-after')) > 0]).toEqual([503, true]);
        expect(codes).toContain(body.errors.map(({ code }) => code).join());
        expect([body.error, body.request_id]).toEqual([body.errors[0]?.message, expect.stringMatching(/./)]);
        date = addDays(date, 1);
        return;
      }
    };
    /** Writes are answered with 503 as long as a disk is full, then all goes on. */
    const whileFull = async (disk: SmallDisk, meanwhile: () => Promise<void>) => {
      await ledger.moreBooked(20);
      await world.strike(disk.fill);
      await Promise.all([expectRefused(), meanwhile()]);
      const held = ledger.hold();
      disk.empty();
      await held;
      const weather = { date: '2097-01-01', weather: '晴れ' };
      await eventually(
        'a write is taken again',
        async () => (await api.post('/api/weather', weather)).status,
        (status) => status === 201,
        AFTER_A_CRASH,
      );
      ledger.goOn();
    };
    world.book(3, () => url);

    await world.step('below the tables', async () => {
      for (let time = 0; time < timesOf(1, 4); time += 1) {
        await whileFull(disks.tables, async () => {
          await expectRefused(['database_full']);
          const { status, body } = await api.get('/health/ready');
          expect([status, JSON.stringify(body)]).toEqual([503, expect.stringContaining('disk is full')]);
          expect((await api.get(`/api/bookings?${LEDGER_MONTH}`)).status).toBe(200);
          await expectRefused(['database_full']);
        });
      }
      await ledger.moreBooked(20);
    });

    await world.step('below the write-ahead log, where PostgreSQL breaks down and comes back', async () => {
      ledger.goOn();
      /** The next file of the log is needed at once, not only after 16 MB of bookings. */
      const switchFiles = async () => {
        const isThere = () => query(superuserUrl, 'select pg_switch_wal()').then(Boolean, () => false);
        while (await isThere());
      };
      for (let time = 0; time < timesOf(1, 4); time += 1) await whileFull(disks.log, switchFiles);
      await world.allBooked();
    });
  },
  whyNoSmallDisk(),
);

/** Lists of the whole hotel, with the past that a source is asked for. */
async function listsOf(url: string, asOf: number | null): Promise<Record<string, unknown>> {
  const api = apiClient(url);
  const { today } = (await api.get<{ today: Day }>('/api/hotel')).body;
  const range = `start_date=${addDays(today, -30)}&end_date=${addDays(today, 60)}`;
  const past = asOf === null ? '' : `&as_of=${asOf}`;
  const statuses = ['failed', 'registered', 'cancelled', 'dismissed'];
  const paths = [
    ...['bookings', 'booking_type_diff', 'weather'].map((list) => `/api/${list}?${range}${past}`),
    `/api/rooms?year_month=${today.slice(0, 8)}01${past}`,
    ...['corporate_master', 'payment_master', 'blacklist'].map((list) => `/api/${list}?all=1`),
    ...['/api/staff', '/api/room-type-mappings', '/api/csv-imports'],
    ...statuses.map((status) => `/api/csv-reservations?status=${status}`),
  ];
  const answers = paths.map(async (path) => {
    const { status, body } = await api.get(path);
    expect({ path, status }).toEqual({ path, status: 200 });
    return [path.replace(past, ''), body];
  });
  return Object.fromEntries(await Promise.all(answers));
}

fault(
  'restore-drill',
  'a hotel is backed up beside writers, lost with its cluster, and serves from a fresh one what it was at that moment',
  async (world) => {
    const place = temporaryFolder();
    world.later(place.remove);
    const [evidence, evidenceCopy] = [place.pathOf('evidence'), place.pathOf('evidence-copy')];
    const [backup, keys] = [place.pathOf('backup'), place.pathOf('keys')];
    const [source, target] = [await world.cluster(newDataFolder()), await world.cluster(newDataFolder())];
    const serve = (databaseUrl: string, folder: string) =>
      world.nodeProcess({ DATABASE_URL: databaseUrl, SAMPLE_DATA: '1', EVIDENCE_DIR: folder });
    const { url } = await serve(source.url, evidence);
    const api = apiClient(url);
    expect((await api.post('/api/checkpoints', {})).status).toBe(201);
    cpSync(evidence, evidenceCopy, { recursive: true });
    const env = { DATABASE_URL: target.url, EVIDENCE_DIR: evidenceCopy };

    let isOver = false;
    const statuses: number[] = [];
    const writer = (async () => {
      const { today } = (await api.get<{ today: string }>('/api/hotel')).body;
      const tonight = `/api/bookings?start_date=${today}&end_date=${today}`;
      const [booking] = (await api.get<{ id: number }[]>(tonight)).body;
      for (let round = 0; !isOver; round += 1) {
        const paid = { payment_type: null, payment_flag: round % 2 };
        statuses.push((await api.post('/api/weather', { date: today, weather: `${round}` })).status);
        statuses.push((await api.post(`/api/booking/${booking?.id}/payment`, paid)).status);
      }
    })();
    const taken = await runCommand('backup', { DATABASE_URL: source.url }, backup, '--keys', keys);
    isOver = true;
    await writer;
    expect(taken).toMatchObject({ code: 0 });
    expect(filesIn(keys)).toContain('encryption_keys.copy.gz');
    expect(filesIn(backup)).not.toContain('encryption_keys.copy.gz');
    expect(statuses.filter((status) => status >= 300)).toEqual([]);
    const [head] = await rawQuery(source.url, 'select position from log_head');
    const said = taken.lines.find((line) => line.startsWith('位置 '));
    const position = Number(said?.match(/[\d,]+/)?.[0].replaceAll(',', ''));
    expect(position).toBeLessThan(Number(head?.position));
    expect(position).toBeGreaterThan(1_000);

    const restored = await world.strike(() => runCommand('restore', env, backup, '--without-keys'));
    expect(restored.lines).toContainEqual(expect.stringMatching(/^注意: 鍵なしで復元しました/));
    expect(restored.lines).toContain('判定: 合格');
    expect(restored).toMatchObject({ code: 0 });
    const names = `select count(*) filter (where state ->> 'reserverName' <> '削除済み') as names, count(*) from bookings`;
    const [shown] = await rawQuery(target.url, names);
    expect(shown).toMatchObject({ names: '0', count: expect.stringMatching(/^\d{3,}$/) });

    expect(await runCommand('restore-keys', env, keys)).toMatchObject({ code: 0 });
    const verified = await runCommand('verify', env);
    expect(verified.lines).toContainEqual(expect.stringMatching(/^合格 {3}署名: チェックポイント 1 件/));
    expect([verified.code, verified.lines.at(-1)]).toEqual([0, '判定: 合格']);

    const was = await listsOf(url, position);
    const is = await listsOf((await serve(target.url, evidenceCopy)).url, null);
    expect(Object.keys(is)).toHaveLength(14);
    for (const path of Object.keys(was))
      expect({ path, answer: is[path] }).toEqual({ path, answer: was[path] });
    world.ledger.acknowledged += position;
  },
);

/**
 * Statements that take the newest migrations back, oldest first; null for one that only changes data. One that is added to the
 * product is added here, so that each is once run beside nodes of the version before.
 */
const TAKEN_BACK: Record<string, string | null> = {
  '0022-move-in': `
    drop table move_in_rows, move_ins, move_in_mappings;
    alter table bookings drop column origin_key`,
  '0023-checkpoint-ends': 'drop table checkpoint_ends',
  '0024-staff-access': 'drop table staff_access',
  '0025-payment-day': 'drop index event_log_payment_day',
  '0026-file-runs': `
    alter table csv_imports drop column failures, drop column failure, drop column uid, drop column repeats;
    alter table move_ins drop column failures, drop column failure, drop column uid;
    drop index csv_imports_received_at_idx, idempotency_keys_streams_idx, idempotency_keys_expr_idx`,
  '0027-move-in-back': `
    alter table move_ins drop column looks, drop column takes_back;
    alter table move_in_rows drop column lines`,
  '0028-prepaid-words': 'drop table prepaid_words',
  '0029-money-day': 'alter index event_log_money_day rename to event_log_payment_day',
  '0030-day-closes': 'drop table day_closes',
  '0031-invoices': 'drop table invoices, company_stays',
  '0032-lodging-tax-rules': 'drop table lodging_tax_rules',
  '0033-money-masters': 'drop table cancellation_rules, charge_items',
  '0034-room-cleaning': 'drop table room_cleanings, room_departures',
  '0035-room-closures': `
    drop table room_closures;
    alter table room_claims drop column closure_id, alter column reservation_id set not null`,
  '0036-service-accounts': 'drop table service_accounts, service_keys, service_key_uses',
  '0037-guest-register': 'drop table guest_registers, register_records, passport_copies',
  '0038-webhooks': 'drop table webhooks, webhook_secrets, webhook_places, webhook_entries',
  '0039-waiting-list': 'drop table waiting_entries',
  '0040-guest-cards': `
    drop table guest_cards, guest_card_members;
    alter table booking_texts drop column guests`,
  '0041-ical-addresses': 'drop table ical_addresses, ical_secrets, ical_secret_uses',
};

/** Claim of a night while only bookings had claims. */
const CLAIMS_OF_BOOKINGS = {
  name: 'added_claims_of_bookings',
  sql: (rows: string) => `
    insert into room_claims (room_number, night, reservation_id)
    select room, night, id from jsonb_to_recordset(${rows}) as added(room text, night date, id int)`,
};

/** Texts of a booking as they were written before those that bookings of one guest share. */
const TEXTS_WITHOUT_GUESTS = {
  name: 'booking_search_texts_alone',
  sql: (rows: string) => `
    insert into booking_texts (id, search_text)
    select id, text from jsonb_to_recordset(${rows}) as written(id int, text text)
    on conflict (id) do update set search_text = excluded.search_text`,
};

/** Lets this process, before its first write, write as the version before did; the migration is a process of its own. */
function asVersionBefore(): void {
  const row = reservationStream.row.bind(reservationStream);
  jest.spyOn(reservationStream, 'row').mockImplementation((state) => {
    const { origin_key, ...others } = row(state);
    return others;
  });
  for (const [table, name, former] of [
    [roomClaims, 'added_claims', CLAIMS_OF_BOOKINGS],
    [bookingTexts, 'booking_search_texts', TEXTS_WITHOUT_GUESTS],
  ] as const) {
    const writes = table.writes.bind(table);
    jest
      .spyOn(table, 'writes')
      .mockImplementation(async (changed, client) =>
        (await writes(changed, client)).map((write) =>
          write.name === name ? { ...write, ...former } : write,
        ),
      );
  }
}

/** A guest who left without paying. */
const leaveUnpaid = (id: number) =>
  aWork(
    (unit) => {
      const [date, out] = [day('2025-01-10'), day('2025-01-12')];
      unit.append(reservationStream, id, { type: 'GuestCheckedIn', data: { date } }, AT_DESK);
      return unit.append(reservationStream, id, { type: 'GuestCheckedOut', data: { date: out } }, AT_DESK);
    },
    { requirements: [requireStream(reservationStream, id)] },
  );

async function migrate(databaseUrl: string): Promise<string> {
  const job = launch({ DATABASE_URL: databaseUrl }, 'migrate');
  expect({ code: await job.ended, output: job.output() }).toMatchObject({ code: 0 });
  return job.output();
}

/** Columns, indexes and storage of the tables that the product reads, and the names of the migrations. */
const SHAPE = [
  `select table_name, column_name, data_type from information_schema.columns where table_schema = 'public' order by 1, 2`,
  `select tablename, regexp_replace(indexdef, 'INDEX \\S+ ON', 'INDEX ON') as definition
   from pg_indexes where schemaname = 'public' order by 1, 2`,
  `select reloptions::text from pg_class where oid = 'public.bookings'::regclass`,
  'select name from kysely_migration order by name',
];
const shapeOf = (databaseUrl: string) => Promise.all(SHAPE.map((rows) => rawQuery(databaseUrl, rows)));

/** Takes the newest migrations back, as the version before left the database. */
async function takeBackNewest(databaseUrl: string): Promise<void> {
  for (const [name, statements] of Object.entries(TAKEN_BACK).reverse()) {
    const [newest] = await rawQuery(databaseUrl, 'select max(name) as name from kysely_migration');
    expect(newest?.name).toBe(name);
    if (statements) await rawQuery(databaseUrl, `begin; lock log_head; ${statements}; commit`);
    await rawQuery(databaseUrl, `delete from kysely_migration where name = '${name}'`);
  }
  await rawQuery(databaseUrl, 'update read_model_form set form = 1');
}

fault(
  'migration-beside-traffic',
  'migrations and a rebuild beside two nodes that take bookings and tell terminals: no request fails',
  async (world) => {
    const { ledger } = world;
    const url = await world.database();
    const times = timesOf(1, 5);
    expect(await migrate(url)).toContain('データベースはこのバージョンになっています。');
    asVersionBefore();
    // So many that the hotel is not full before the last migration is over.
    await world.openRooms(Array.from({ length: 20 * times }, (_, index) => String(2001 + index)));
    const { store } = world.store();
    const { id } = await store.execute(bookUnchecked('1001', '2025-01-10', '2025-01-12'));
    await store.execute(leaveUnpaid(id));
    const nodes = [await world.node({ env: { MIGRATE: '0' } }), await world.node({ env: { MIGRATE: '0' } })];
    for (const node of nodes) await world.terminal(node.url);
    const before = await shapeOf(url);
    world.book(2, (client) => nodes[client]?.url ?? '');
    for (let time = 0; time < times; time += 1) {
      await takeBackNewest(url);
      expect(await shapeOf(url)).not.toEqual(before);
      const booked = ledger.bookings.size;
      expect(await world.strike(() => migrate(url))).toContain('新しい表に入れ替えています');
      expect(ledger.bookings.size).toBeGreaterThan(booked);
      expect(await shapeOf(url)).toEqual(before);
      const found = `select o.id, b.checkout_date from open_stays o join bookings b using (id) where is_unpaid`;
      expect(await rawQuery(url, found)).toEqual([{ id: String(id), checkout_date: '2025-01-12' }]);
    }
    await ledger.hold();
    jest.restoreAllMocks();
    expect(ledger.answers.filter(({ status }) => status !== 201)).toEqual([]);
    // The version before does not know what a booking was moved in from; of those taken here that is nothing.
    expect(await unlikeRebuilt(url)).toBeNull();
    world.figures = { migrations: world.struck * Object.keys(TAKEN_BACK).length };
  },
);
