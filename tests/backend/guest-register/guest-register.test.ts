import { createHash, randomUUID } from 'node:crypto';
import { addDays, addYears } from '@domain/dates.js';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { CommandBus } from '@nestjs/cqrs';
import type { ErasurePreview } from '@wire/erasure.js';
import type {
  IncompleteRegister,
  RegisterList,
  RegisterWritten,
  StayRegister,
} from '@wire/guest-register.js';
import type { HotelRecord } from '@wire/hotel-record.js';
import { registerVerdict } from '#backend/evidence/register-verdict.js';
import { type ExpireEntries, ExpireEntriesHandler } from '#backend/guest-register/expire-entries.handler.js';
import { openPassport } from '#backend/guest-register/passport-copies.js';
import { RegisterExpiry } from '#backend/guest-register/register-expiry.js';
import { Clock } from '#backend/platform/clock.js';
import { kyselyOn, withLongRunningClient } from '#backend/platform/database.js';
import { answerOf, formWith, must } from '#tests/support/api-client.js';
import { eventually } from '#tests/support/eventually.js';
import { LiveTerminal } from '#tests/support/live-terminal.js';
import { dumpOf, rawQuery, wordsIn } from '#tests/support/log-rows.js';
import { projectedRows, rebuildAll } from '#tests/support/rebuild-tables.js';
import { refuses } from '#tests/support/refusal.js';
import { sharedHotel, sharedNodeOn } from '#tests/support/shared.js';

const hotel = sharedHotel();
const here = sharedNodeOn(() => hotel.databaseUrl);
const there = sharedNodeOn(() => hotel.databaseUrl);

const PNG = Buffer.concat([
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  Buffer.from('旅券'),
]);
const KNOWN = { name: '山田 太郎', address: '東京都千代田区1-1', contact: '03-1234-5678' };
const ABROAD = { lives_abroad: 1, nationality: '英国', passport_number: 'GB1234567' };

const write = (id: number, body: object, number = 1, headers = {}) =>
  hotel.api.put<RegisterWritten>(`/api/guest-register/${id}/${number}`, body, headers);
const registerOf = async (id: number) => {
  const [register] = await must(hotel.api.get<StayRegister[]>(`/api/guest-register?booking_ids=${id}`));
  return register as StayRegister;
};
const incomplete = () => must(hotel.api.get<IncompleteRegister[]>('/api/guest-register/incomplete'));
const sendCopy = async (id: number, bytes: Buffer, name = 'passport.png', number = 1) =>
  answerOf<RegisterWritten>(
    await fetch(`${hotel.url}/api/guest-register/${id}/${number}/passport`, {
      method: 'POST',
      headers: { 'x-requested-with': 'test' },
      body: formWith(bytes, name),
    }),
  );
const copyOf = (id: number) => fetch(`${hotel.url}/api/guest-register/${id}/1/passport`);
const list = (body: object) => must(hotel.api.post<RegisterList>('/api/guest-register/list', body));
const events = (type: string) =>
  rawQuery(
    hotel.databaseUrl,
    `select stream, payload::text from event_log where type = '${type}' order by position`,
  );
const verdict = () =>
  withLongRunningClient(hotel.databaseUrl, (client) => registerVerdict(client, openPassport));

/** A guest of `nights` from some days ago on, checked in. */
async function guest(fields: object = {}, daysAgo = 0, nights = 2) {
  const stay_start = addDays(hotel.today, -daysAgo);
  const roomNumber = hotel.newRoom();
  const room_id = hotel.roomId(roomNumber, stay_start);
  const dates = { stay_start, stay_end: addDays(stay_start, nights), room_id };
  const { id } = await hotel.book({ ...dates, ...fields });
  await must(hotel.api.post(`/api/booking/${id}/check-in`, { date: stay_start }));
  return { id, roomNumber, ...dates };
}

/** One node that looks for what is over, `years` from now. */
function expiryOn({ store, pool }: typeof here, years: number, days: number): RegisterExpiry {
  const handler = new ExpireEntriesHandler(store);
  const commands = { execute: (command: ExpireEntries) => handler.execute(command) } as never as CommandBus;
  const now = new Date(`${addDays(addYears(hotel.today, years), days)}T12:00:00+09:00`);
  return new RegisterExpiry(commands, kyselyOn(pool), new Clock('Asia/Tokyo', () => now));
}

it('what is missing of all guests of a stay in the house is listed until it is written; it stops nobody', async () => {
  const { id, roomNumber } = await guest({ mens_count: 1, womens_count: 1 });
  const missing = [
    { number: 1, missing: ['未記入'] },
    { number: 2, missing: ['未記入'] },
  ];
  expect(await registerOf(id)).toMatchObject({ guests: 2, entries: [], missing });
  const mine = async () => (await incomplete()).find(({ booking_id }) => booking_id === id);
  expect(await mine()).toMatchObject({ room_number: roomNumber, guests: 2, missing });
  expect((await must(write(id, KNOWN))).missing).toEqual([]);
  expect((await must(write(id, { ...KNOWN, contact: '', ...ABROAD }, 2))).missing).toEqual([
    '連絡先',
    '旅券の写し',
  ]);
  expect((await mine())?.missing).toEqual([{ number: 2, missing: ['連絡先', '旅券の写し'] }]);
  await must(write(id, { ...KNOWN, name: '山田 花子' }, 2));
  expect(await mine()).toBeUndefined();
  await refuses(hotel, () => write(id, KNOWN, 3), 422, /この予約は2名です。/);
});

it('another terminal is told of an entry, which is refused as it no longer is', async () => {
  const { id } = await hotel.book();
  const { log_id, position, hash } = await must(hotel.api.get<HotelRecord>('/api/hotel'));
  const terminal = new LiveTerminal(hotel.url, { log_id, position, hash });
  const { id: entry } = await must(write(id, KNOWN, 1, { 'if-match': '"0"' }));
  await eventually(
    'the frame of the entry',
    () => terminal.frames,
    (frames) => frames.some(({ registers }) => registers?.includes(entry)),
  );
  terminal.close();
  await refuses(
    hotel,
    () => write(id, { ...KNOWN, name: '別人' }, 1, { 'if-match': '"0"' }),
    409,
    /他の端末で更新/,
  );
  await must(hotel.api.put(`/api/booking/${id}/cancel`, {}));
  await refuses(hotel, () => write(id, { ...KNOWN, name: '別人' }), 409, /取り消されています/);
});

it('a stay that goes on in another room has one register, with each room in the list of a period', async () => {
  const stay_start = addDays(hotel.today, -1);
  const stay_end = addDays(hotel.today, 1);
  const room_id = hotel.roomId('701', stay_start);
  const { id } = await hotel.book({ stay_start, stay_end, room_id });
  await must(hotel.api.post(`/api/booking/${id}/check-in`, { date: stay_start }));
  await must(write(id, KNOWN));
  const to = { room_id: hotel.roomId('702', hotel.today), from: hotel.today };
  await must(hotel.api.post(`/api/booking/${id}/move-from`, to));
  const { rows } = await list({ start_date: stay_start, end_date: hotel.today });
  const mine = rows.filter(({ name, room_number }) => name === KNOWN.name && room_number.startsWith('70'));
  expect(mine.map(({ room_number, arrival, departure }) => [room_number, arrival, departure])).toEqual([
    ['701', stay_start, hotel.today],
    ['702', hotel.today, stay_end],
  ]);
  const next = mine.at(-1)?.booking_id ?? 0;
  expect(next).not.toBe(id);
  expect((await registerOf(next)).entries).toEqual((await registerOf(id)).entries);
});

describe('the copy of a passport', () => {
  it('is kept encrypted by the key of its guest, and the log has its SHA-256', async () => {
    const { id } = await guest();
    await refuses(hotel, () => sendCopy(id, PNG), 409, /先に宿泊者名簿を記入してください。/);
    const { id: entry } = await must(write(id, { ...KNOWN, ...ABROAD }));
    expect((await must(sendCopy(id, PNG))).missing).toEqual([]);
    const sha256 = createHash('sha256').update(PNG).digest('hex');
    const told = await events('PassportCopied');
    expect(JSON.parse(told.at(-1)?.payload ?? '')).toEqual({
      sha256,
      mediaType: 'image/png',
      bytes: PNG.length,
    });
    const answer = await copyOf(id);
    expect(answer.headers.get('content-type')).toBe('application/octet-stream');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(PNG);
    const [stored] = await rawQuery(
      hotel.databaseUrl,
      `select encode(sealed, 'hex') as sealed from passport_copies where stream = 'guest-register-${entry}'`,
    );
    expect(stored?.sealed).not.toContain(PNG.toString('hex'));
    expect(await verdict()).toMatchObject({ state: 'ok' });
  });

  it('is refused for another kind of file, whatever its name, and for one that is too large', async () => {
    const { id } = await guest();
    await must(write(id, { ...KNOWN, ...ABROAD }));
    for (const text of ['<svg onload="alert(1)"/>', 'a,b', '']) {
      await refuses(hotel, () => sendCopy(id, Buffer.from(text)), 422, /JPEG、PNG、PDF/);
    }
    await refuses(hotel, () => sendCopy(id, PNG, 'passport.exe'), 422, /拡張子/);
    await refuses(hotel, () => sendCopy(id, Buffer.concat([PNG, Buffer.alloc(4_000_000)])), 413, /4MBまで/);
    expect((await copyOf(id)).status).toBe(404);
  });

  it('that was changed in the database, or that the log says nothing of, is found by the verification', async () => {
    const { id } = await guest();
    const { id: entry } = await must(write(id, { ...KNOWN, ...ABROAD }));
    await must(sendCopy(id, PNG));
    const change = async (statement: string, told: RegExp) => {
      const found = await withLongRunningClient(hotel.databaseUrl, async (client) => {
        await client.query(`begin; ${statement}`);
        return registerVerdict(client, openPassport).finally(() => client.query('rollback'));
      });
      expect(found).toMatchObject({ state: 'bad', text: expect.stringMatching(told) });
    };
    const own = `where stream = 'guest-register-${entry}'`;
    await change(`update passport_copies set sealed = sealed || '\\x00' ${own}`, /SHA-256と一致しません/);
    await change(`delete from passport_copies ${own}`, /写しがありません/);
    await change(`insert into passport_copies values ('guest-register-1', '\\x00')`, /記録のない旅券の写し/);
  });
});

describe('the list of a period', () => {
  it('tells of every guest who slept here then, and the log says who took it', async () => {
    const { id, roomNumber } = await guest({ mens_count: 2, guest_name_2: '同行 一郎' }, 1);
    await must(write(id, { ...KNOWN, name: '=HYPERLINK("x")' }));
    const period = { start_date: hotel.today, end_date: hotel.today };
    const { rows } = await list(period);
    const mine = rows.filter(({ booking_id }) => booking_id === id);
    expect(mine).toMatchObject([
      { number: 1, room_number: roomNumber, name: '=HYPERLINK("x")', missing: [] },
      { number: 2, room_number: roomNumber, name: '同行 一郎', address: '', missing: ['未記入'] },
    ]);
    const csv = await hotel.api.post('/api/guest-register/list.csv', period);
    expect(csv.text).toContain(`"'=HYPERLINK(""x"")"`);
    expect(csv.text.split('\r\n')[0]).toBe(
      '到着日,出発日,部屋,氏名,住所,連絡先,国籍,旅券番号,旅券の写し,不足',
    );
    const taken = (await events('RegisterListed')).slice(-2).map(({ payload }) => JSON.parse(payload ?? ''));
    expect(taken).toMatchObject([
      { first: hotel.today, last: hotel.today, form: 'paper', guests: rows.length },
      { form: 'csv', guests: rows.length },
    ]);
  });

  it('leaves out who left before, who did not come and who cancelled', async () => {
    const { id: gone } = await guest({}, 3, 1);
    const { id: due } = await hotel.book({
      stay_start: hotel.today,
      stay_end: addDays(hotel.today, 1),
      room_id: hotel.roomId(hotel.newRoom(), hotel.today),
    });
    const { rows } = await list({ start_date: hotel.today, end_date: hotel.today });
    const ids = rows.map(({ booking_id }) => booking_id);
    expect(ids).not.toContain(gone);
    expect(ids).not.toContain(due);
  });

  it('is refused with its end before its begin, and then nothing is written', async () => {
    await refuses(
      hotel,
      () => hotel.api.post('/api/guest-register/list', { start_date: '2026-11-02', end_date: '2026-11-01' }),
      422,
      /終了日/,
    );
  });
});

describe('a guest who is erased', () => {
  it('stays in the register of a stay for three years, for the office alone', async () => {
    const named = { guest_name_1: '保存 花子', reserver_name: '保存 花子', tel: '03-7777-0001' };
    const { id, roomNumber, stay_start } = await guest(named, 3, 1);
    await must(hotel.api.post(`/api/booking/${id}/check-out`, { date: addDays(stay_start, 1) }));
    await must(write(id, { ...KNOWN, name: '保存 花子', ...ABROAD }));
    await must(sendCopy(id, PNG));
    const until = addYears(addDays(stay_start, 1), 3);
    const preview = await must(hotel.api.get<ErasurePreview>(`/api/booking/${id}/erasure`));
    expect(preview.register_kept_until).toBe(until);
    await must(hotel.api.post(`/api/booking/${id}/erasure`, { reason: '本人からの請求' }));
    expect(await registerOf(id)).toMatchObject({ is_erased: 1, kept_until: until, entries: [], missing: [] });
    expect((await copyOf(id)).status).toBe(404);
    await refuses(hotel, () => write(id, KNOWN), 409, /個人情報を削除した予約/);
    const { rows } = await list({ start_date: stay_start, end_date: stay_start });
    expect(rows.find(({ room_number }) => room_number === roomNumber)?.name).toBe('保存 花子');
  });

  it('leaves nothing in the register of a stay that did not take place', async () => {
    const named = { guest_name_1: '不泊 太郎', reserver_name: '不泊 太郎', tel: '03-7777-0002' };
    const { id } = await hotel.book(named);
    await must(write(id, { ...KNOWN, name: '不泊 太郎', ...ABROAD }));
    await must(sendCopy(id, PNG));
    await must(hotel.api.put(`/api/booking/${id}/cancel`, {}));
    await must(hotel.api.post(`/api/booking/${id}/erasure`, { reason: '本人からの請求' }));
    expect(wordsIn(await dumpOf(hotel.databaseUrl), ['不泊 太郎'])).toEqual([]);
    expect(await verdict()).toMatchObject({ state: 'ok' });
  });
});

describe('after three years', () => {
  const NAME = '満了 次郎';
  let entry = 0;
  let longer = 0;

  beforeEach(async () => {
    const { id } = await guest({}, 2, 1);
    await must(hotel.api.post(`/api/booking/${id}/check-out`, { date: addDays(hotel.today, -1) }));
    entry = (await must(write(id, { ...KNOWN, name: NAME, ...ABROAD }))).id;
    await must(sendCopy(id, PNG));
    longer = (await must(write((await guest({}, 1, 20)).id, KNOWN))).id;
  });

  it('entries go by themselves, once over several nodes, with an event that names them', async () => {
    const expired = async (): Promise<number[]> =>
      (await events('RegisterEntriesExpired')).flatMap(({ payload }) => JSON.parse(payload ?? '').entries);
    await expiryOn(here, 3, -1).check();
    expect(await expired()).not.toContain(entry);
    await Promise.all([expiryOn(here, 3, 0).check(), expiryOn(there, 3, 0).check()]);
    const gone = await expired();
    expect(gone.filter((id) => id === entry)).toHaveLength(1);
    expect(gone).not.toContain(longer);
    const own = `stream = 'guest-register-${entry}'`;
    for (const table of ['encryption_keys', 'passport_copies'])
      expect(await rawQuery(hotel.databaseUrl, `select from ${table} where ${own}`)).toEqual([]);
    expect(wordsIn(await dumpOf(hotel.databaseUrl), [NAME])).toEqual([]);
    expect(await verdict()).toMatchObject({
      state: 'ok',
      text: expect.stringMatching(/満了で削除した\d+名分/),
    });
  });

  it('a key that came back is found by the verification', async () => {
    await expiryOn(here, 3, 0).check();
    const found = await withLongRunningClient(hotel.databaseUrl, async (client) => {
      await client.query(
        `begin; insert into encryption_keys values ('guest-register-${entry}', decode(repeat('00', 32), 'hex'))`,
      );
      return registerVerdict(client, openPassport).finally(() => client.query('rollback'));
    });
    expect(found).toMatchObject({ state: 'bad', text: expect.stringContaining('鍵が残っています') });
  });
});

it('the same call sent again is answered alike and does nothing; a rebuild makes the same rows', async () => {
  const { id } = await hotel.book();
  const key = { 'idempotency-key': randomUUID() };
  const first = await must(write(id, KNOWN, 1, key));
  expect(await must(write(id, KNOWN, 1, key))).toEqual(first);
  expect((await must(write(id, KNOWN))).version).toBe(first.version);
  const rows = await projectedRows(hotel.databaseUrl);
  await rebuildAll(hotel.databaseUrl);
  expect(await projectedRows(hotel.databaseUrl)).toEqual(rows);
});
