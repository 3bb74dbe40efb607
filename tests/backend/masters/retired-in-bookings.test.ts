import { describe, expect, it } from '@jest/globals';
import type { ErrorBody } from '@wire/errors.js';
import type { EventRecord } from '@wire/event-record.js';
import { type Payload } from '../../support/hotel.js';
import { expectRefusal } from '../../support/refusal.js';
import { sharedHotel } from '../../support/shared.js';

const hotel = sharedHotel();

const CORPORATE = '選択した法人は使用停止中です。他の法人を選択してください。';
const PAYMENT = '選択した支払方法は使用停止中です。他の支払方法を選択してください。';
const ENTRY = 'このブラックリストの登録は解除されています。';

async function made(path: string, body: object): Promise<number> {
  const { status, body: record } = await hotel.api.post<{ id: number }>(`/api/${path}`, body);
  expect(status).toBe(201);
  return record.id;
}
const newCorporate = () => made('corporate_master', { corporate_short_name: '㈱去', corporate_flag: 0 });
const newPayment = () => made('payment_master', { payment_name: '商品券' });
const newEntry = () => made('blacklist', { guest_name: '去野 太郎', tel: null });
async function retire(path: string, id: number, is_retired = 1): Promise<void> {
  expect((await hotel.api.put(`/api/${path}/${id}/retired`, { is_retired })).status).toBe(200);
}

/** Each kind of record that a booking names: its list, its field, a new one, and what is said of a retired one. */
const KINDS = [
  ['corporate_master', 'corporateID', newCorporate, CORPORATE],
  ['payment_master', 'payment_type', newPayment, PAYMENT],
  ['blacklist', 'blacklist_id', newEntry, ENTRY],
] as const;

describe.each(KINDS)('a retired record of %s', (path, field, define, message) => {
  it('is refused at its field for a new booking, and taken again once it is put back', async () => {
    const id = await define();
    await retire(path, id);
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
    await retire(path, id);
    await retire(path, other);
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
    await retire('payment_master', id);
    await retire('payment_master', other);
    const pay = (payment_type: number) =>
      hotel.api.post(`/api/booking/${booking.id}/payment`, { payment_type, payment_flag: 1 });
    expectRefusal(await pay(other), 422, PAYMENT);
    expect(await pay(id)).toMatchObject({ status: 200, body: { payment_type: id, payment_status: '済' } });
  });
});

describe('what names a retired record', () => {
  it('goes on telling it by name: history, log, and the hotel as it was', async () => {
    const corporateID = await newCorporate();
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

  it('an imported record offers a company to its form only while it is in use or its booking names it', async () => {
    const corporateId = await newCorporate();
    const waiting = await hotel.importRecord({ corporateId });
    const registered = await hotel.importRecord({ corporateId });
    await hotel.book({ csv_reservation_id: registered, corporateID: corporateId });
    const offered = async (id: number) =>
      (await hotel.api.get<object>(`/api/fetch-csv-reservation-data/${id}`)).body;
    expect(await offered(waiting)).toMatchObject({ corporateID: corporateId, corporate: 1 });
    await retire('corporate_master', corporateId);
    expect(await offered(waiting)).toMatchObject({ corporateID: 0, corporate: 0 });
    expect(await offered(registered)).toMatchObject({ corporateID: corporateId, corporate: 1 });
  });

  it('an erasure is not held up by an entry that was lifted', async () => {
    const entry = await made('blacklist', { guest_name: '蛇沼 圭', tel: null });
    const { id } = await hotel.book({ guest_name_1: '蛇沼 圭' });
    const preview = async () =>
      (await hotel.api.get<{ is_blacklisted: boolean }>(`/api/booking/${id}/erasure`)).body;
    expect(await preview()).toMatchObject({ is_blacklisted: true });
    await retire('blacklist', entry);
    expect(await preview()).toMatchObject({ is_blacklisted: false });
  });
});
