import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { day } from '@domain/dates.js';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { LOG_TABLES, openBackup, openPart, SECRET_TABLES } from '#backend/backup/backup-folder.js';
import { restoreBackup, restoreKeys } from '#backend/backup/restore-backup.js';
import { takeBackup } from '#backend/backup/take-backup.js';
import { renewReadModels, verifyReadModels } from '#backend/event-store/rebuild/rebuild.js';
import { requireStream } from '#backend/event-store/unit-of-work.js';
import { openLongRunningClient } from '#backend/platform/database.js';
import { knownMigrations, migrateWithin } from '#backend/platform/migrate.js';
import { reservationStream } from '#backend/streams/reservation.stream.js';
import { eventStoreParts, READ_MODELS } from '#backend/streams.js';
import { filesIn, tablesOf } from '../support/backup-folders.js';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../support/database.js';
import { dumpOf, rawLog, rawQuery, wordsIn } from '../support/log-rows.js';
import { AT_DESK, aWork, bookUnchecked, openNode, recordWeather } from '../support/store-node.js';
import { temporaryFolder } from '../support/temporary-file.js';

/** Tables that a backup omits, and why. */
const LEFT_OUT: Record<string, string> = {
  sessions: 'who was signed in signs in again',
  one_time_codes: 'valid for a day, and once; an admin makes a new one',
  presence: 'the terminals send anew which bookings they have open',
  sign_in_attempts: 'failed attempts of the last minutes',
  backups: 'the restore itself says which backup it was',
  checkpoint_ends: 'a restored log may be older than its evidence, and begins a folder of its own',
  move_ins: 'a file of another system is uploaded again; what was moved in is known by the log',
  move_in_rows: 'rows of such files',
  move_in_mappings: 'chosen anew with the next file',
  service_key_uses: 'when a key was last used; told anew with the next use',
  ical_secret_uses: 'when an address was last read; told anew with the next time',
  read_model_form: 'made by the migrations',
  kysely_migration: 'made by the migrations',
  kysely_migration_lock: 'made by the migrations',
};

const GUEST = '山田 花子';
const place = temporaryFolder();
const databases: TestDatabase[] = [];
const silent = () => undefined;

async function fresh(make: () => Promise<TestDatabase>): Promise<string> {
  const database = await make();
  databases.push(database);
  return database.url;
}

const backUp = (url: string, name: string) =>
  takeBackup(url, { folder: place.pathOf(name), keysFolder: null, productVersion: '1.2.3' }, silent);

/** A database restored from a backup, with its read models. */
async function restored(name: string, withKeys = true): Promise<string> {
  const url = await fresh(createEmptyDatabase);
  await restoreBackup(url, await openBackup(place.pathOf(name), withKeys ? null : 'none'), silent);
  await renewReadModels(url, eventStoreParts(), READ_MODELS, silent);
  expect((await verifyReadModels(url, eventStoreParts(), READ_MODELS, silent)).fault).toBeNull();
  return url;
}

const rowsOf = async (url: string, table: string) =>
  (await rawQuery(url, `select row_to_json(t)::text as row from ${table} t order by 1`)).map(
    ({ row }) => row,
  );

/** A hotel with something in every table that is no projection; `booking` has the guest. */
async function filledHotel(): Promise<{ url: string; booking: number }> {
  const url = await fresh(createTestDatabase);
  const node = openNode(url);
  const odd = 'タブ\t改行\n逆斜線\\ "引用" \\N \\.';
  const { id } = await node.store.execute(
    bookUnchecked('1001', '2026-11-01', '2026-11-03', { guestName1: GUEST, notes: odd }),
  );
  const idempotency = { key: '00000000-0000-4000-8000-000000000001', fingerprint: Buffer.alloc(32, 7) };
  await node.store.execute(recordWeather(day('2026-11-01'), '晴れ', { idempotency }));
  await node.close();
  await rawQuery(
    url,
    `insert into password_hashes (staff_id, hash) values (3, '$argon2id$secret');
     insert into csv_imports (file_name, digest, dry_run, status, rows, request_id, finished_at)
       values ('予約.csv', decode(repeat('ab', 32), 'hex'), false, 'done', 1, 'request-1', clock_timestamp());
     insert into csv_import_rows (import_id, line, step, reservation_key, kind, revision, digest, text, result)
       values (1, 2, 1, E'site\\nA1', 'new', now(), 'd', '${GUEST},090', '{"outcome":"failed"}')`,
  );
  return { url, booking: id };
}

/** Read only: what a test writes goes into a hotel of its own. */
let source: string;
let booking: number;

beforeAll(async () => {
  ({ url: source, booking } = await filledHotel());
  await backUp(source, 'whole');
});

afterAll(async () => {
  place.remove();
  for (const database of databases) await database.drop();
});

describe('a backup', () => {
  test('knows of every table: it holds it, it is built from the log, or there is a reason to do without', async () => {
    const held = [...LOG_TABLES, ...SECRET_TABLES].map(({ name }) => name);
    const known = [...held, ...READ_MODELS.tables, ...Object.keys(LEFT_OUT)];
    expect((await tablesOf(source)).filter((table) => !known.includes(table))).toEqual([]);
    expect(known.filter((table) => known.indexOf(table) !== known.lastIndexOf(table))).toEqual([]);
  });

  test('can be read by its owner only, and holds nobody by name outside of the keys', () => {
    const files = filesIn(place.pathOf('whole')).map((file) => join(place.pathOf('whole'), file));
    for (const path of files) expect(statSync(path).mode & 0o077).toBe(0);
    const isOpen = (path: string) => path.endsWith('.gz') && !path.includes('/keys/');
    const open = files.filter(isOpen).map((path) => gunzipSync(readFileSync(path)).toString());
    expect(open).toHaveLength(LOG_TABLES.length);
    const text = open.join();
    expect(wordsIn(text, [GUEST, 'argon2id'])).toEqual([]);
    expect(text).toContain('ReservationCreated');
  });

  test('restores to the same log, to the last byte, and to everything else that is no projection', async () => {
    const url = await restored('whole');
    const withoutTransaction = async (from: string) =>
      (await rawLog(from)).map(({ transaction, ...row }) => row);
    expect(await withoutTransaction(url)).toEqual(await withoutTransaction(source));
    for (const { name } of [...LOG_TABLES, ...SECRET_TABLES]) {
      expect({ name, rows: await rowsOf(url, name) }).toEqual({ name, rows: await rowsOf(source, name) });
    }
    for (const table of READ_MODELS.tables)
      expect(await rowsOf(url, table)).toEqual(await rowsOf(source, table));
    const [next] = await rawQuery(url, `select nextval(pg_get_serial_sequence('csv_imports', 'id')) as id`);
    expect(next?.id).toBe('2');
    const aged = 'select backup_id, position, taken_at from backups';
    expect(await rawQuery(url, aged)).toEqual(await rawQuery(source, aged));
  });

  test('is one snapshot: later writes are in none of its files', async () => {
    const { url: own } = await filledHotel();
    const node = openNode(own);
    const [taken] = await Promise.all([
      backUp(own, 'beside'),
      ...Array.from({ length: 20 }, (_, night) =>
        node.store.execute(bookUnchecked('1002', `2027-01-${10 + night}`, `2027-01-${11 + night}`)),
      ),
    ]);
    await node.close();
    const url = await restored('beside');
    const log = await rawLog(url);
    expect(log).toHaveLength(taken.position);
    const sealed = log.filter(({ payload }) => payload.includes('"personal"')).map(({ stream }) => stream);
    const keys = await rawQuery(url, 'select stream from encryption_keys');
    expect(keys.map(({ stream }) => stream).sort()).toEqual([...new Set(sealed)].sort());
  });
});

describe('an older backup', () => {
  test('restores into this version', async () => {
    const old = await fresh(createEmptyDatabase);
    const client = await openLongRunningClient(old);
    await migrateWithin(client, '0005-event-search');
    await client.end();
    // As written by a version that had only these columns.
    for (const name of ['event_log', 'log_head', 'encryption_keys']) {
      const rows = (await rowsOf(source, name)).join(',').replaceAll("'", "''");
      await rawQuery(
        old,
        `${name === 'log_head' ? 'delete from log_head; ' : ''}insert into ${name} select * from json_populate_recordset(null::${name}, '[${rows}]')`,
      );
    }
    expect((await backUp(old, 'old')).migration).toBe('0005-event-search');
    const url = await restored('old');
    const rows = await rawQuery(url, 'select name from kysely_migration order by name');
    expect(rows.map(({ name }) => name)).toEqual(await knownMigrations());
    expect(await dumpOf(url)).toContain(GUEST);
  });
});

describe('a backup without its keys', () => {
  test('restores without names, which the keys bring back, except for guests erased since', async () => {
    const url = await restored('whole', false);
    expect(wordsIn(await dumpOf(url), [GUEST])).toEqual([]);
    const node = openNode(url);
    const written = await node.store.execute(
      bookUnchecked('1003', '2026-12-01', '2026-12-02', { guestName1: '後の客' }),
    );
    const part = await openPart(join(place.pathOf('whole'), 'keys'), 'keys');
    expect(await restoreKeys(url, part)).toEqual({ restored: 1, erased: 0, replaced: 0, others: true });
    expect(await restoreKeys(url, part)).toEqual({ restored: 0, erased: 0, replaced: 1, others: false });
    const read = async (id: number) => (await node.store.readStream(reservationStream, id))[0]?.data;
    expect(await read(booking)).toMatchObject({ guestName1: GUEST });
    expect(await read(written.id)).toMatchObject({ guestName1: '後の客' });
    for (const { name } of SECRET_TABLES.slice(1))
      expect(await rowsOf(url, name)).toEqual(await rowsOf(source, name));
    await node.close();
  });

  test('does not bring a guest back who was erased since', async () => {
    const url = await restored('whole', false);
    const node = openNode(url);
    const event = { type: 'PersonalDataErased', data: { reason: '本人からの請求' } } as const;
    await node.store.execute(
      aWork((unit) => unit.append(reservationStream, booking, event, AT_DESK), {
        requirements: [requireStream(reservationStream, booking)],
      }),
    );
    const part = await openPart(join(place.pathOf('whole'), 'keys'), 'keys');
    expect(await restoreKeys(url, part)).toEqual({ restored: 0, erased: 1, replaced: 0, others: false });
    expect(wordsIn(await dumpOf(url), [GUEST])).toEqual([]);
    await node.close();
  });

  test('takes the keys of no other log', async () => {
    const other = await fresh(createTestDatabase);
    const part = await openPart(join(place.pathOf('whole'), 'keys'), 'keys');
    await expect(restoreKeys(other, part)).rejects.toThrow(/この鍵は別のログのもの/);
    expect(await rowsOf(other, 'encryption_keys')).toEqual([]);
  });
});
