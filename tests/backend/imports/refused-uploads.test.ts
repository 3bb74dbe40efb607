import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { expect, jest, test } from '@jest/globals';
import { FILE_LIMIT } from '#backend/imports/channel-file.js';
import { formWith, type Sending, sendForm, upload } from '#tests/support/api-client.js';
import { goodFile } from '#tests/support/channel-file.js';
import { eventually, isSome } from '#tests/support/eventually.js';
import { rawQuery } from '#tests/support/log-rows.js';
import { expectRefusal } from '#tests/support/refusal.js';
import { sharedHotel } from '#tests/support/shared.js';

const hotel = sharedHotel();

/** Files that this process holds: those of others may stay as long as they like. */
const heldFolders = () =>
  readdirSync(tmpdir()).filter((name) => name.startsWith(`hotel-import-${process.pid}-`));

/** Waits until this process holds no file any more. */
const removed = () => eventually('no file is held', heldFolders, (folders) => expect(folders).toEqual([]));

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

const formed = (body: string) => raw(body, 'multipart/form-data; boundary=x');
const NOTHING_CHOSEN =
  '--x\r\nContent-Disposition: form-data; name="file"; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n\r\n--x--\r\n';
/** A form with a good file, and with this beside it. */
function formBeside(name: string, value: string | Blob): FormData {
  const form = formWith(goodFile(1));
  form.append(name, value);
  return form;
}
const sending = (form: FormData) => () => sendForm(hotel.url, form);
const uploading =
  (bytes: () => Uint8Array, how: Sending = {}) =>
  () =>
    upload(hotel.url, bytes(), how);

// What a file itself is refused for: tests/backend/imports/channel-file.test.ts.
test.each<[string, Parameters<typeof expectRefused>[0], number, RegExp]>([
  ['as JSON', raw('{}', 'application/json'), 415, /multipart/],
  ['as plain text', raw('a,b', 'text/csv'), 415, /multipart/],
  ['as another kind of form', raw('file=a', 'application/x-www-form-urlencoded'), 415, /multipart/],
  ['without a body', () => hotel.api.send('POST', '/api/csv-imports', null), 415, /multipart/],
  ['without a boundary', raw(part('x', 'a'), 'multipart/form-data'), 400, /送信/],
  ['that ends too early', formed(part('x', 'a')), 400, /送信/],
  ['with a broken header', formed('--x\r\nnonsense\r\n\r\na\r\n--x--\r\n'), 400, /送信/],
  ['of nothing', formed(''), 400, /送信/],
  ['without a file', formed('--x--\r\n'), 422, /選択/],
  ['with an empty choice of file', formed(NOTHING_CHOSEN), 422, /選択/],
  ['with a file under another name', sending(formWith(goodFile(1), 'a.csv', 'csv')), 422, /1つだけ/],
  ['with two files', sending(formBeside('file', new Blob(['a']))), 422, /1つだけ/],
  ['with another field', sending(formBeside('dry_run', '1')), 422, /1つだけ/],
  ['with another kind of file', uploading(() => goodFile(1), { name: 'a.csv.exe' }), 422, /拡張子が \.csv/],
  ['above 40 MB', uploading(() => Buffer.alloc(40 * 1024 * 1024 + 1, 'a')), 413, /40MB/],
  ['with a bad dry_run', uploading(() => goodFile(1), { query: '?dry_run=yes' }), 400, /dry_run/],
  ['with a bad key', uploading(() => goodFile(1), { headers: { 'idempotency-key': 'once' } }), 400, /UUID/],
])('an upload is refused %s', (_, send, status, told) => expectRefused(send, status, told));

// How many a file may have: tests/backend/imports/channel-file.test.ts.
test('an upload is refused above so many rows, after many of them were read', async () => {
  const limit = jest.replaceProperty(FILE_LIMIT, 'rows', 1_000);
  const file = Buffer.concat([goodFile(1), Buffer.from('a,b\r\n'.repeat(1_000))]);
  await expectRefused(
    uploading(() => file),
    422,
    /1,000件/,
  );
  limit.restore();
});

test('a file that a program calls “blob” is taken', async () => {
  const { status } = await uploading(() => goodFile(1, 'N'), { name: 'blob' })();
  expect(status).toBe(200);
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
    await eventually('the file is held', heldFolders, isSome);
    sending.destroy();
    await removed();
  }
  expect(await traces()).toEqual(before);
  expect((await upload(hotel.url, goodFile(1, 'H'))).body).toMatchObject({ new: 1 });
});
