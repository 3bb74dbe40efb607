import { day } from '@domain/dates.js';
import { expect } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import type { ErrorBody } from '@wire/errors.js';
import type { EventPage } from '@wire/event-record.js';
import fc from 'fast-check';
import { verifyLog } from '#backend/event-store/verify-log.js';
import { CheckpointService } from '#backend/evidence/checkpoint.service.js';
import { markOf } from '#backend/evidence/evidence-folder.js';
import { openClient } from '#backend/platform/database.js';
import type { UnreadableEventError } from '#backend/platform/errors.js';
import { createTestDatabase } from '../support/database.js';
import { downloadPackage, linesOf, UnpackedPackage } from '../support/evidence-package.js';
import { appendForeign } from '../support/foreign-events.js';
import { rawLog, rawQuery } from '../support/log-rows.js';
import { packageLog } from '../support/resigned-package.js';
import { launch } from '../support/server.js';
import { amendUnchecked, bookUnchecked, openNode, recordWeather } from '../support/store-node.js';
import { readStoredLog, replaceStoredLog, unguardLog } from '../support/stored-log.js';
import { anyChange, type Change, forgedAt, type TamperedLog } from '../support/tampering.js';
import { temporaryFolder } from '../support/temporary-file.js';
import { timesOf } from '../support/trial-size.js';
import { fault } from './harness.js';
import { byteChange, logOf } from './support/tampered-package.js';
import { unlikeRebuilt } from './verdict.js';

type Malformed = { stream: string; type: string; payload: string; version?: number };
const MALFORMED: Record<string, (at: number, booking: { id: number; damaged: string }) => Malformed> = {
  'data without its fields': (at) => ({
    ...{ stream: `reservation-${at}`, type: 'ReservationCreated', payload: '{}' },
  }),
  'an unknown type': (at) => ({ stream: `reservation-${at}`, type: 'GuestVanished', payload: '{}' }),
  'an unknown kind of stream': (at) => ({ stream: `diary-${at}`, type: 'WeatherSet', payload: '{}' }),
  'what is no stream': () => ({ stream: 'garbage', type: 'WeatherSet', payload: '{}' }),
  'data that is none': (at) => ({ stream: `reservation-${at}`, type: 'GuestCheckedIn', payload: 'null' }),
  'personal data that is damaged': (_, { id, damaged }) => ({
    ...{ stream: `reservation-${id}`, version: 2, type: 'ReservationAmended', payload: damaged },
  }),
};

fault('malformed-event', 'an event in the log that cannot be read', async (world) => {
  const url = await world.database();
  await world.openRooms();
  const node = await world.node();
  const api = world.api(node.url);
  await world.terminal(node.url);
  await world.ledger.bookOne(() => node.url);
  const [{ id } = { id: 0 }] = [...world.ledger.bookings.values()];
  const { payload = '' } = (await rawLog(url)).find(({ position }) => Number(position) === id) ?? {};
  const { personal } = JSON.parse(payload);
  const damaged = JSON.stringify({ personal: { ...personal, data: `AAAA${personal.data.slice(4)}` } });
  world.isRebuildable = false; // Every event below is one of which no table can be built.
  const malformed: number[] = [];

  for (const [kind, eventAt] of Object.entries(MALFORMED))
    await world.step(`a hotel goes on taking bookings and telling terminals behind ${kind}`, async () => {
      const [head] = await rawQuery(url, 'select position from log_head');
      const event = eventAt(Number(head?.position) + 1, { id, damaged });
      malformed.push(
        await world.strike(() => appendForeign(url, { version: 1, schemaVersion: 1, ...event })),
      );
      const found = await unlikeRebuilt(url).catch(({ position }: UnreadableEventError) => position);
      expect(malformed).toContain(found);
      world.ledger.goOn();
      await world.ledger.bookOne(() => node.url);
      expect(world.ledger.unknown).toBe(0);
    });

  await world.step(
    'the log is read page by page, as lines and as a table, each of them in its place',
    async () => {
      const positions: number[] = [];
      const unreadable: number[] = [];
      for (let after: number | null = 0; after !== null; ) {
        const path: string = `/api/events?after=${after}&limit=5`;
        const { status, body } = await api.get<EventPage>(path);
        expect(status).toBe(200);
        positions.push(...body.events.map(({ position }) => position));
        for (const { position, label, subject, stored } of body.events) {
          if (label !== '読み取れない記録') continue;
          unreadable.push(position);
          expect(subject).toMatch(`記録番号 ${position} は読み取れません (`);
          expect(stored).not.toBe('');
        }
        after = body.next;
      }
      expect(positions).toEqual((await rawLog(url)).map(({ position }) => Number(position)));
      expect(unreadable).toEqual(malformed);
      for (const accept of ['application/x-ndjson', 'text/csv']) {
        const { status, text } = await api.get('/api/events', { accept });
        const named = text.match(/記録番号 \d+ は読み取れません/g)?.length;
        expect([accept, status, named]).toEqual([accept, 200, malformed.length]);
      }
    },
  );

  await world.step('what needs the event says where it stands; everything else is answered', async () => {
    const { status, body } = await api.get<ErrorBody>(`/api/booking/${id}/history`);
    expect([status, body.errors[0]?.code]).toEqual([500, 'unreadable_event']);
    const text = `記録番号 ${malformed.at(-1)} を読み取れません。npm run verify で確認してください。`;
    expect(body.error).toBe(text);
    const days = 'start_date=2096-01-01&end_date=2096-01-31';
    for (const path of [`bookings?${days}`, `booking_type_diff?${days}`, `booking/${id}`, 'handover']) {
      const answer = await api.get<BookingRecord>(`/api/${path}`);
      expect({ path, status: answer.status }).toEqual({ path, status: 200 });
    }
  });

  await world.step('verify and rebuild name it, and leave the tables as they are', async () => {
    const bookings = () => rawQuery(url, 'select id, version, state::text from bookings order by id');
    const before = await bookings();
    for (const [command, named] of [
      ['verify', '不合格 表: '],
      ['rebuild', ''],
    ] as const) {
      const program = launch({ DATABASE_URL: url }, command);
      expect(await program.ended).toBe(1);
      expect(program.output()).toContain(`${named}記録番号 ${malformed[0]} を読み取れません`);
    }
    expect(await bookings()).toEqual(before);
  });
});

/** The positions between the checkpoints around a position, the later one included. */
function stretchAround(checkpoints: readonly number[], position: number): [first: number, last: number] {
  const before = checkpoints.findLast((checkpoint) => checkpoint < position) ?? 0;
  return [before + 1, checkpoints.find((checkpoint) => checkpoint >= position) ?? Number.POSITIVE_INFINITY];
}

/** Expects some positions within a stretch. */
function expectWithin(stretch: [number, number], from: number, to = from): void {
  expect(from).toBeGreaterThanOrEqual(stretch[0]);
  expect(to).toBeLessThanOrEqual(stretch[1]);
}

fault('tampered-log', 'a log that its owner has changed', async (world) => {
  const { url, drop } = await createTestDatabase();
  world.later(drop);
  const folder = temporaryFolder();
  world.later(folder.remove);
  const { store, close } = openNode(url);
  const evidenceDir = folder.pathOf('evidence');
  const desk = new CheckpointService(url, { evidenceDir, checkpointMinutes: 0, checkpointCopyDir: null });
  // Three kinds of events on streams of one to many versions, with a checkpoint after every eight of them.
  const { id } = await store.execute(bookUnchecked('1001', '2026-11-01', '2026-11-02'));
  for (let event = 1; event < 32; event += 1) {
    if (event % 8 === 0) await desk.make();
    const room = String(1001 + event);
    const date = day(`2026-11-0${1 + (event % 4)}`);
    if (event % 3 === 0) await store.execute(recordWeather(date, `晴${event}`));
    else if (event % 3 === 1) await store.execute(amendUnchecked({ [id]: { roomNumber: room } }));
    else await store.execute(bookUnchecked(room, '2026-12-01', '2026-12-02', { guestName1: '山田' }));
  }
  await desk.make();
  await close();
  const marks = (await desk.evidence()).checkpoints.map(markOf);
  await unguardLog(url);
  const client = await openClient(url, () => undefined);
  world.later(() => client.end());
  const log = await readStoredLog(client);
  type Against = Parameters<typeof verifyLog>[1];
  /** Returns the fault found once something was done to the log, which is as before afterwards. */
  const faultAfter = async (change: () => Promise<unknown>, against: Against = { marks }) => {
    await client.query('begin');
    try {
      await change();
      return (await verifyLog(client, against)).fault;
    } finally {
      await client.query('rollback');
    }
  };
  const faultOf = (other: TamperedLog, against?: Against) =>
    faultAfter(() => replaceStoredLog(client, other), against);

  await world.step(
    'passes as it was written, also after it was put back, and tells how far it is',
    async () => {
      expect(marks.map(({ position }) => position)).toEqual([8, 16, 24, 32]);
      const last = marks.at(-1);
      const good = { logId: last?.logId, position: 32, hash: last?.hash, head: 32, fault: null };
      expect(await verifyLog(client, { marks })).toEqual(good);
      expect(await faultOf(log)).toBeNull();
      expect(await verifyLog(client, { marks, from: marks[1] })).toEqual(good);
      const told: number[][] = [];
      await verifyLog(client, { progress: (...progress) => told.push(progress) });
      expect(told).toEqual([[32, 32]]);
    },
  );

  await world.step('shows every random change, with the first bad position', async () => {
    const seen = new Set<string>();
    const positions = marks.map(({ position }) => position);
    const expectFound = async ({ name, log: tampered, exact, around = 0 }: Change) => {
      seen.add(name.replace(/ of \d+| \d+/, ''));
      const found = await world.strike(() => faultOf(tampered));
      if (exact !== undefined) return expect(found).toMatchObject({ position: exact });
      const [first, last] = stretchAround(positions, around);
      expectWithin([first, last], found?.position ?? 0);
      if (found?.kind === 'checkpoint') expect([found.after, found.position]).toEqual([first - 1, last]);
    };
    await fc.assert(fc.asyncProperty(anyChange(log), expectFound), { numRuns: timesOf(1_000, 20_000) });
    world.figures = { 'kinds of changes': seen.size };
    expect(seen.size).toBeGreaterThan(25);
    expect((await verifyLog(client, { marks })).fault).toBeNull();
  });

  await world.step('shows a chain computed anew only against a checkpoint', async () => {
    const chained = forgedAt(log, 10);
    expect(await faultOf(chained)).toEqual({ kind: 'checkpoint', position: 16, after: 8 });
    expect(await faultOf(chained, {})).toBeNull();
    const byNewest = await faultOf(chained, { marks, from: marks.at(-1) });
    expect(byNewest).toMatchObject({ kind: 'checkpoint', position: 32 });
  });

  await world.step('shows another log in the place of the one that was signed', async () => {
    const renamed = await faultAfter(() => client.query('update log_head set log_id = gen_random_uuid()'));
    expect(renamed?.kind).toBe('other-log');
  });
});

const CHECKPOINTS = [4, 8, 12];

const shown = (position: number) => position.toLocaleString('ja-JP');

fault('tampered-package', 'an evidence package that was changed', async (world) => {
  const unpacked = new UnpackedPackage(new Map());
  world.later(() => unpacked.remove());
  await world.database();
  const server = await world.node();
  const { store } = world.store();
  const { id } = await store.execute(bookUnchecked('1001', '2026-11-01', '2026-11-02'));
  for (let event = 1; event < 12; event += 1) {
    if (event % 4 === 0) await fetch(`${server.url}/api/checkpoints`, { method: 'POST' });
    if (event % 2 === 0) await store.execute(recordWeather(day('2026-11-01'), `晴${event}`));
    else await store.execute(amendUnchecked({ [id]: { roomNumber: String(1001 + event) } }));
  }
  const files = await downloadPackage(server.url);
  const env = { EVIDENCE_DIR: unpacked.pathOf('other-key') };
  await rawQuery(world.databaseUrl, 'delete from checkpoint_ends'); // Nobody else may begin a second key.
  const other = await world.node({ env });
  /** The same hotel's package, signed with another key. */
  const foreign = await downloadPackage(other.url).finally(other.stop);
  /** Returns the verdict of the package's own program when some of its files are others. */
  const verdictOf = async (changed: Iterable<[string, Buffer | string]>, ...args: string[]) => {
    for (const [name, bytes] of [...files, ...changed]) unpacked.put(name, bytes);
    const { code, lines } = await unpacked.verify(...args);
    return { code, lines, last: lines.at(-1) ?? '' };
  };
  const numRuns = timesOf(40, 500);
  expect(await verdictOf([])).toMatchObject({ code: 0, last: '判定: 合格' });

  await world.step('finds every random change of the log, and names the first bad position', async () => {
    const changes = anyChange(logOf(files)).filter(({ name }) => name !== 'the head row');
    const expectFound = async ({ log: { rows }, exact, around = 0 }: Change) => {
      const { code, last } = await world.strike(() => verdictOf([['log.ndjson', packageLog(rows)]]));
      expect(code).toBe(1);
      if (exact !== undefined) return expect(last).toBe(`判定: 不合格 位置 ${shown(exact)}`);
      const [, from, to = from] = /位置 (\d+)(?:〜(\d+))?$/.exec(last) ?? [];
      expectWithin(stretchAround(CHECKPOINTS, around), Number(from), Number(to));
    };
    await fc.assert(fc.asyncProperty(changes, expectFound), { numRuns });
  });

  await world.step('finds every random change of a byte, in whatever file', async () => {
    const expectFound = async ({ name, bytes }: { name: string; bytes: Buffer }) => {
      fc.pre(!bytes.equals(files.get(name) ?? Buffer.alloc(0)));
      const { code, last } = await world.strike(() => verdictOf([[name, bytes]]));
      expect([code, last]).toEqual([1, expect.stringMatching(/^判定: 不合格/)]);
    };
    await fc.assert(fc.asyncProperty(byteChange(files), expectFound), { numRuns });
  });

  await world.step('finds a chain computed anew, between the checkpoints around it', async () => {
    const { lines, last } = await verdictOf([['log.ndjson', packageLog(forgedAt(logOf(files), 6).rows)]]);
    expect(lines).toContain('不合格 チェックポイントとの一致: 位置 5〜8: 署名されたハッシュと違います。');
    expect(last).toBe('判定: 不合格 位置 5〜8');
  });

  await world.step('tells which events no checkpoint covers', async () => {
    const [first = '', second = ''] = linesOf(files, 'checkpoints.ndjson');
    const { lines } = await verdictOf([['checkpoints.ndjson', `${first}\n${second}\n`]]);
    expect(lines).toContain('注意   末尾: 位置 9〜12 は署名の対象外です。');
  });

  await world.step('holds a package made anew with another key against checkpoints from before', async () => {
    expect((await verdictOf(foreign)).last).toBe('判定: 合格');
    const before = files.get('checkpoints.ndjson') ?? '';
    const { code, lines } = await verdictOf([...foreign, ['2026-10.ndjson', before]], '2026-10.ndjson');
    expect(code).toBe(1);
    expect(lines).toContainEqual(expect.stringMatching(/^不合格 署名: 位置 4: /));
  });

  await world.step('says which file is missing', async () => {
    const alone = new UnpackedPackage(new Map([...files].filter(([name]) => name !== 'log.ndjson')));
    const { code, lines } = await alone.verify();
    alone.remove();
    expect(code).toBe(2);
    expect(lines).toEqual([expect.stringMatching(/log\.ndjson がありません。$/)]);
  });
});
