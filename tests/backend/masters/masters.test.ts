import { describe, expect, it } from '@jest/globals';
import type { ErrorBody } from '@wire/errors.js';
import type { EventRecord } from '@wire/event-record.js';
import type { ManagedStaff } from '@wire/master-records.js';
import { newestInWords } from '#tests/support/event-pages.js';
import type { Payload } from '#tests/support/hotel.js';
import { LiveTerminal } from '#tests/support/live-terminal.js';
import { rawQuery } from '#tests/support/log-rows.js';
import { expectRefusal, refuses } from '#tests/support/refusal.js';
import { sharedHotel } from '#tests/support/shared.js';

// What may become of a record and of staff: tests/domain/masters.test.ts.
const hotel = sharedHotel();

type Row = { id: number; version: number; is_retired: 0 | 1 } & Record<string, unknown>;
type Kind = { path: string; first: Payload; second: Payload; master: string; more?: string[] };

const KINDS: Kind[] = [
  {
    path: 'corporate_master',
    first: { corporate_short_name: '㈱甲', corporate_flag: 0 },
    second: { corporate_short_name: '㈱乙', corporate_flag: 1 },
    master: 'corporate',
  },
  {
    path: 'payment_master',
    first: { payment_name: '甲払い', kind: 'その他', is_invoice: 0 },
    second: { payment_name: '乙払い', kind: '請求書', is_invoice: 1 },
    master: 'payment',
  },
  {
    path: 'blacklist',
    first: { guest_name: '甲野 太郎', tel: '090-0000-7777' },
    second: { guest_name: '甲野 次郎', tel: null },
    master: 'blacklist',
  },
  {
    path: 'staff',
    first: { name: '甲野 花子', role: 'staff', login_name: 'hanako' },
    second: { name: '甲野 花子', role: 'auditor', login_name: null },
    master: 'staff',
    more: ['can_sign_in'],
  },
];

const managed = async (path: string): Promise<Row[]> =>
  (await hotel.api.get<Row[]>(`/api/${path}${path === 'staff' ? '' : '?all=1'}`)).body;
const define = (path: string, body: object) => hotel.api.post<Row>(`/api/${path}`, body);
const made = async (path: string, body: object) => (await define(path, body)).body.id;
const retire = (path: string, id: number, is_retired: 0 | 1 = 1) =>
  hotel.api.put<Row>(`/api/${path}/${id}/retired`, { is_retired });

describe.each(KINDS)('$path', ({ path, first, second, master, more = [] }) => {
  it('defines a record, changes it, retires it and puts it back as it was; every terminal is told', async () => {
    const terminal = new LiveTerminal(hotel.url, (await hotel.api.get<object>('/api/hotel')).body);
    const defined = await define(path, first);
    expect(defined).toMatchObject({ status: 201, body: { ...first, version: 1, is_retired: 0 } });
    const { id } = defined.body;
    const fields = ['id', 'is_retired', 'version', ...Object.keys(first), ...more];
    expect(Object.keys(defined.body).sort()).toEqual(fields.sort());
    const url = `/api/${path}/${id}`;
    const changed = await hotel.api.put<Row>(url, second);
    expect(changed).toMatchObject({ status: 200, body: { ...second, id, version: 2 } });
    expect((await managed(path)).at(-1)).toEqual(changed.body);

    // What was read is a save that changes nothing.
    const position = await hotel.position();
    expect(await hotel.api.put(url, changed.body)).toMatchObject({ status: 200, body: changed.body });
    expect(await retire(path, id, 0)).toMatchObject({ status: 200, body: changed.body });
    expect(await hotel.position()).toBe(position);

    const gone = await retire(path, id);
    expect(gone).toMatchObject({ status: 200, body: { ...second, id, version: 3, is_retired: 1 } });
    expect((await managed(path)).at(-1)).toEqual(gone.body);
    const told = '使用停止中のデータは変更できません。使用を再開してから変更してください。';
    await refuses(hotel, () => hotel.api.put(url, first), 409, told);
    const back = await retire(path, id, 0);
    expect(back).toMatchObject({ status: 200, body: { ...second, id, version: 4, is_retired: 0 } });
    const end = await hotel.position();
    await terminal.until(() => terminal.position >= end);
    expect(terminal.frames.flatMap(({ masters }) => masters)).toContain(master);
    terminal.close();
  });
});

it('records of other lists that were read are saves of them too, and take no field more', async () => {
  const date = '2096-07-01';
  await hotel.api.post('/api/handover-notes', { date, text: '鍵' });
  const last = async (path: string) => (await hotel.api.get<Payload[]>(path)).body.at(-1) as Payload;
  const note = await last(`/api/handover-notes?start_date=${date}&end_date=${date}`);
  const { body } = await hotel.api.get<{ mappings: Payload[] }>('/api/room-type-mappings');
  const made = await hotel.api.post<{ id: number }>('/api/blacklist', { guest_name: '鍵 太郎', tel: null });
  const listed = await hotel.api.get<Payload[]>('/api/blacklist?all=1');
  const lists: [string, Payload | undefined][] = [
    ['blacklist', listed.body.find((entry) => entry.id === made.body.id)],
    ['handover-notes', note],
    ['room-type-mappings', body.mappings[0]],
  ];
  for (const [path, record] of lists) {
    const url = `/api/${path}/${record?.id}`;
    expect([path, (await hotel.api.put(url, record)).status]).toEqual([path, 200]);
    const more = () => hotel.api.put(url, { ...record, shoe_size: 26 });
    await refuses(hotel, more, 422, '項目「shoe_size」は指定できません。');
  }
  const room = await last('/api/room-months?year_month=2096-01-01');
  const rooms = [{ ...room, version: String(room.version) }];
  expect(await hotel.api.put('/api/room-months', { rooms })).toMatchObject({ body: { unchanged: 1 } });
});

describe('the lists of the spec', () => {
  it.each(KINDS.filter(({ path }) => path !== 'staff'))(
    'GET /api/$path holds records in use only, without what only the masters screen knows; as_of those of then',
    async ({ path, first }) => {
      const id = await made(path, first);
      const listed = async (query = '') =>
        (await hotel.api.get<Row[]>(`/api/${path}${query}`)).body.find((record) => record.id === id);
      expect(await listed()).toEqual({ id, ...first });
      const then = await hotel.position();
      await retire(path, id);
      expect(await listed()).toBeUndefined();
      if (path === 'blacklist') return;
      expect(await listed(`?as_of=${then}`)).toEqual({ id, ...first });
      expect(await listed(`?as_of=${then + 1}`)).toBeUndefined();
      expect(await listed(`?as_of=${then}&all=1`)).toMatchObject({ version: 1, is_retired: 0 });
      expect(await listed(`?as_of=${then + 1}&all=1`)).toMatchObject({ version: 2, is_retired: 1 });
    },
  );

  it('a blacklist entry without a phone number has none', async () => {
    expect((await define('blacklist', { guest_name: '丙山 七', tel: '' })).body.tel).toBeNull();
  });

  it('GET /api/staff/{id} still returns the name of retired staff', async () => {
    const id = await made('staff', { name: '去った人', role: 'staff', login_name: null });
    await retire('staff', id);
    expect((await hotel.api.get(`/api/staff/${id}`)).body).toEqual({ name: '去った人' });
  });
});

describe('staff', () => {
  const TAKEN = 'このログイン名は他のスタッフが使用しています。';
  const member = (login_name: string | null, role = 'staff') => ({ name: '乙川 三郎', role, login_name });

  it('have unique normalized login names while in use, also under concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => define('staff', member('racer'))));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(422)]);
    const id = answers.find(({ status }) => status === 201)?.body.id ?? 0;
    const taken = await define('staff', member('ＲＡＣＥＲ'));
    expectRefusal(taken, 422, TAKEN);
    expect(taken.body).toMatchObject({ errors: [{ code: 'login_name_taken', field: 'login_name' }] });
    await retire('staff', id);
    expect(await define('staff', member('racer'))).toMatchObject({ status: 201 });
    expectRefusal(await retire('staff', id, 0), 422, TAKEN);
  });

  it('are listed with what they are, and can sign in once they have chosen a password', async () => {
    const [first] = (await hotel.api.get<ManagedStaff[]>('/api/staff')).body;
    const known = { id: hotel.ids.staff, name: '髙田 由美', role: 'staff', login_name: null };
    expect(first).toEqual({ ...known, can_sign_in: 0, version: 1, is_retired: 0 });
    const id = await made('staff', member('kagi'));
    await rawQuery(hotel.databaseUrl, `insert into password_hashes (staff_id, hash) values (${id}, 'x')`);
    expect((await managed('staff')).at(-1)).toMatchObject({ id, can_sign_in: 1 });
    expect((await hotel.api.put(`/api/staff/${id}`, member('kagi2'))).body).toMatchObject({ can_sign_in: 1 });
  });
});

it('the log shows role changes, retirements and restorations', async () => {
  const staff = await made('staff', { name: '丙山 六', role: 'staff', login_name: 'roku' });
  expect(await newestInWords(hotel.api)).toEqual({
    label: 'スタッフの設定',
    subject: 'スタッフ 丙山 六',
    words: ['氏名: — → 丙山 六', '役割: — → スタッフ', 'ログイン名: — → roku', '使用状態: — → 使用中'],
  });
  await hotel.api.put(`/api/staff/${staff}`, { name: '丙山 六', role: 'admin', login_name: 'roku6' });
  const words = ['役割: スタッフ → 管理者', 'ログイン名: roku → roku6'];
  expect(await newestInWords(hotel.api)).toMatchObject({ words });
  const id = await made('corporate_master', { corporate_short_name: '㈱丙', corporate_flag: 0 });
  await retire('corporate_master', id);
  const gone = { label: '法人の使用停止', subject: '法人 ㈱丙', words: ['使用状態: 使用中 → 使用停止'] };
  expect(await newestInWords(hotel.api)).toEqual(gone);
  await retire('corporate_master', id, 0);
  expect((await newestInWords(hotel.api)).words).toEqual(['使用状態: 使用停止 → 使用中']);
});

/** Each kind of record that a booking names: its list, its field, a new one, what is said of a retired one. */
const NAMED = [
  [
    'corporate_master',
    { field: 'corporateID', details: { corporate_short_name: '㈱去', corporate_flag: 0 } },
    '選択した法人は使用停止中です。他の法人を選択してください。',
  ],
  [
    'payment_master',
    { field: 'payment_type', details: { payment_name: '商品券' } },
    '選択した支払方法は使用停止中です。他の支払方法を選択してください。',
  ],
  [
    'blacklist',
    { field: 'blacklist_id', details: { guest_name: '去野 太郎', tel: null } },
    'このブラックリストの登録は解除されています。',
  ],
] as const;

describe.each(NAMED)('a retired record of %s', (path, { field, details }, message) => {
  it('is refused at its field for a new booking; stays valid in one that names it', async () => {
    const id = await made(path, details);
    const booking = await hotel.book({ [field]: id });
    await retire(path, id);
    const refused = await hotel.api.post<ErrorBody>('/api/booking', hotel.payload({ [field]: id }));
    expectRefusal(refused, 422, message);
    expect(refused.body.errors.map((rule) => rule.field)).toEqual([field]);
    const same = await hotel.api.put(`/api/booking/${booking.id}`, { [field]: id, total_fee: 12_000 });
    expect(same).toMatchObject({ status: 200, body: { [field]: id, total_fee: 12_000 } });
  });
});

describe('a retired company', () => {
  const newCompany = () => made('corporate_master', NAMED[0][1].details);

  it('is still shown by name in history, log and past views', async () => {
    const corporateID = await newCompany();
    const booking = await hotel.book({ corporateID });
    const then = await hotel.position();
    await retire('corporate_master', corporateID);
    const { body } = await hotel.api.get<{ events: EventRecord[] }>(`/api/booking/${booking.id}/history`);
    const told = body.events[0]?.changes.find(({ field }) => field === 'corporateID');
    expect(told).toMatchObject({ after: corporateID, after_text: '㈱去' });
    const past = `/api/bookings?start_date=2096-01-10&end_date=2096-01-10&as_of=${then}`;
    const { body: bookings } = await hotel.api.get<{ id: number }[]>(past);
    expect(bookings.find(({ id }) => id === booking.id)).toMatchObject({ corporateID });
  });

  it('is offered to the form of an imported record only while it is in use or its booking names it', async () => {
    const corporateId = await newCompany();
    const [waiting, registered] = [
      await hotel.importRecord({ corporateId }),
      await hotel.importRecord({ corporateId }),
    ];
    await hotel.book({ csv_reservation_id: registered, corporateID: corporateId });
    const offered = async (id: number) =>
      (await hotel.api.get<object>(`/api/fetch-csv-reservation-data/${id}`)).body;
    expect(await offered(waiting)).toMatchObject({ corporateID: corporateId, corporate: 1 });
    await retire('corporate_master', corporateId);
    expect(await offered(waiting)).toMatchObject({ corporateID: 0, corporate: 0 });
    expect(await offered(registered)).toMatchObject({ corporateID: corporateId, corporate: 1 });
  });
});
