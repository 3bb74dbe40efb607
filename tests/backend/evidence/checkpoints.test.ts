import { createPublicKey, verify } from 'node:crypto';
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Checkpoint, EvidenceState } from '@wire/evidence.js';
import { CheckpointSchedule, CheckpointService } from '#backend/evidence/checkpoint.service.js';
import { isSignedBy, openEvidenceKey } from '#backend/evidence/evidence-folder.js';
import { createTestDatabase } from '#tests/support/database.js';
import { fakeIntervals } from '#tests/support/fake-intervals.js';
import { rawQuery, tamper } from '#tests/support/log-rows.js';
import { startTestServer, type TestServer } from '#tests/support/server.js';
import { sharedNodeOn, sharedServer } from '#tests/support/shared.js';
import { bookUnchecked, openNode, type StoreNode } from '#tests/support/store-node.js';
import { temporaryFolder } from '#tests/support/temporary-file.js';

const server = sharedServer();
const node = sharedNodeOn(() => server.databaseUrl);
let place: ReturnType<typeof temporaryFolder>;
let room = 1000;

beforeEach(async () => {
  place = temporaryFolder();
  // Each test has a folder, and a key, of its own.
  await rawQuery(server.databaseUrl, 'delete from checkpoint_ends');
});
afterEach(() => place.remove());

/** Books a room that no test has used yet; answers with the end of the log. */
async function book(on = node): Promise<number> {
  room += 1;
  return (await on.store.execute(bookUnchecked(String(room), '2026-11-01', '2026-11-02'))).id;
}

describe('the calls for checkpoints', () => {
  let server: TestServer;
  let node: StoreNode;

  beforeEach(async () => {
    server = await startTestServer();
    node = openNode(server.databaseUrl);
  });
  afterEach(async () => {
    await node.close();
    await server.stop();
  });

  const make = () => fetch(`${server.url}/api/checkpoints`, { method: 'POST' });
  const state = async (): Promise<EvidenceState> => (await fetch(`${server.url}/api/checkpoints`)).json();
  const gauge = async () => {
    const text = await (await fetch(`${server.url}/metrics`)).text();
    return /^hotel_log_tampered (\d)$/m.exec(text)?.[1];
  };
  const isGenuine = ({ signature, ...statement }: Checkpoint, folder: string): boolean => {
    const key = createPublicKey(readFileSync(join(folder, 'public-key.pem')));
    return verify(null, Buffer.from(JSON.stringify(statement)), key, Buffer.from(signature, 'base64'));
  };

  test('sign where the log stands, list the newest first, and sign nothing anew while the log stands still', async () => {
    await book(node);
    const empty = { checkpoints: [], trouble: null, every_minutes: 0, unreadable_lines: 0 };
    expect(await state()).toMatchObject(empty);
    const response = await make();
    expect(response.status).toBe(201);
    const checkpoint: Checkpoint = await response.json();
    const [head] = await rawQuery(server.databaseUrl, 'select log_id, position, hash from log_head');
    expect(checkpoint).toMatchObject({ log_id: head?.log_id, position: 1, hash: head?.hash?.slice(2) });
    const listed = await state();
    expect(listed.checkpoints).toEqual([checkpoint]);
    expect(listed.key_id).toBe(checkpoint.key_id);
    expect(isGenuine(checkpoint, listed.folder)).toBe(true);
    expect(isGenuine({ ...checkpoint, position: 2 }, listed.folder)).toBe(false);
    expect(await (await make()).json()).toEqual(checkpoint);
    expect((await state()).checkpoints).toHaveLength(1);
    await book(node);
    await make();
    expect((await state()).checkpoints.map(({ position }) => position)).toEqual([2, 1]);
  });

  test('refuse to sign a log that was tampered with, and say so until it is right again', async () => {
    await book(node);
    await make();
    await book(node);
    expect(await gauge()).toBe('0');
    const rename = (from: string, to: string) =>
      tamper(
        server.databaseUrl,
        `update event_log set terminal = '${to}' where terminal = '${from}' and position = 2`,
      );
    await rename('フロント1', 'フロント2');
    const refused = await make();
    expect(refused.status).toBe(409);
    const message = '位置 2: イベントの内容がハッシュの連鎖と一致しません。';
    expect(await refused.json()).toMatchObject({ error: message });
    expect(await state()).toMatchObject({
      trouble: message,
      checkpoints: [{ position: 1 }],
    });
    expect(await gauge()).toBe('1');

    await rename('フロント2', 'フロント1');
    expect((await make()).status).toBe(201);
    expect(await state()).toMatchObject({ trouble: null, checkpoints: [{ position: 2 }, {}] });
    expect(await gauge()).toBe('0');
  });
});

test('a node beside a newer version that signs in another format serves on, signs no more and says so', async () => {
  const older = await startTestServer();
  const call = async (path: string, method = 'GET') => (await fetch(older.url + path, { method })).text();
  try {
    const { folder }: EvidenceState = JSON.parse(await call('/api/checkpoints'));
    expect(JSON.parse(await call('/health/ready')).parts.checkpoints).toBe('ok');
    appendFileSync(join(folder, 'checkpoints.ndjson'), '{"format":3}\n');
    expect(await call('/api/checkpoints', 'POST')).toContain('このサーバーは署名しません');
    expect(readFileSync(join(folder, 'checkpoints.ndjson'), 'utf8')).toBe('{"format":3}\n');
    expect(JSON.parse(await call('/health/ready'))).toMatchObject({
      status: 'ok',
      parts: { checkpoints: 'left to the nodes of a newer version' },
    });
    const metrics = await call('/metrics');
    expect(metrics).toMatch(/^hotel_checkpoint_refused 1$/m);
    expect(metrics).toMatch(/^hotel_log_tampered 0$/m);
  } finally {
    await older.stop();
  }
});

describe('the schedule of checkpoints', () => {
  const config = () => ({
    ...{ evidenceDir: place.pathOf('evidence'), checkpointMinutes: 60, checkpointCopyDir: null },
  });
  const positions = async () =>
    (await new CheckpointService(server.databaseUrl, config()).evidence()).checkpoints.map(
      ({ position }) => position,
    );

  beforeEach(fakeIntervals);
  afterEach(() => void jest.useRealTimers());

  const anHour = () => jest.advanceTimersByTime(3_600_000);

  test('signs at the start, each time that the log has moved, and at an orderly end', async () => {
    const schedule = new CheckpointSchedule(new CheckpointService(server.databaseUrl, config()));
    const first = await book();
    schedule.start(60);
    await schedule.running;
    expect(jest.getTimerCount()).toBe(1);
    anHour();
    await schedule.running;
    expect(await positions()).toEqual([first]);

    await book();
    anHour();
    await schedule.running;
    expect(await positions()).toEqual([first, first + 1]);

    await book();
    await schedule.onApplicationShutdown();
    await schedule.onApplicationShutdown();
    expect(await positions()).toEqual([first, first + 1, first + 2]);
    expect(jest.getTimerCount()).toBe(0);
  });

  test('never signs when it is switched off', async () => {
    const schedule = new CheckpointSchedule(new CheckpointService(server.databaseUrl, config()));
    await book();
    schedule.start(0);
    await schedule.onApplicationShutdown();
    expect(jest.getTimerCount()).toBe(0);
    expect(await positions()).toEqual([]);
  });

  test('goes on after the database was away', async () => {
    const address = { current: Object.assign(new URL(server.databaseUrl), { pathname: '/none' }).href };
    const make = () => new CheckpointService(address.current, config()).make();
    const schedule = new CheckpointSchedule({ make } as CheckpointService);
    const position = await book();
    schedule.start(60);
    await schedule.running;
    expect(await positions()).toEqual([]);
    address.current = server.databaseUrl;
    anHour();
    await schedule.running;
    expect(await positions()).toEqual([position]);
  });
});

describe('the evidence folder', () => {
  const folder = () => place.pathOf('evidence');
  const file = (name: string) => `${folder()}/${name}`;
  const newService = (url = server.databaseUrl, checkpointCopyDir: string | null = null) =>
    new CheckpointService(url, { evidenceDir: folder(), checkpointMinutes: 0, checkpointCopyDir });

  test('gets one pair of keys, however many begin at once, and nothing else stays behind', async () => {
    const keys = await Promise.all(Array.from({ length: 8 }, () => openEvidenceKey(folder())));
    expect(new Set(keys.map(({ id }) => id)).size).toBe(1);
    expect(readdirSync(folder()).sort()).toEqual(['private-key.pem', 'public-key.pem']);
    expect(statSync(file('private-key.pem')).mode & 0o777).toBe(0o600);
    expect(readFileSync(file('public-key.pem'), 'utf8')).toBe(keys[0]?.publicPem);
    expect((await openEvidenceKey(folder())).id).toBe(keys[0]?.id);
  });

  test('is shared by two nodes without a checkpoint twice or torn', async () => {
    const services = [newService(), newService()];
    for (let round = 0; round < 3; round += 1) {
      const position = await book();
      const made = await Promise.all(services.flatMap((service) => [service.make(), service.make()]));
      expect(made.map((checkpoint) => checkpoint.position)).toEqual(Array(4).fill(position));
    }
    const { checkpoints, unreadable, key } = await newService().evidence();
    expect(checkpoints).toHaveLength(3);
    expect(unreadable).toBe(0);
    expect(checkpoints.every((checkpoint) => isSignedBy(key.publicKey, checkpoint))).toBe(true);
  });

  test('of another log is refused, with a word on what to do', async () => {
    await book();
    await newService().make();
    const other = await createTestDatabase();
    await rawQuery(other.url, 'update log_head set log_id = gen_random_uuid()');
    await expect(newService(other.url).make()).rejects.toThrow(/別のログのものです。.*EVIDENCE_DIR/);
    await other.drop();
  });

  test('that lost its private key gets no new one', async () => {
    await book();
    await newService().make();
    rmSync(file('private-key.pem'));
    const service = newService();
    await expect(service.make()).rejects.toThrow(/秘密鍵がありません/);
    expect(service.isTampered).toBe(false);
    expect(readdirSync(folder())).not.toContain('private-key.pem');
  });

  test('that cannot be used is named', async () => {
    mkdirSync(folder());
    mkdirSync(file('private-key.pem'));
    const refusal = {
      status: 409,
      message: expect.stringContaining(`証跡フォルダー ${folder()} を読み書きできません`),
    };
    await expect(newService().make()).rejects.toMatchObject(refusal);
  });
});
