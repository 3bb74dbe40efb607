import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { formWith, importsOf, sendForm, upload } from '../../support/api-client.js';
import { CHANNEL_COLUMNS, channelFile, goodFile, goodRows } from '../../support/channel-file.js';
import { type Hotel, startHotel } from '../../support/hotel.js';
import { rawQuery } from '../../support/log-rows.js';
import { expectRefusal } from '../../support/refusal.js';

let hotel: Hotel;

beforeAll(async () => {
  hotel = await startHotel();
});
afterAll(() => hotel.stop());

/** Files that this process holds: those of others may stay as long as they like. */
const heldFolders = () =>
  readdirSync(tmpdir()).filter((name) => name.startsWith(`hotel-import-${process.pid}-`));

/** Waits until this process holds no file any more. */
async function removed(): Promise<void> {
  while (heldFolders().length > 0) await pause(5);
}

/** All that an import may leave behind. */
async function traces() {
  const [stored] = await rawQuery(
    hotel.databaseUrl,
    `select (select position from log_head) as position, (select count(*) from csv_imports) as imports,
            (select count(*) from csv_import_rows) as rows`,
  );
  return stored;
}

/** A refusal leaves nothing in the log, in the tables of imports or among the temporary files. */
async function expectRefused(
  send: () => Promise<Parameters<typeof expectRefusal>[0]>,
  status: number,
  text: RegExp,
) {
  const before = await traces();
  expectRefusal(await send(), status, text);
  expect(await traces()).toEqual(before);
  await removed();
}

const part = (boundary: string, content: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${content}\r\n`;

const raw = (body: string | null, type: string) => () =>
  hotel.api.send('POST', '/api/csv-imports', body, { 'content-type': type });

describe('an upload is refused', () => {
  test.each([
    ['as JSON', '{}', 'application/json'],
    ['as plain text', 'a,b', 'text/csv'],
    ['as another kind of form', 'file=a', 'application/x-www-form-urlencoded'],
  ])('%s', (_, body, type) => expectRefused(raw(body, type), 415, /multipart/));

  test('without a body', () =>
    expectRefused(() => hotel.api.send('POST', '/api/csv-imports', null), 415, /multipart/));

  test.each([
    ['without a boundary', part('x', 'a'), 'multipart/form-data'],
    ['that ends too early', part('x', 'a'), 'multipart/form-data; boundary=x'],
    ['with a broken header', '--x\r\nnonsense\r\n\r\na\r\n--x--\r\n', 'multipart/form-data; boundary=x'],
    ['of nothing', '', 'multipart/form-data; boundary=x'],
  ])('%s', (_, body, type) => expectRefused(raw(body, type), 400, /送信/));

  test('without a file', () =>
    expectRefused(raw('--x--\r\n', 'multipart/form-data; boundary=x'), 422, /選択/));

  test('with an empty choice of file', () => {
    const nothing =
      '--x\r\nContent-Disposition: form-data; name="file"; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n\r\n--x--\r\n';
    return expectRefused(raw(nothing, 'multipart/form-data; boundary=x'), 422, /選択/);
  });

  test('with a file under another name', () =>
    expectRefused(() => sendForm(hotel.url, formWith(goodFile(1), 'a.csv', 'csv')), 422, /1つだけ/));

  test('with two files', () => {
    const form = formWith(goodFile(1));
    form.append('file', new Blob([new Uint8Array(goodFile(2))]), 'b.csv');
    return expectRefused(() => sendForm(hotel.url, form), 422, /1つだけ/);
  });

  test('with another field', () => {
    const form = formWith(goodFile(1));
    form.append('dry_run', '1');
    return expectRefused(() => sendForm(hotel.url, form), 422, /1つだけ/);
  });

  test('above 40 MB', () =>
    expectRefused(() => upload(hotel.url, Buffer.alloc(40 * 1024 * 1024 + 1, 'a')), 413, /40MB/));

  test('with a dry_run that is neither 1 nor 0', () =>
    expectRefused(() => upload(hotel.url, goodFile(1), { query: '?dry_run=yes' }), 400, /dry_run/));

  test('with an Idempotency-Key that is none', () => {
    const headers = { 'idempotency-key': 'once' };
    return expectRefused(() => upload(hotel.url, goodFile(1), { headers }), 400, /UUID/);
  });

  test('from a page of another origin', () => {
    const headers = { origin: 'https://evil.example', 'x-requested-with': 'XMLHttpRequest' };
    return expectRefused(() => upload(hotel.url, goodFile(1), { headers }), 403, /画面/);
  });

  test('from its own page without the default header', () =>
    expectRefused(() => upload(hotel.url, goodFile(1), { headers: { origin: hotel.url } }), 403, /画面/));
});

describe('a file is refused whole', () => {
  test('in no known encoding', () =>
    expectRefused(() => upload(hotel.url, Buffer.from([0xff, 0xfe, 0x80, 0x0a])), 422, /文字コード/));

  test('that is empty', () => expectRefused(() => upload(hotel.url, Buffer.alloc(0)), 422, /見出し行/));

  test('without needed columns, and is told which', () => {
    const columns = CHANNEL_COLUMNS.filter((column) => column !== '予約番号' && column !== 'チェックイン日');
    const file = channelFile(goodRows(2), { columns });
    return expectRefused(() => upload(hotel.url, file), 422, /予約番号、チェックイン日/);
  });

  test('above 100,000 rows, after many of them were read', () => {
    const file = Buffer.concat([goodFile(1), Buffer.from('a,b\r\n'.repeat(100_000))]);
    return expectRefused(() => upload(hotel.url, file), 422, /100,000/);
  });
});

test('a multipart body is refused everywhere else', async () => {
  const send = (path: string, method = 'POST') =>
    hotel.api.send(method, path, part('x', 'a'), { 'content-type': 'multipart/form-data; boundary=x' });
  expectRefusal(await send('/api/booking'), 415, /JSON/);
  expectRefusal(await send('/api/csv-imports', 'PUT'), 415, /JSON/);
  expectRefusal(await send('/api/csv-imports/1'), 415, /JSON/);
});

test('a client that hangs up in the middle leaves nothing, and the next is served', async () => {
  const before = await traces();
  const { hostname, port } = new URL(hotel.url);
  const headers = { 'content-type': 'multipart/form-data; boundary=x', 'transfer-encoding': 'chunked' };
  for (let time = 0; time < 5; time += 1) {
    const sending = request({ hostname, port, path: '/api/csv-imports', method: 'POST', headers });
    sending.on('error', () => {}); // It hangs up itself.
    sending.write(part('x', 'a'.repeat(200_000)).slice(0, -10));
    await new Promise((done) => sending.once('socket', (socket) => socket.once('connect', done)));
    while (heldFolders().length === 0) await pause(5);
    sending.destroy();
    await removed();
  }
  expect(await traces()).toEqual(before);
  expect((await upload(hotel.url, goodFile(1, 'H'))).body).toMatchObject({ new: 1 });
});

test('what cannot be found or read is told so', async () => {
  expectRefusal(await hotel.api.get('/api/csv-imports/999'), 404, /取り込みが見つかりません/);
  expectRefusal(await hotel.api.get('/api/csv-imports/999/failed.csv'), 404, /取り込みが見つかりません/);
  expectRefusal(await hotel.api.get('/api/csv-imports/x'), 400, /ID/);
  const { body } = await upload(hotel.url, goodFile(1, 'Z'));
  expectRefusal(await hotel.api.get(`/api/csv-imports/${body.id}?outcome=bad`), 400, /outcome/);
  expect((await importsOf(hotel.url)).length).toBeGreaterThan(0);
});
