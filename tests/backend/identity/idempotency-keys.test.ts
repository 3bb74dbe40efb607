import { createHash, randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import type { ImportReport } from '@wire/csv-imports.js';
import { channelFile, goodRows } from '#tests/support/channel-file.js';
import { expectRefusal } from '#tests/support/refusal.js';
import { sharedSignInHotel } from '#tests/support/shared.js';

// A key counts for the member of staff who sent it: another one gets no answer that was meant for somebody else.

const hotel = sharedSignInHotel();
const REUSED = '同じIdempotency-Keyで異なる内容が送信されました。';
const written = async () => Number((await hotel.sql('select position from log_head'))[0]?.position);

test('with the key and body of a colleague nothing is answered or written; the colleague gets the answer again', async () => {
  const [one, other] = [await hotel.colleague('staff'), await hotel.colleague('staff')];
  const key = { 'idempotency-key': randomUUID() };
  const body = { date: '2096-01-01', weather: '晴れ' };
  const first = await one.post('/api/weather', body, key);
  expect(first.status).toBe(201);
  const position = await written();
  expectRefusal(await other.post('/api/weather', body, key), 409, REUSED);
  expect(await one.post('/api/weather', body, key)).toMatchObject({ status: 201, body: first.body });
  expect(await written()).toBe(position);
});

test('an answer that a version before has remembered, without the member of staff, is given again', async () => {
  const one = await hotel.colleague('staff');
  const key = { 'idempotency-key': randomUUID() };
  const body = { date: '2096-01-02', weather: '曇り' };
  const first = await one.post('/api/weather', body, key);
  const before = createHash('sha256')
    .update(`POST /api/weather\n${JSON.stringify(body)}`)
    .digest('hex');
  await hotel.sql(
    `update idempotency_keys set fingerprint = decode('${before}', 'hex') where key = '${key['idempotency-key']}'`,
  );
  expect(await one.post('/api/weather', body, key)).toMatchObject({ status: 201, body: first.body });
});

test('of a file that is uploaded as well', async () => {
  const [one, other] = [await hotel.colleague('staff'), await hotel.colleague('staff')];
  const key = { 'idempotency-key': randomUUID() };
  const send = (by: typeof one) => {
    const head = 'Content-Disposition: form-data; name="file"; filename="a.csv"';
    const body = `--part\r\n${head}\r\n\r\n${channelFile(goodRows(1), { encoding: 'utf8' })}\r\n--part--\r\n`;
    const type = { 'content-type': 'multipart/form-data; boundary=part' };
    return by.send<ImportReport>('POST', '/api/csv-imports', body, { ...key, ...type });
  };
  const first = await send(one);
  expect(first.status).toBeLessThan(300);
  expectRefusal(await send(other), 409, REUSED);
  expect((await send(one)).body.id).toBe(first.body.id);
});
