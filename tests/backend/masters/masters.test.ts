import { describe, expect, it } from '@jest/globals';
import type { ErrorBody } from '@wire/errors.js';
import type { EventRecord } from '@wire/event-record.js';
import type { ManagedCorporate, ManagedStaff } from '@wire/master-records.js';
import { newestInWords } from '../../support/event-pages.js';
import type { Payload } from '../../support/hotel.js';
import { LiveTerminal } from '../../support/live-terminal.js';
import { rawQuery } from '../../support/log-rows.js';
import { expectRefusal } from '../../support/refusal.js';
import { sharedHotel } from '../../support/shared.js';

const hotel = sharedHotel();

type Row = { id: number; version: number; is_retired: 0 | 1 } & Record<string, unknown>;
type Kind = { path: string; first: object; second: object; fields: readonly string[] };

const KINDS: Kind[] = [
  {
    path: 'corporate_master',
    first: { corporate_short_name: '㈱甲', corporate_flag: 0 },
    second: { corporate_short_name: '㈱乙', corporate_flag: 1 },
    fields: ['corporate_short_name', 'corporate_flag'],
  },
  {
    path: 'payment_master',
    first: { payment_name: '甲払い' },
    second: { payment_name: '乙払い' },
    fields: ['payment_name'],
  },
  {
    path: 'blacklist',
    first: { guest_name: '甲野 太郎', tel: '090-0000-7777' },
    second: { guest_name: '甲野 次郎', tel: null },
    fields: ['guest_name', 'tel'],
  },
  {
    path: 'staff',
    first: { name: '甲野 花子', role: 'staff', login_name: 'hanako' },
    second: { name: '甲野 花子', role: 'auditor', login_name: null },
    fields: ['name', 'role', 'login_name', 'can_sign_in'],
  },
];

const managed = async (path: string): Promise<Row[]> =>
  (await hotel.api.get<Row[]>(`/api/${path}${path === 'staff' ? '' : '?all=1'}`)).body;
const define = async (path: string, body: object) =>
  (await hotel.api.post<Row>(`/api/${path}`, body)) as {
    status: number;
    body: Row;
    text: string;
    headers: Headers;
  };
const retire = (path: string, id: number, is_retired: 0 | 1) =>
  hotel.api.put<Row>(`/api/${path}/${id}/retired`, { is_retired });

describe.each(KINDS)('$path', ({ path, first, second, fields }) => {
  it('defines a record, changes it, retires it and puts it back as it was', async () => {
    const made = await define(path, first);
    expect(made).toMatchObject({ status: 201, body: { ...first, version: 1, is_retired: 0 } });
    const { id } = made.body;
    expect(Object.keys(made.body).sort()).toEqual(['id', 'is_retired', 'version', ...fields].sort());
    const changed = await hotel.api.put<Row>(`/api/${path}/${id}`, second);
    expect(changed).toMatchObject({ status: 200, body: { ...second, id, version: 2 } });
    expect((await managed(path)).at(-1)).toEqual(changed.body);

    const gone = await retire(path, id, 1);
    expect(gone).toMatchObject({ status: 200, body: { ...second, id, version: 3, is_retired: 1 } });
    expect((await managed(path)).at(-1)).toEqual(gone.body);
    const refused = await hotel.api.put(`/api/${path}/${id}`, first);
    expectRefusal(refused, 409, '使用停止中のデータは変更できません。使用を再開してから変更してください。');

    const back = await retire(path, id, 0);
    expect(back).toMatchObject({ status: 200, body: { ...second, id, version: 4, is_retired: 0 } });
  });

  it('writes nothing without a change', async () => {
    const body = path === 'staff' ? { ...first, login_name: 'twice' } : first;
    const { body: made } = await define(path, body);
    const position = await hotel.position();
    expect(await hotel.api.put(`/api/${path}/${made.id}`, body)).toMatchObject({ status: 200, body: made });
    expect(await retire(path, made.id, 0)).toMatchObject({ status: 200, body: made });
    expect(await hotel.position()).toBe(position);
  });

  it('notifies every terminal that the list changed', async () => {
    const { body } = await hotel.api.get<object>('/api/hotel');
    const terminal = new LiveTerminal(hotel.url, body);
    const { id } = (await define(path, second)).body;
    await retire(path, id, 1);
    const position = await hotel.position();
    await terminal.until(() => terminal.position >= position);
    const master = { corporate_master: 'corporate', payment_master: 'payment' }[path] ?? path;
    expect(terminal.frames.flatMap(({ masters }) => masters)).toContain(master);
    terminal.close();
  });
});

describe('the lists of the spec', () => {
  it.each(KINDS.filter(({ path }) => path !== 'staff'))(
    'GET /api/$path holds records in use only, without what only the masters screen knows',
    async ({ path, first }) => {
      const { id } = (await define(path, first)).body;
      const list = async () => (await hotel.api.get<Row[]>(`/api/${path}`)).body;
      const mine = async () => (await list()).find((record) => record.id === id);
      expect(await mine()).toEqual({ id, ...first });
      await retire(path, id, 1);
      expect(await mine()).toBeUndefined();
    },
  );

  it.each(['corporate_master', 'payment_master'])('GET /api/%s shows what was in use then', async (path) => {
    const kind = KINDS.find((one) => one.path === path) as Kind;
    const { id } = (await define(path, kind.first)).body;
    const then = await hotel.position();
    await retire(path, id, 1);
    const listed = async (query: string) =>
      (await hotel.api.get<Row[]>(`/api/${path}?${query}`)).body.find((record) => record.id === id);
    expect(await listed(`as_of=${then}`)).toEqual({ id, ...kind.first });
    expect(await listed(`as_of=${then + 1}`)).toBeUndefined();
    expect(await listed(`as_of=${then}&all=1`)).toMatchObject({ version: 1, is_retired: 0 });
    expect(await listed(`as_of=${then + 1}&all=1`)).toMatchObject({ version: 2, is_retired: 1 });
  });

  it('GET /api/staff/{id} still returns the name of retired staff', async () => {
    const { id } = (await define('staff', { name: '去った人', role: 'staff', login_name: null })).body;
    await retire('staff', id, 1);
    expect((await hotel.api.get(`/api/staff/${id}`)).body).toEqual({ name: '去った人' });
  });
});

describe('staff', () => {
  const TAKEN = 'このログイン名は他のスタッフが使用しています。';
  const LAST = '最後の管理者は、使用停止にすることも役割やログイン名を外すことも出来ません。';
  const member = (login_name: string | null, role = 'staff') => ({ name: '乙川 三郎', role, login_name });

  it('have unique normalized login names while in use', async () => {
    const { id } = (await define('staff', member('saburo'))).body;
    const taken = await define('staff', member('ＳＡＢＵＲＯ'));
    expectRefusal(taken, 422, TAKEN);
    expect(JSON.parse(taken.text).errors).toMatchObject([{ code: 'login_name_taken', field: 'login_name' }]);
    await retire('staff', id, 1);
    expect(await define('staff', member('saburo'))).toMatchObject({ status: 201 });
    expectRefusal(await retire('staff', id, 0), 422, TAKEN);
  });

  it('assign a login name once under concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => define('staff', member('racer'))));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(422)]);
  });

  it('keep the last admin who can sign in', async () => {
    const { id } = (await define('staff', member('boss', 'admin'))).body;
    expectRefusal(await retire('staff', id, 1), 409, LAST);
    expectRefusal(await hotel.api.put(`/api/staff/${id}`, member(null, 'admin')), 409, LAST);
    await define('staff', member('chief', 'admin'));
    expect(await retire('staff', id, 1)).toMatchObject({ status: 200 });
  });

  it('are listed with what they are', async () => {
    const { body } = await hotel.api.get<ManagedStaff[]>('/api/staff');
    expect(body[0]).toEqual({
      id: hotel.ids.staff,
      name: '髙田 由美',
      role: 'staff',
      login_name: null,
      can_sign_in: 0,
      version: 1,
      is_retired: 0,
    });
  });

  it('can sign in once they have chosen a password', async () => {
    const { id } = (await define('staff', member('kagi'))).body;
    await rawQuery(hotel.databaseUrl, `insert into password_hashes (staff_id, hash) values (${id}, 'x')`);
    expect((await managed('staff')).at(-1)).toMatchObject({ id, can_sign_in: 1 });
    expect((await hotel.api.put(`/api/staff/${id}`, member('kagi2'))).body).toMatchObject({ can_sign_in: 1 });
  });
});

describe('the log', () => {
  it('shows role changes, retirements and restorations', async () => {
    const made = (await define('staff', { name: '丙山 六', role: 'staff', login_name: 'roku' })).body;
    expect(await newestInWords(hotel.api)).toEqual({
      label: 'スタッフの設定',
      subject: 'スタッフ 丙山 六',
      words: ['氏名: — → 丙山 六', '役割: — → スタッフ', 'ログイン名: — → roku', '使用状態: — → 使用中'],
    });
    await hotel.api.put(`/api/staff/${made.id}`, { name: '丙山 六', role: 'admin', login_name: 'roku6' });
    expect((await newestInWords(hotel.api)).words).toEqual([
      '役割: スタッフ → 管理者',
      'ログイン名: roku → roku6',
    ]);
    const { id } = (await define('corporate_master', { corporate_short_name: '㈱丙', corporate_flag: 0 }))
      .body as ManagedCorporate;
    await retire('corporate_master', id, 1);
    expect(await newestInWords(hotel.api)).toEqual({
      label: '法人の使用停止',
      subject: '法人 ㈱丙',
      words: ['使用状態: 使用中 → 使用停止'],
    });
    await retire('corporate_master', id, 0);
    expect((await newestInWords(hotel.api)).words).toEqual(['使用状態: 使用停止 → 使用中']);
    const entry = (await define('blacklist', { guest_name: '丙山 七', tel: '' })).body;
    expect(entry.tel).toBeNull();
    await retire('blacklist', entry.id, 1);
    expect(await newestInWords(hotel.api)).toEqual({
      label: 'ブラックリストの解除',
      subject: 'ブラックリスト 丙山 七',
      words: ['登録状態: 登録中 → 解除'],
    });
  });
});

const CORPORATE = '選択した法人は使用停止中です。他の法人を選択してください。';
const PAYMENT = '選択した支払方法は使用停止中です。他の支払方法を選択してください。';
const ENTRY = 'このブラックリストの登録は解除されています。';

const made = async (path: string, body: object) => (await define(path, body)).body.id;
const newCorporate = () => made('corporate_master', { corporate_short_name: '㈱去', corporate_flag: 0 });
const newPayment = () => made('payment_master', { payment_name: '商品券' });
const newEntry = () => made('blacklist', { guest_name: '去野 太郎', tel: null });

/** Each kind of record that a booking names: its list, its field, a new one, and what is said of a retired one. */
const NAMED = [
  ['corporate_master', 'corporateID', newCorporate, CORPORATE],
  ['payment_master', 'payment_type', newPayment, PAYMENT],
  ['blacklist', 'blacklist_id', newEntry, ENTRY],
] as const;

describe.each(NAMED)('a retired record of %s', (path, field, define, message) => {
  it('is refused at its field for a new booking, and accepted again once restored', async () => {
    const id = await define();
    await retire(path, id, 1);
    const payload: Payload = hotel.payload({ [field]: id });
    const refused = await hotel.api.post<ErrorBody>('/api/booking', payload);
    expectRefusal(refused, 422, message);
    expect(refused.body.errors.map((rule) => rule.field)).toEqual([field]);
    await retire(path, id, 0);
    expect((await hotel.api.post('/api/booking', payload)).status).toBe(201);
  });

  it('stays valid in a booking that names it, but is not chosen by a change', async () => {
    const [id, other] = [await define(), await define()];
    const booking = await hotel.book({ [field]: id });
    await retire(path, id, 1);
    await retire(path, other, 1);
    const url = `/api/booking/${booking.id}`;
    const same = await hotel.api.put(url, { [field]: id, total_fee: 12_000 });
    expect(same).toMatchObject({ status: 200, body: { [field]: id, total_fee: 12_000 } });
    expectRefusal(await hotel.api.put(url, { [field]: other }), 422, message);
    const none = { corporateID: 0, payment_type: null, blacklist_id: -1 }[field];
    expect(await hotel.api.put(url, { [field]: none })).toMatchObject({ status: 200 });
    expectRefusal(await hotel.api.put(url, { [field]: id }), 422, message);
  });
});

describe('a retired way of paying', () => {
  it('is not chosen at the desk, but records the payment of a booking that names it', async () => {
    const [id, other] = [await newPayment(), await newPayment()];
    const booking = await hotel.book({ payment_type: id });
    await retire('payment_master', id, 1);
    await retire('payment_master', other, 1);
    const pay = (payment_type: number) =>
      hotel.api.post(`/api/booking/${booking.id}/payment`, { payment_type, payment_flag: 1 });
    expectRefusal(await pay(other), 422, PAYMENT);
    expect(await pay(id)).toMatchObject({ status: 200, body: { payment_type: id, payment_status: '済' } });
  });
});

describe('what names a retired record', () => {
  it('is still shown by name in history, log and past views', async () => {
    const corporateID = await newCorporate();
    const booking = await hotel.book({ corporateID });
    const then = await hotel.position();
    await retire('corporate_master', corporateID, 1);
    const { body } = await hotel.api.get<{ events: EventRecord[] }>(`/api/booking/${booking.id}/history`);
    const told = body.events[0]?.changes.find(({ field }) => field === 'corporateID');
    expect(told).toMatchObject({ after: corporateID, after_text: '㈱去' });
    const past = `/api/bookings?start_date=2096-01-10&end_date=2096-01-10&as_of=${then}`;
    const { body: bookings } = await hotel.api.get<{ id: number }[]>(past);
    expect(bookings.find(({ id }) => id === booking.id)).toMatchObject({ corporateID });
  });

  it('an imported record offers a company to its form only while it is in use or its booking names it', async () => {
    const corporateId = await newCorporate();
    const waiting = await hotel.importRecord({ corporateId });
    const registered = await hotel.importRecord({ corporateId });
    await hotel.book({ csv_reservation_id: registered, corporateID: corporateId });
    const offered = async (id: number) =>
      (await hotel.api.get<object>(`/api/fetch-csv-reservation-data/${id}`)).body;
    expect(await offered(waiting)).toMatchObject({ corporateID: corporateId, corporate: 1 });
    await retire('corporate_master', corporateId, 1);
    expect(await offered(waiting)).toMatchObject({ corporateID: 0, corporate: 0 });
    expect(await offered(registered)).toMatchObject({ corporateID: corporateId, corporate: 1 });
  });

  it('an erasure is not held up by an entry that was lifted', async () => {
    const entry = await made('blacklist', { guest_name: '蛇沼 圭', tel: null });
    const { id } = await hotel.book({ guest_name_1: '蛇沼 圭' });
    const preview = async () =>
      (await hotel.api.get<{ is_blacklisted: boolean }>(`/api/booking/${id}/erasure`)).body;
    expect(await preview()).toMatchObject({ is_blacklisted: true });
    await retire('blacklist', entry, 1);
    expect(await preview()).toMatchObject({ is_blacklisted: false });
  });
});
