import { randomUUID } from 'node:crypto';
import { addDays } from '@domain/dates.js';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import type { ErasurePreview } from '@wire/erasure.js';
import type { CardWritten, GuestCardRecord } from '@wire/guest-card.js';
import type { HotelRecord } from '@wire/hotel-record.js';
import type { ReturningGuestRecord } from '@wire/returning-guests.js';
import type { Reversal, ReversalAnswer } from '@wire/reversal.js';
import { sql } from 'kysely';
import { bookingsOfGuests } from '#backend/guest-card/card.public.js';
import { kyselyOn, withLongRunningClient } from '#backend/platform/database.js';
import { apiClient, must } from '#tests/support/api-client.js';
import { eventually } from '#tests/support/eventually.js';
import { LiveTerminal } from '#tests/support/live-terminal.js';
import { dumpOf, rawQuery, wordsIn } from '#tests/support/log-rows.js';
import { projectedRows, rebuildAll } from '#tests/support/rebuild-tables.js';
import { refuses } from '#tests/support/refusal.js';
import { sharedHotel, sharedNodeOn, sharedServer } from '#tests/support/shared.js';

const hotel = sharedHotel();
const other = sharedServer(() => ({ databaseUrl: hotel.databaseUrl }));
const node = sharedNodeOn(() => hotel.databaseUrl);

const PATH = '/api/guest-cards';
type Headers = Record<string, string>;

let room = '';
beforeEach(() => {
  room = hotel.newRoom();
});

let guests = 0;
/** Name and phone of a guest whom no other test has. */
const aGuest = () => {
  const name = `常連 ${'一二三四五六七八九十'[++guests % 10]}${guests}郎`;
  return { guest_name_1: name, reserver_name: name, tel: `03-8888-${String(1000 + guests)}` };
};

/** A stay that is over or to come, `daysAgo` from today, of some nights. */
async function stay(guest: object, daysAgo: number, nights = 1, fields: object = {}): Promise<BookingRecord> {
  const stay_start = addDays(hotel.today, -daysAgo);
  const room_id = hotel.roomId(room, stay_start);
  return hotel.book({ ...guest, stay_start, stay_end: addDays(stay_start, nights), room_id, ...fields });
}

async function slept(
  guest: object,
  daysAgo: number,
  nights = 1,
  fields: object = {},
): Promise<BookingRecord> {
  const booking = await stay(guest, daysAgo, nights, fields);
  await must(hotel.api.post(`/api/booking/${booking.id}/check-in`, { date: booking.stay_start }));
  await must(hotel.api.post(`/api/booking/${booking.id}/check-out`, { date: booking.stay_end }));
  return booking;
}

const cardOf = (id: number, query = '') => must(hotel.api.get<GuestCardRecord>(`${PATH}/${id}${query}`));
const join = (id: number, booking_ids: number[], more: object = {}, headers: Headers = {}) =>
  hotel.api.post<CardWritten>(`${PATH}/${id}/joined`, { booking_ids, ...more }, headers);
const split = (id: number, booking_ids: number[]) =>
  hotel.api.post<CardWritten>(`${PATH}/${id}/split`, { booking_ids });
const wish = (id: number, wishes: string, headers: Headers = {}) =>
  hotel.api.put<CardWritten>(`${PATH}/${id}/wishes`, { wishes }, headers);
const idsOf = (rows: readonly { booking_id: number }[]) => rows.map(({ booking_id }) => booking_id);
const eventsOf = (card: number) =>
  rawQuery(
    hotel.databaseUrl,
    `select type, payload::text, staff_id from event_log where stream = 'guest-card-${card}' order by position`,
  );

describe('candidates', () => {
  it('are the bookings of the same name and phone, however written, and nothing is joined by itself', async () => {
    const guest = aGuest();
    const old = await slept(guest, 40, 2);
    const spelled = {
      ...guest,
      guest_name_1: guest.guest_name_1.replace(' ', '　'),
      tel: guest.tel.replaceAll('-', ''),
    };
    const next = await stay(spelled, -3);
    await stay({ ...guest, tel: '03-1111-2222' }, -4);
    const second = await stay(
      {
        guest_name_1: '連れ 花子',
        reserver_name: '連れ 花子',
        guest_name_2: guest.guest_name_1,
        tel: guest.tel,
      },
      30,
      1,
      { mens_count: 2 },
    );
    expect(await cardOf(next.id)).toMatchObject({
      ...{ card_id: null, version: 0, stay_count: 0, nights: 0, first_day: null, last: null, company: null },
      stays: [{ booking_id: next.id, state: '到着前' }],
      candidates: [
        { booking_id: second.id, card_id: null },
        { booking_id: old.id, card_id: null },
      ],
    });
  });

  it('are found by indexes among many other bookings', async () => {
    const plan = await withLongRunningClient(hotel.databaseUrl, async (client) => {
      // As long as texts of bookings are: the planner weighs the pages that it would have to read.
      const many =
        'select 900000000 + n, repeat($$x$$, 300), array[$$guest $$ || n] from generate_series(1, 2000) n';
      await client.query(
        `begin; insert into booking_texts (id, search_text, guests) ${many}; analyze booking_texts`,
      );
      const { sql: text, parameters } = sql`explain select state from bookings b
        where b.id = any(${bookingsOfGuests(['guest 7'])})`.compile(kyselyOn(node.pool));
      const { rows } = await client.query(text, [...parameters]).finally(() => client.query('rollback'));
      return JSON.stringify(rows);
    });
    expect(plan).toContain('booking_texts_guests_idx');
    expect(plan).not.toContain('Seq Scan on booking_texts');
  });
});

describe('a card', () => {
  it('has figures of the stays that staff joined, one or all, and loses those that they split', async () => {
    const guest = aGuest();
    const [first, last, missed, next] = [
      await slept(guest, 60, 2, { total_fee: 20_000 }),
      await slept(guest, 20, 1, { total_fee: 9_500 }),
      await stay(guest, 10),
      await stay(guest, -5),
    ];
    await must(hotel.api.post(`/api/booking/${missed.id}/no-show`, {}));
    const { id } = await must(join(next.id, [first.id]));
    expect(await cardOf(next.id)).toMatchObject({ card_id: id, version: 1, stay_count: 1, nights: 2 });
    const { candidates } = await cardOf(next.id);
    await must(join(next.id, idsOf(candidates)));
    const whole = await cardOf(first.id);
    expect(whole).toMatchObject({
      ...{ card_id: id, version: 2, stay_count: 2, nights: 3, no_shows: 1, cancelled: 0 },
      first_day: first.stay_start,
      last: { booking_id: last.id, stay_start: last.stay_start, total_fee: 9_500 },
      candidates: [],
    });
    expect(idsOf(whole.stays)).toEqual([next.id, missed.id, last.id, first.id]);
    await must(split(next.id, [last.id]));
    expect(await cardOf(next.id)).toMatchObject({ stay_count: 1, last: { booking_id: first.id } });
    expect((await cardOf(last.id)).candidates.map(({ card_id }) => card_id)).toEqual([id, id, id]);
    expect((await eventsOf(id)).map(({ type }) => type)).toEqual([
      'StaysJoined',
      'StaysJoined',
      'StaysSplit',
    ]);
  });

  it('has a stay that goes on in another room as one, also the parts that come later', async () => {
    const guest = aGuest();
    const old = await slept(guest, 50);
    const stay_start = addDays(hotel.today, -1);
    const booking = await stay(guest, 1, 2, { total_fee: 10_000 });
    await must(hotel.api.post(`/api/booking/${booking.id}/check-in`, { date: stay_start }));
    await must(join(booking.id, [old.id]));
    const another = hotel.newRoom();
    const to = { room_id: hotel.roomId(another, hotel.today), from: hotel.today };
    await must(hotel.api.post(`/api/booking/${booking.id}/move-from`, to));
    const card = await cardOf(old.id);
    expect(card).toMatchObject({
      stay_count: 2,
      nights: 2,
      last: { room_number: another, total_fee: 10_000 },
    });
    expect(card.stays).toHaveLength(3);
    const part = card.stays[0]?.booking_id ?? 0;
    expect(await cardOf(part)).toMatchObject({ card_id: card.card_id, stay_count: 2 });
    await must(split(old.id, [part]));
    expect(idsOf((await cardOf(old.id)).stays)).toEqual([old.id]);
  });

  it('takes in the next booking of its guest at one word, and its wishes are known before', async () => {
    const guest = aGuest();
    const old = await slept(guest, 45);
    const { id } = await must(wish(old.id, '★枕を2つ\n高層階'));
    const next = await stay(guest, -6);
    expect(await cardOf(next.id)).toMatchObject({
      ...{ card_id: null, wishes: '', matters: ['枕を2つ'], is_of_candidates: 1 },
      candidates: [{ booking_id: old.id, card_id: id }],
    });
    const typed = new URLSearchParams({ name: guest.guest_name_1, tel: guest.tel });
    const known = await must(hotel.api.get<ReturningGuestRecord[]>(`/api/returning-guests?${typed}`));
    expect(known[0]?.wishes).toEqual(['枕を2つ']);
    await refuses(hotel, () => join(next.id, [old.id]), 409, /他のお客様カードにまとめられている/);
    await must(join(next.id, [old.id], { card_id: id }, { 'if-match': '"0"' }));
    expect(await cardOf(next.id)).toMatchObject({
      ...{
        card_id: id,
        wishes: '★枕を2つ\n高層階',
        matters: ['枕を2つ'],
        is_of_candidates: 0,
        stay_count: 1,
      },
    });
  });

  it('says the blacklist and the company of its guest', async () => {
    const guest = aGuest();
    const names = { corporate_short_name: `㈱カード${guests}`, corporate_flag: 0 };
    const { id: corporateID } = await must(hotel.api.post<{ id: number }>('/api/corporate_master', names));
    const booking = await slept(guest, 33, 1, { corporateID });
    expect(await cardOf(booking.id)).toMatchObject({
      company: names.corporate_short_name,
      is_blacklisted: 0,
    });
    await must(hotel.api.post('/api/blacklist', { guest_name: guest.guest_name_1, tel: guest.tel }));
    expect(await cardOf(booking.id)).toMatchObject({ is_blacklisted: 1 });
  });

  it('is refused for no booking and for a version that is no longer, and says what is wrong with a text', async () => {
    const { id } = await stay(aGuest(), -7);
    await must(wish(id, '枕', { 'if-match': '"0"' }));
    await refuses(hotel, () => wish(id, '高層階', { 'if-match': '"0"' }), 409, /他の端末で更新されています/);
    await refuses(hotel, () => wish(id, 'あ'.repeat(2001)), 422, /ご要望は2000文字以内/);
    await refuses(hotel, () => join(id, []), 422, /予約を1件以上/);
    await refuses(hotel, () => join(id, [999_999]), 404, /予約が見つかりません/);
    await refuses(hotel, () => wish(999_999, '枕'), 404, /予約が見つかりません/);
    expect((await hotel.api.get(`${PATH}/999999`)).status).toBe(404);
  });

  it('reaches other terminals, as it was in the past is as it was, and a rebuild makes the same rows', async () => {
    const guest = aGuest();
    const [old, next] = [await slept(guest, 25), await stay(guest, -8)];
    const { log_id, position, hash } = await must(hotel.api.get<HotelRecord>('/api/hotel'));
    const terminal = new LiveTerminal(other.url, { log_id, position, hash });
    const { id } = await must(wish(next.id, '★窓側'));
    await eventually(
      'the frame of the card',
      () => terminal.frames,
      (frames) => frames.some(({ guest_cards }) => guest_cards?.includes(id)),
    );
    terminal.close();
    const before = await hotel.position();
    await must(join(next.id, [old.id]));
    await must(wish(next.id, ''));
    expect(await cardOf(next.id, `?as_of=${position}`)).toMatchObject({
      version: 0,
      wishes: '',
      candidates: [],
    });
    expect(await cardOf(next.id, `?as_of=${before}`)).toMatchObject({
      ...{ card_id: id, wishes: '★窓側', matters: ['窓側'], stay_count: 0 },
      stays: [{ booking_id: next.id }],
    });
    expect(await cardOf(next.id)).toMatchObject({ wishes: '', stay_count: 1 });
    await must(split(next.id, [old.id]));
    const rows = await projectedRows(hotel.databaseUrl);
    await rebuildAll(hotel.databaseUrl);
    expect(await projectedRows(hotel.databaseUrl)).toEqual(rows);
  });

  it('is answered alike when the same call is sent again', async () => {
    const { id } = await stay(aGuest(), -9);
    const key = { 'idempotency-key': randomUUID() };
    const first = await must(wish(id, '枕', key));
    expect(await must(wish(id, '枕', key))).toEqual(first);
    expect((await must(wish(id, '枕'))).version).toBe(first.version);
  });
});

describe('two terminals', () => {
  it('that join the same booking to two cards: one does, the other is refused', async () => {
    const there = apiClient(other.url);
    for (let round = 0; round < 5; round++) {
      room = hotel.newRoom();
      const guest = aGuest();
      const [one, two, wanted] = [await stay(guest, -10), await stay(guest, -11), await stay(guest, -12)];
      const answers = await Promise.all([
        join(one.id, [wanted.id]),
        there.post<CardWritten>(`${PATH}/${two.id}/joined`, { booking_ids: [wanted.id] }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const rows = await rawQuery(
        hotel.databaseUrl,
        `select from guest_card_members where is_member and booking_id = ${wanted.id}`,
      );
      expect(rows).toHaveLength(1);
    }
  });
});

describe('what was done to a card', () => {
  const undo = (request_id: string, headers: Headers = {}) =>
    hotel.api.post<ReversalAnswer>('/api/reversals', { request_id, accept: 'all' }, headers);
  const asked = async (work: (headers: Headers) => Promise<{ status: number }>) => {
    const id = randomUUID();
    expect((await work({ 'x-request-id': id })).status).toBe(200);
    return id;
  };

  it('is taken back and done again: joined, split, written', async () => {
    const guest = aGuest();
    const [old, next] = [await slept(guest, 22), await stay(guest, -13)];
    const joined = await asked((headers) => join(next.id, [old.id], {}, headers));
    const back = await asked((headers) => undo(joined, headers));
    expect((await cardOf(next.id)).stays).toHaveLength(1);
    await must(undo(back));
    expect(await cardOf(next.id)).toMatchObject({ stay_count: 1, version: 3 });
    await must(wish(next.id, '枕'));
    const written = await asked((headers) => wish(next.id, '高層階', headers));
    await must(undo(written));
    expect(await cardOf(next.id)).toMatchObject({ wishes: '枕', stay_count: 1 });
  });

  it('is not taken back over what others did since, and says what that is', async () => {
    const guest = aGuest();
    const [old, next, third] = [await slept(guest, 18), await stay(guest, -14), await stay(guest, -15)];
    await must(join(next.id, [old.id]));
    const removed = await asked((headers) =>
      hotel.api.post(`${PATH}/${next.id}/split`, { booking_ids: [old.id] }, headers),
    );
    await must(join(third.id, [old.id]));
    const plan = await must(hotel.api.get<Reversal>(`/api/reversals/${removed}`));
    expect(plan.obstacles).toEqual([
      { booking_id: null, code: 'in_other_card', message: expect.stringContaining('他のお客様カード') },
    ]);
    await refuses(hotel, () => undo(removed), 409, /他のお客様カード/);
    const written = await asked((headers) => wish(next.id, '枕', headers));
    await must(wish(next.id, '枕なし'));
    await refuses(hotel, () => undo(written), 409, /ご要望が、その後に変更/);
  });
});

describe('erasing a guest', () => {
  const erase = (id: number) => hotel.api.post(`/api/booking/${id}/erasure`, { reason: 'お申し出' });

  it('takes the card and its wishes, from any of its bookings, with those that staff joined', async () => {
    const guest = aGuest();
    const [one, renamed] = [await slept(guest, 15), await slept({ ...aGuest(), tel: '' }, 14)];
    const { id } = await must(wish(one.id, '★秘密の枕'));
    await must(join(one.id, [renamed.id]));
    const [sealed] = (await eventsOf(id)).filter(({ type }) => type === 'GuestWishesWritten');
    expect(sealed?.payload).not.toMatch(/枕/);
    const preview = await must(hotel.api.get<ErasurePreview>(`/api/booking/${renamed.id}/erasure`));
    expect(preview.has_card).toBe(true);
    expect(preview.records.map((record) => record.id)).toEqual([renamed.id, one.id]);
    expect((await erase(renamed.id)).status).toBe(200);
    expect(wordsIn(await dumpOf(hotel.databaseUrl), ['秘密の枕', guest.guest_name_1])).toEqual([]);
    expect(
      await rawQuery(hotel.databaseUrl, `select from encryption_keys where stream = 'guest-card-${id}'`),
    ).toEqual([]);
    expect(await cardOf(one.id)).toMatchObject({ card_id: null, wishes: '', stays: [], candidates: [] });
    await refuses(hotel, () => wish(one.id, '枕'), 409, /個人情報を削除した予約/);
  });

  it('takes a card that has no booking left, and leaves that of another guest whose booking was split from it', async () => {
    const [mine, theirs] = [await slept(aGuest(), 13), await slept(aGuest(), 12)];
    const { id } = await must(wish(mine.id, '夜間の枕'));
    await must(join(mine.id, [theirs.id]));
    await must(split(mine.id, [theirs.id]));
    expect((await erase(theirs.id)).status).toBe(200);
    expect(await cardOf(mine.id)).toMatchObject({ card_id: id, wishes: '夜間の枕' });
    await must(split(mine.id, [mine.id]));
    expect((await erase(mine.id)).status).toBe(200);
    expect(wordsIn(await dumpOf(hotel.databaseUrl), ['夜間の枕'])).toEqual([]);
  });

  it('takes 仮予約, register and card of one guest at once', async () => {
    const guest = aGuest();
    const room_number = hotel.newRoom();
    const [start, end] = [addDays(hotel.today, 20), addDays(hotel.today, 21)];
    const until = new Date(Date.parse(`${hotel.today}T00:00:00Z`) + 3 * 86_400_000).toISOString();
    const { id: held } = await must(
      hotel.api.post<{ id: number }>('/api/tentative-stays', {
        ...{ room_number, start_date: start, end_date: end, until, remark: '暗号の備考' },
        ...{ guest_name: guest.guest_name_1, tel: guest.tel },
      }),
    );
    await must(hotel.api.delete(`/api/tentative-stays/${held}`));
    const { id } = await stay(guest, -16);
    await must(wish(id, '★暗号の枕'));
    await must(
      hotel.api.put(`/api/guest-register/${id}/1`, {
        name: guest.guest_name_1,
        address: '暗号の町',
        contact: guest.tel,
      }),
    );
    await must(hotel.api.put(`/api/booking/${id}/cancel`, {}));
    expect((await erase(id)).status).toBe(200);
    const words = [guest.guest_name_1, guest.tel, '暗号の備考', '暗号の枕', '暗号の町'];
    expect(wordsIn(await dumpOf(hotel.databaseUrl), words)).toEqual([]);
  });
});
