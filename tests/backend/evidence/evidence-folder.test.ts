import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { CheckpointService } from '../../../backend/evidence/checkpoint.service.js';
import { isSignedBy, openEvidenceKey } from '../../../backend/evidence/evidence-folder.js';
import { createTestDatabase } from '../../support/database.js';
import { rawQuery } from '../../support/log-rows.js';
import { sharedNodes } from '../../support/shared.js';
import { bookUnchecked } from '../../support/store-node.js';
import { temporaryFolder } from '../../support/temporary-file.js';

const { database, here: node } = sharedNodes();
let place: ReturnType<typeof temporaryFolder>;
let room = 1000;

beforeEach(() => {
  place = temporaryFolder();
});
afterEach(() => place.remove());

const folder = () => place.pathOf('evidence');
const file = (name: string) => `${folder()}/${name}`;
const newService = (url = database.url) => new CheckpointService(url, { folder: folder(), everyMinutes: 0 });

async function book(): Promise<number> {
  room += 1;
  const { id } = await node.store.execute(bookUnchecked(String(room), '2026-11-01', '2026-11-02'));
  return id;
}

describe('the evidence folder', () => {
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

  test('skips a last line that a crash has torn, and counts it', async () => {
    await book();
    const first = await newService().make();
    appendFileSync(file('checkpoints.ndjson'), JSON.stringify(first).slice(0, 100));
    expect(await newService().state()).toMatchObject({ checkpoints: [first], unreadable_lines: 1 });
    await book();
    const second = await newService().make();
    expect(await newService().state()).toMatchObject({ checkpoints: [second, first], unreadable_lines: 1 });
  });

  test('with a checkpoint that was changed gets no further one', async () => {
    await book();
    const { position } = await newService().make();
    const text = readFileSync(file('checkpoints.ndjson'), 'utf8');
    writeFileSync(
      file('checkpoints.ndjson'),
      text.replace(/"hash":"(.)/, (_, digit) => `"hash":"${digit === '0' ? '1' : '0'}`),
    );
    const service = newService();
    await expect(service.make()).rejects.toThrow(
      `位置 ${position}: チェックポイントの署名が証跡フォルダーの鍵と一致しません。`,
    );
    expect(service.isTampered).toBe(true);
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
