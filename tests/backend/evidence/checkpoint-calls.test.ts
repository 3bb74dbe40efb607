import { createPublicKey, verify } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Checkpoint, EvidenceState } from '@wire/evidence.js';
import { rawQuery, tamper } from '../../support/log-rows.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { bookUnchecked, openNode, type StoreNode } from '../../support/store-node.js';

let server: TestServer;
let node: StoreNode;

beforeAll(async () => {
  server = await startTestServer();
  node = openNode(server.databaseUrl);
  await node.store.execute(bookUnchecked('1001', '2026-11-10', '2026-11-12'));
});

afterAll(async () => {
  await node.close();
  await server.stop();
});

const make = () => fetch(`${server.url}/api/checkpoints`, { method: 'POST' });
const state = async (): Promise<EvidenceState> => (await fetch(`${server.url}/api/checkpoints`)).json();
const gauge = async () => {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  return /^hotel_log_tampered (\d)$/m.exec(text)?.[1];
};

function isGenuine({ signature, ...statement }: Checkpoint, folder: string): boolean {
  const key = createPublicKey(readFileSync(join(folder, 'public-key.pem')));
  return verify(null, Buffer.from(JSON.stringify(statement)), key, Buffer.from(signature, 'base64'));
}

describe('the calls for checkpoints', () => {
  test('sign where the log stands, list it, and sign nothing anew while the log stands still', async () => {
    expect(await state()).toMatchObject({
      checkpoints: [],
      trouble: null,
      every_minutes: 0,
      unreadable_lines: 0,
    });
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
  });

  test('keep the private key from everybody else', async () => {
    const { folder } = await state();
    expect(statSync(join(folder, 'private-key.pem')).mode & 0o777).toBe(0o600);
  });

  test('list the newest first', async () => {
    await node.store.execute(bookUnchecked('1002', '2026-11-10', '2026-11-12'));
    await make();
    expect((await state()).checkpoints.map(({ position }) => position)).toEqual([2, 1]);
  });

  test('refuse to sign a log that was tampered with, and say so until it is right again', async () => {
    await node.store.execute(bookUnchecked('1003', '2026-11-10', '2026-11-12'));
    expect(await gauge()).toBe('0');
    const rename = (from: string, to: string) =>
      tamper(
        server.databaseUrl,
        `update event_log set terminal = '${to}' where terminal = '${from}' and position = 3`,
      );
    await rename('フロント1', 'フロント2');
    const refused = await make();
    expect(refused.status).toBe(409);
    const message = '位置 3: イベントの内容がハッシュの連鎖と一致しません。';
    expect(await refused.json()).toMatchObject({ error: message });
    expect(await state()).toMatchObject({
      trouble: message,
      checkpoints: [{ position: 2 }, { position: 1 }],
    });
    expect(await gauge()).toBe('1');

    await rename('フロント2', 'フロント1');
    expect((await make()).status).toBe(201);
    expect(await state()).toMatchObject({ trouble: null, checkpoints: [{ position: 3 }, {}, {}] });
    expect(await gauge()).toBe('0');
  });
});
