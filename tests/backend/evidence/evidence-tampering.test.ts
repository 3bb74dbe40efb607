import { generateKeyPairSync } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { knownEnds } from '#backend/evidence/checkpoint-chain.js';
import { copyVerdicts } from '#backend/evidence/checkpoint-copy.js';
import { CheckpointService } from '#backend/evidence/evidence.module.js';
import { type EvidenceKey, signed } from '#backend/evidence/evidence-folder.js';
import { folderVerdict, limitVerdicts } from '#backend/evidence/log-verdicts.js';
import { type LongRunningClient, openLongRunningClient } from '#backend/platform/database.js';
import { rawQuery } from '#tests/support/log-rows.js';
import { sharedNodeOn, sharedServer } from '#tests/support/shared.js';
import { bookUnchecked } from '#tests/support/store-node.js';
import { temporaryFolder } from '#tests/support/temporary-file.js';

const server = sharedServer();
const node = sharedNodeOn(() => server.databaseUrl);
let client: LongRunningClient;
let place: ReturnType<typeof temporaryFolder>;
let room = 2000;

const folder = () => place.pathOf('evidence');
const copy = () => place.pathOf('copy');
const file = (name: string) => `${folder()}/${name}`;
const service = (checkpointCopyDir: string | null = null) =>
  new CheckpointService(server.databaseUrl, {
    evidenceDir: folder(),
    checkpointMinutes: 0,
    checkpointCopyDir,
  });

async function sign(checkpointCopyDir: string | null = null): Promise<void> {
  room += 1;
  await node.store.execute(bookUnchecked(String(room), '2026-11-01', '2026-11-02'));
  await service(checkpointCopyDir).make();
}

const verdict = async () => (await folderVerdict(folder(), await knownEnds(client))).verdict;

/** Changes the lines of the file of checkpoints. */
function changeLines(change: (lines: string[]) => string[]): void {
  const lines = readFileSync(file('checkpoints.ndjson'), 'utf8').split('\n').slice(0, -1);
  writeFileSync(
    file('checkpoints.ndjson'),
    change(lines)
      .map((line) => `${line}\n`)
      .join(''),
  );
}

beforeAll(async () => {
  client = await openLongRunningClient(server.databaseUrl);
});
afterAll(() => client.end());
beforeEach(async () => {
  place = temporaryFolder();
  mkdirSync(copy());
  await rawQuery(server.databaseUrl, 'delete from checkpoint_ends');
});
afterEach(() => place.remove());

/** Changes of a log's evidence folder, and the verdict on each. */
const TAMPERED: [what: string, change: () => void, told: RegExp][] = [
  [
    'without its newest checkpoint',
    () => changeLines((lines) => lines.slice(0, -1)),
    /3 番目が証跡フォルダーにありません/,
  ],
  [
    'without its oldest checkpoint',
    () => changeLines((lines) => lines.slice(1)),
    /1 番目のチェックポイントがありません/,
  ],
  [
    'without one in the middle',
    () => changeLines(([a = '', , c = '']) => [a, c]),
    /2 番目のチェックポイントがありません/,
  ],
  [
    'with two exchanged',
    () => changeLines(([a = '', b = '', c = '']) => [a, c, b]),
    /2 番目のチェックポイントがありません/,
  ],
  [
    'with the newest unreadable',
    () => changeLines(([a = '', b = '']) => [a, b, '{']),
    /3 番目が証跡フォルダーにありません/,
  ],
  [
    'with the oldest unreadable',
    () => changeLines(([, ...lines]) => ['{', ...lines]),
    /1 番目のチェックポイントがありません/,
  ],
  [
    'with the oldest again at the end',
    () => changeLines((lines) => [...lines, lines[0] ?? '']),
    /順序が入れ替わっています/,
  ],
  [
    'with the hash of one changed',
    () => changeLines(([first = '', ...lines]) => [first.replace(/"hash":"..../, '"hash":"beef'), ...lines]),
    /チェックポイントの署名が鍵と合いません/,
  ],
  [
    'with no checkpoint left',
    () => unlinkSync(file('checkpoints.ndjson')),
    /の 3 件\) が証跡フォルダーにありません/,
  ],
];

describe('an evidence folder', () => {
  it('as it was signed is passed', async () => {
    for (let time = 0; time < 3; time += 1) await sign();
    const text = expect.stringMatching(/^チェックポイント 3 件は続いていて/);
    expect(await verdict()).toMatchObject({ state: 'ok', text });
  });

  it.each(TAMPERED)('%s is found, and gets no further checkpoint', async (_, change, told) => {
    for (let time = 0; time < 3; time += 1) await sign();
    change();
    expect(await verdict()).toMatchObject({ state: 'bad', text: expect.stringMatching(told) });
    const signing = service();
    await expect(signing.make()).rejects.toMatchObject({ kind: 'log_tampered' });
    expect(signing.isTampered).toBe(true);
  });

  it('that is gone is found, and no second key is begun in its place', async () => {
    await sign();
    rmSync(folder(), { recursive: true });
    const gone = { state: 'bad', text: expect.stringMatching(/鍵 [0-9a-f]{16} の 1 件.*EVIDENCE_DIR/) };
    expect(await verdict()).toMatchObject(gone);
    const refused = {
      kind: 'evidence_key',
      message: expect.stringMatching(/鍵 [0-9a-f]{16} で署名.*EVIDENCE_DIR/),
    };
    await expect(sign()).rejects.toMatchObject(refused);
    await expect(service().state()).rejects.toMatchObject(refused);
    expect(existsSync(folder())).toBe(false);
    expect(await verdict()).toMatchObject(gone);
    await rawQuery(server.databaseUrl, 'delete from checkpoint_ends');
    await sign();
    expect(await verdict()).toMatchObject({ state: 'ok' });
  });

  it('with another private key is found, and gets no further checkpoint', async () => {
    await sign();
    const { privateKey } = generateKeyPairSync('ed25519');
    writeFileSync(file('private-key.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
    expect(await verdict()).toMatchObject({
      state: 'bad',
      text: expect.stringContaining('対になっていません'),
    });
    await expect(service().make()).rejects.toMatchObject({ kind: 'evidence_key' });
  });

  it.each<[string, () => void]>([
    ['missing', () => unlinkSync(file('public-key.pem'))],
    ['unreadable', () => writeFileSync(file('public-key.pem'), 'nonsense')],
  ])('whose public key is %s is told in a sentence', async (_, change) => {
    await sign();
    change();
    const text = '公開鍵 public-key.pem がないか、読み取れません。';
    expect(await verdict()).toEqual({ state: 'bad', title: '署名', text });
  });

  it('in which a crash has torn a line, or from before its end was stored, is passed and goes on', async () => {
    await sign();
    appendFileSync(file('checkpoints.ndjson'), '{"log_id":');
    await rawQuery(server.databaseUrl, 'delete from checkpoint_ends');
    expect(await verdict()).toMatchObject({
      state: 'ok',
      text: expect.stringContaining('読めない行が 1 行'),
    });
    await sign();
    expect(await knownEnds(client)).toMatchObject([{ number: 2 }]);
    expect(await verdict()).toMatchObject({ state: 'ok' });
  });

  it('with checkpoints from before they had numbers goes on from them', async () => {
    for (let time = 0; time < 2; time += 1) await sign();
    const { key, checkpoints } = await service().evidence();
    changeLines(() =>
      checkpoints.map(({ number: _number, previous: _previous, signature: _signature, ...old }) =>
        JSON.stringify(signed(key, old)),
      ),
    );
    await rawQuery(server.databaseUrl, 'delete from checkpoint_ends');
    expect(await verdict()).toMatchObject({ state: 'ok' });
    await sign();
    expect((await service().evidence()).checkpoints.map(({ number }) => number)).toEqual([
      undefined,
      undefined,
      3,
    ]);
    expect(await verdict()).toMatchObject({ state: 'ok' });
    changeLines((lines) => lines.slice(1));
    expect(await verdict()).toMatchObject({ state: 'bad' });
  });
});

describe('an evidence folder that two versions sign in', () => {
  /** Signs as nodes did that know no numbers: behind the newest line that they can read, unless the log stands there. */
  async function signAsBefore(): Promise<void> {
    const { key, checkpoints } = await service().evidence();
    const newest = checkpoints.findLast(({ number }) => number === undefined);
    const [head] = await rawQuery(server.databaseUrl, 'select log_id, position, hash from log_head');
    if (newest?.position === head?.position) return;
    const hash = head?.hash?.slice(2) ?? '';
    appendOld({ log_id: head?.log_id ?? '', position: Number(head?.position), hash, key });
  }

  type Old = { log_id: string; position: number; hash: string; key: EvidenceKey };

  function appendOld({ key, ...place }: Old): void {
    const line = signed(key, { ...place, created_at: new Date().toISOString(), key_id: key.id });
    appendFileSync(file('checkpoints.ndjson'), `${JSON.stringify(line)}\n`);
  }

  async function book(): Promise<void> {
    room += 1;
    await node.store.execute(bookUnchecked(String(room), '2026-11-01', '2026-11-02'));
  }

  /** The state after an upgrade: the older node signs what the newer one has signed, and once more of its own. */
  async function upgrade(): Promise<void> {
    await book();
    await signAsBefore();
    await sign();
    await signAsBefore();
    await service().make();
    await book();
    await signAsBefore();
    await service().make();
    await sign();
  }

  it('is passed and gets further checkpoints: the older one states again what it cannot read', async () => {
    await upgrade();
    const { checkpoints } = await service().evidence();
    const numbers = checkpoints.map(({ number }) => number);
    expect(numbers).toEqual([undefined, 2, undefined, undefined, 5]);
    expect(checkpoints[2]?.position).toBe(checkpoints[1]?.position);
    expect(await verdict()).toMatchObject({ state: 'ok' });
    expect(await knownEnds(client)).toMatchObject([{ number: 5 }]);
  });

  it.each<[string, (lines: string[]) => string[]]>([
    ['without what the older one signed', (lines) => lines.filter((_, index) => index !== 2)],
    [
      'with a line of the older one once more',
      (lines) => lines.flatMap((line, i) => (i === 2 ? [line, line] : line)),
    ],
    ['with an early line of the older one at the end', (lines) => [...lines, lines[0] ?? '']],
    ['with two lines that have changed places', ([a = '', b = '', c = '', ...rest]) => [a, c, b, ...rest]],
  ])('%s is found', async (_, change) => {
    await upgrade();
    changeLines(change);
    expect(await verdict()).toMatchObject({ state: 'bad' });
    await expect(service().make()).rejects.toMatchObject({ kind: 'log_tampered' });
  });

  it('is not passed when one states another hash for the place of the other', async () => {
    await sign();
    const { key, checkpoints } = await service().evidence();
    const { log_id = '', position = 0 } = checkpoints.at(-1) ?? {};
    appendOld({ log_id, position, hash: 'be'.repeat(32), key });
    expect(await verdict()).toMatchObject({ state: 'bad', text: expect.stringContaining('順序') });
    await expect(service().make()).rejects.toMatchObject({ kind: 'log_tampered' });
  });

  it('is left to the newer one, once that writes a format that the older one does not know', async () => {
    await sign();
    appendFileSync(file('checkpoints.ndjson'), '{"format":3,"mark":"x"}\n');
    const before = readFileSync(file('checkpoints.ndjson'), 'utf8');
    const signing = service();
    await book();
    await expect(signing.make()).rejects.toMatchObject({
      kind: 'newer_format',
      message: expect.stringContaining('新しいバージョンが書いたチェックポイントが 1 件'),
    });
    expect(signing).toMatchObject({ isRefused: true, isOutdated: true, isTampered: false });
    expect(readFileSync(file('checkpoints.ndjson'), 'utf8')).toBe(before);
    expect(await signing.newest()).toMatchObject({ number: 1 });
    expect(await verdict()).toMatchObject({
      state: 'bad',
      text: expect.stringContaining('新しいバージョンで検証してください'),
    });
  });
});

describe('a copy of the checkpoints', () => {
  const judged = async () => (await copyVerdicts(folder(), copy()))[0];

  it('is brought up to date with each one, whatever was missed', async () => {
    await sign();
    await sign(copy());
    expect(await judged()).toMatchObject({ state: 'ok', text: expect.stringMatching(/^2 件/) });
    renameSync(copy(), place.pathOf('away'));
    await expect(sign(copy())).rejects.toMatchObject({ kind: 'evidence_folder' });
    expect(await judged()).toMatchObject({ state: 'bad', text: expect.stringContaining('ENOENT') });
    const signing = service(copy());
    await expect(signing.make()).rejects.toMatchObject({ kind: 'evidence_folder' });
    expect(signing.isRefused).toBe(true);
    renameSync(place.pathOf('away'), copy());
    await signing.make();
    expect(signing.isRefused).toBe(false);
    expect(await judged()).toMatchObject({ state: 'ok', text: expect.stringMatching(/^3 件/) });
  });

  it('tells of a folder that was cut off or begun anew, whatever the database knows', async () => {
    for (let time = 0; time < 2; time += 1) await sign(copy());
    changeLines((lines) => lines.slice(0, 1));
    await rawQuery(server.databaseUrl, 'delete from checkpoint_ends');
    expect(await judged()).toMatchObject({ state: 'bad', text: expect.stringContaining('にはありません') });
    await expect(service(copy()).make()).rejects.toMatchObject({ kind: 'log_tampered' });
    rmSync(folder(), { recursive: true });
    await rawQuery(server.databaseUrl, 'delete from checkpoint_ends');
    await expect(service(copy()).make()).rejects.toMatchObject({ kind: 'log_tampered' });
    expect(await judged()).toMatchObject({ state: 'bad', text: expect.stringContaining('別の鍵') });
    expect(existsSync(file('public-key.pem'))).toBe(true);
  });
});

describe('what is said last', () => {
  const log = { logId: '', position: 12, hash: Buffer.alloc(32), head: 12, fault: null };
  const at = (position: number) => ({ position }) as Parameters<typeof limitVerdicts>[1][number];
  const texts = (...given: Parameters<typeof limitVerdicts>) =>
    limitVerdicts(...given).map(({ text }) => text);

  it('is up to where the verdict reaches, and what nobody could find out', () => {
    const [reach, limit] = texts(log, [at(4), at(8)], false);
    expect(reach).toBe(
      '位置 8 までは署名されたチェックポイントと比べました。位置 9〜12 にはまだ署名がないため、連鎖ごと書き換えられていても見つけられません。',
    );
    expect(limit).toMatch(/^データベースと証跡フォルダーの両方を書き換えられる人の改ざんは/);
    expect(texts(log, [at(12)], true)).toEqual([
      '位置 12 までは署名されたチェックポイントと比べました。署名のない記録はありません。',
      expect.stringMatching(/その写しのすべて/),
    ]);
    expect(texts(log, [], false)[0]).toMatch(/^位置 1〜12 にはまだ署名がない/);
  });
});
