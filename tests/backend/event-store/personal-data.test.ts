import { day } from '@domain/dates.js';
import { PERSONAL_FIELDS } from '@domain/reservation/reservation-fields.js';
import { expect, test } from '@jest/globals';
import { newKey, seal, unseal } from '#backend/event-store/personal-data.js';
import { blacklistStream } from '#backend/streams/master.stream.js';
import { reservationStream } from '#backend/streams/reservation.stream.js';
import { rawLog, rawQuery, wordsIn } from '#tests/support/log-rows.js';
import { rebuildAll } from '#tests/support/rebuild-tables.js';
import { sharedNodes } from '#tests/support/shared.js';
import { amendUnchecked, anAppend, bookUnchecked, recordWeather } from '#tests/support/store-node.js';

const GUEST = {
  reserverName: 'ひみつ商事',
  reserverNameKana: 'ヒミツショウジ',
  guestName1: '秘密一郎',
  guestName1Kana: 'ヒミツイチロウ',
  guestName2: '秘密花子',
  tel: '080-1234-5678',
  notes: 'アレルギー: そば "abc" \\ ',
};
const ERASED = Object.fromEntries(Object.keys(GUEST).map((field) => [field, '削除済み']));

const { database, here: node } = sharedNodes();

let room = 1000;
const newRoom = () => String(++room);
const book = () => node.store.execute(bookUnchecked(newRoom(), '2026-11-21', '2026-11-23', GUEST));

const history = async (id: number) =>
  (await node.store.readStream(reservationStream, id)).map(({ data }) => data);
const forget = (id: number) =>
  rawQuery(database.url, `delete from encryption_keys where stream = 'reservation-${id}'`);
const storedState = async (id: number) => {
  const [row] = await rawQuery(database.url, `select state::text from bookings where id = ${id}`);
  return JSON.parse(row?.state ?? 'null');
};

/** A guest's booking that was changed later: three events, two of them with personal data. */
async function bookGuest(): Promise<number> {
  const { id } = await book();
  await node.store.execute(amendUnchecked({ [id]: { totalFee: 9000 } }));
  await node.store.execute(amendUnchecked({ [id]: { tel: '090-9999-0000', roomMoveLock: 1 } }));
  return id;
}

test('no name, kana, phone number or note can be read in the log', async () => {
  const id = await bookGuest();
  const listed = { guestName: '要注意太郎', tel: '03-0000-1111' };
  await node.store.execute(anAppend(blacklistStream, { type: 'BlacklistEntryDefined', data: listed }));
  const log = (await rawLog(database.url)).flatMap((row) => Object.values(row)).join('\n');
  const secrets = [...Object.values(GUEST), '090-9999-0000', ...Object.values(listed)];
  expect(wordsIn(log, secrets)).toEqual([]);
  expect(log).toContain('totalFee');
  expect(await history(id)).toMatchObject([
    GUEST,
    { totalFee: 9000 },
    { tel: '090-9999-0000', roomMoveLock: 1 },
  ]);
});

test('the same words are never encrypted to the same bytes', async () => {
  const ids = [(await book()).id, (await book()).id];
  const rows = (await rawLog(database.url)).filter(({ position }) => ids.includes(Number(position)));
  const sealed = rows.map(({ payload }) => JSON.parse(payload).personal.data);
  expect(new Set(sealed.map((data) => data.slice(0, 16))).size).toBe(2);
  expect(new Set(sealed.map((data) => data.slice(-16))).size).toBe(2);
});

test('each reservation has a key of its own, and only where there is something to hide', async () => {
  const first = await bookGuest();
  const { id: second } = await book();
  await node.store.execute(recordWeather(day('2026-11-21'), '晴'));
  const keys = await rawQuery(
    database.url,
    `select stream, key from encryption_keys where substring(stream from '\\d+')::bigint >= ${first} order by length(stream), stream`,
  );
  expect(keys.map(({ stream }) => stream)).toEqual([`reservation-${first}`, `reservation-${second}`]);
  expect(new Set(keys.map(({ key }) => key)).size).toBe(2);
});

test('what was encrypted for one reservation cannot be passed off as that of another', () => {
  const key = newKey();
  const sealed = seal(GUEST, PERSONAL_FIELDS, 'reservation-1', key) as Record<string, unknown>;
  expect(unseal(sealed, 'reservation-1', key)).toEqual(GUEST);
  expect(() => unseal(sealed, 'reservation-2', key)).toThrow('unable to authenticate data');
});

test('with its key destroyed a guest is gone from history and read model; the chain verifies, the stay goes on', async () => {
  const id = await bookGuest();
  const { id: other } = await book();
  const before = await rawLog(database.url);
  await forget(id);
  expect(await history(id)).toMatchObject([
    { ...ERASED, roomNumber: String(room - 1), stayStart: '2026-11-21' },
    { totalFee: 9000 },
    { tel: '削除済み', roomMoveLock: 1 },
  ]);
  expect(await rebuildAll(database.url)).toBe(before.length);
  expect(await rawLog(database.url)).toEqual(before);
  expect(await storedState(id)).toMatchObject({ ...ERASED, totalFee: 9000, stayEnd: '2026-11-23' });
  expect(await storedState(other)).toMatchObject(GUEST);
  const named = `search_text like '%秘密一郎%' and id in (${id}, ${other})`;
  expect(await rawQuery(database.url, `select id from bookings where ${named}`)).toEqual([
    { id: String(other) },
  ]);

  await node.store.execute(amendUnchecked({ [id]: { notes: '新しい備考' } }));
  await node.store.execute(amendUnchecked({ [id]: { guestName2: '新しい連れ' } }));
  const since = [{ notes: '新しい備考' }, { guestName2: '新しい連れ' }];
  expect(await history(id)).toMatchObject([ERASED, { totalFee: 9000 }, { tel: '削除済み' }, ...since]);
  await rebuildAll(database.url);
  expect(await storedState(id)).toMatchObject({ ...ERASED, ...since[0], ...since[1] });
});
