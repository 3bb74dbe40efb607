import { cpSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { backupPlace, filesIn, runCommand } from '../support/backup-folders.js';
import {
  type LaunchedPostgres,
  launchPostgres,
  newDataFolder,
  removeDataFolder,
} from '../support/launched-postgres.js';
import { rawQuery } from '../support/log-rows.js';
import { type ServerProcess, spawnServer } from '../support/server.js';
import { survived } from '../support/six-statements.js';

const place = backupPlace();
const [BACKUP, KEYS] = [place.at('backup'), place.at('keys')];
const [EVIDENCE, EVIDENCE_COPY] = [place.at('evidence'), place.at('evidence-copy')];
const folders = [newDataFolder(), newDataFolder()];
const clusters: LaunchedPostgres[] = [];
const servers: ServerProcess[] = [];

afterAll(async () => {
  for (const server of servers) await server.close();
  for (const cluster of clusters) await cluster.stop();
  for (const folder of folders) await removeDataFolder(folder);
  place.remove();
});

async function serve(databaseUrl: string, evidence: string, sample: '0' | '1'): Promise<string> {
  const env = { PORT: '0', DATABASE_URL: databaseUrl, SAMPLE_DATA: sample, EVIDENCE_DIR: evidence };
  const server = await spawnServer(env);
  servers.push(server);
  return server.url;
}

async function get<Body>(url: string, path: string): Promise<Body> {
  const response = await fetch(url + path);
  expect({ path, status: response.status }).toEqual({ path, status: 200 });
  return (await response.json()) as Body;
}

const json = { 'content-type': 'application/json' };
const send = (url: string, method: string, path: string, body: object) =>
  fetch(url + path, { method, headers: json, body: JSON.stringify(body) }).then(({ status }) => status);

/** Lists of the whole hotel, with the past that a source is asked for. */
async function listsOf(url: string, asOf: number | null): Promise<Record<string, unknown>> {
  const { today } = await get<{ today: string }>(url, '/api/hotel');
  const shift = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
  const range = `start_date=${shift(-30)}&end_date=${shift(60)}`;
  const past = asOf === null ? '' : `&as_of=${asOf}`;
  const paths = [
    ...['bookings', 'booking_type_diff', 'weather'].map((list) => `/api/${list}?${range}${past}`),
    `/api/rooms?year_month=${today.slice(0, 8)}01${past}`,
    ...['corporate_master', 'payment_master', 'blacklist'].map((list) => `/api/${list}?all=1`),
    ...['/api/staff', '/api/room-type-mappings', '/api/csv-imports'],
    ...['failed', 'registered', 'cancelled', 'dismissed'].map(
      (status) => `/api/csv-reservations?status=${status}`,
    ),
  ];
  return Object.fromEntries(
    await Promise.all(paths.map(async (path) => [path.replace(past, ''), await get(url, path)])),
  );
}

let source: string;
let position: number;

beforeAll(async () => {
  clusters.push(...(await Promise.all(folders.map(launchPostgres))));
  const [{ url }] = clusters as [LaunchedPostgres];
  source = await serve(url, EVIDENCE, '1');
  expect(await send(source, 'POST', '/api/checkpoints', {})).toBe(201);
  cpSync(EVIDENCE, EVIDENCE_COPY, { recursive: true });
});

test('a hotel is backed up beside writers, and serves from a fresh cluster what it was at that moment', async () => {
  let writing = true;
  const statuses: number[] = [];
  const writer = (async () => {
    const { today } = await get<{ today: string }>(source, '/api/hotel');
    const [booking] = await get<{ id: number }[]>(
      source,
      `/api/bookings?start_date=${today}&end_date=${today}`,
    );
    for (let round = 0; writing; round += 1) {
      statuses.push(await send(source, 'POST', '/api/weather', { date: today, weather: `${round}` }));
      const paid = { payment_type: null, payment_flag: round % 2 };
      statuses.push(await send(source, 'POST', `/api/booking/${booking?.id}/payment`, paid));
    }
  })();
  const sourceUrl = clusters[0]?.url as string;
  const taken = await runCommand('backup', { DATABASE_URL: sourceUrl }, BACKUP, '--keys', KEYS);
  writing = false;
  await writer;
  expect(taken).toMatchObject({ code: 0 });
  expect(filesIn(KEYS)).toContain('encryption_keys.copy.gz');
  expect(filesIn(BACKUP)).not.toContain('encryption_keys.copy.gz');
  expect(statuses.filter((status) => status >= 300)).toEqual([]);
  const [head] = await rawQuery(sourceUrl, 'select position from log_head');
  const said = taken.lines.find((line) => line.startsWith('位置 '));
  position = Number(said?.match(/[\d,]+/)?.[0].replaceAll(',', ''));
  expect(position).toBeLessThan(Number(head?.position));
  expect(position).toBeGreaterThan(1_000);

  const [, { url }] = clusters as [LaunchedPostgres, LaunchedPostgres];
  const env = { DATABASE_URL: url, EVIDENCE_DIR: EVIDENCE_COPY };
  const restored = await runCommand('restore', env, BACKUP, '--without-keys');
  expect(restored.lines).toContainEqual(expect.stringMatching(/^注意: 鍵なしで復元しました/));
  expect(restored.lines).toContain('判定: 合格');
  expect(restored).toMatchObject({ code: 0 });
  const names = `select count(*) filter (where state ->> 'reserverName' <> '削除済み') as names, count(*) from bookings`;
  expect((await rawQuery(url, names))[0]).toMatchObject({
    names: '0',
    count: expect.stringMatching(/^\d{3,}$/),
  });

  expect(await runCommand('restore-keys', env, KEYS)).toMatchObject({ code: 0 });
  const verified = await runCommand('verify', env);
  expect(verified.lines).toContainEqual(expect.stringMatching(/^合格 {3}署名: チェックポイント 1 件/));
  expect(verified.lines.at(-1)).toBe('判定: 合格');
  expect(verified.code).toBe(0);

  const [was, is] = [
    await listsOf(source, position),
    await listsOf(await serve(url, EVIDENCE_COPY, '1'), null),
  ];
  expect(Object.keys(is)).toHaveLength(14);
  for (const path of Object.keys(was))
    expect({ path, answer: is[path] }).toEqual({ path, answer: was[path] });
  await survived({
    what: 'a hotel lost with its cluster and restored from a backup taken beside writers',
    tried: 1,
    databaseUrl: url,
    acknowledged: position,
  });
});
