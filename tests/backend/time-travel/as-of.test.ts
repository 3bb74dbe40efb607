import { addDays, type Day, day, type Month } from '@domain/dates.js';
import { describe, expect, it, jest } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import type { AnyStream, DomainEvent } from '#backend/event-store/event-stream.js';
import { requireStream } from '#backend/event-store/unit-of-work.js';
import { corporateStream, paymentStream } from '#backend/streams/master.stream.js';
import { PastViews } from '#backend/time-travel/past-views.js';
import { must } from '#tests/support/api-client.js';
import { sharedHotel, sharedNodeOn } from '#tests/support/shared.js';
import { AT_DESK, aWork, defineRoom, plainRoom } from '#tests/support/store-node.js';

const RANGE = 'start_date=2096-01-20&end_date=2096-03-10';
const CALLS = [
  `bookings?${RANGE}`,
  'bookings?start_date=2096-04-01&end_date=2096-04-30',
  `booking_type_diff?${RANGE}`,
  `weather?${RANGE}`,
  'rooms?year_month=2096-01-01',
  'rooms?year_month=2096-02-01',
  'rooms?year_month=2097-03-01',
  'corporate_master?',
  'payment_master?',
];

const hotel = sharedHotel();
const node = sharedNodeOn(() => hotel.databaseUrl);

const answers = async (asOf = ''): Promise<string[]> => {
  const all = await Promise.all(CALLS.map((call) => hotel.api.get(`/api/${call}${asOf}`)));
  for (const { status, text } of all) expect({ status, text }).toMatchObject({ status: 200 });
  return all.map(({ text }) => text);
};

const defineAnew = (stream: AnyStream, id: number, event: DomainEvent): Promise<unknown> =>
  node.store.execute(
    aWork((unit) => unit.append(stream, id, event, AT_DESK), { requirements: [requireStream(stream, id)] }),
  );

/** Changes that random histories lack: over the edges of the range, of booked rooms and of masters. */
async function* life(): AsyncGenerator<string> {
  const { api } = hotel;
  const room = hotel.newRoom();
  const january = hotel.roomId(room, '2096-01-30');
  const made = await hotel.book({ room_id: january, stay_start: '2096-01-30', stay_end: '2096-02-02' });
  yield 'a booking over the end of a month';
  const path = `/api/booking/${made.id}`;
  await must(api.put(path, { stay_start: '2096-04-10', stay_end: '2096-04-12' }));
  yield 'it moved out of the range';
  await must(api.put(path, { stay_start: '2096-02-28', stay_end: '2096-03-02' }));
  yield 'it came back, over a leap day';
  const stay = { stayStart: day('2096-02-01'), stayEnd: day('2096-02-03') };
  const imported = await hotel.importRecord({ ...stay, soldCategories: ['twin_smoking'] });
  yield 'a record was imported and failed';
  const room_id = hotel.roomId(room, '2096-02-01');
  const registered = { room_id, stay_start: '2096-02-01', stay_end: '2096-02-03' };
  const { id } = await hotel.book({ ...registered, csv_reservation_id: imported });
  yield 'the imported record was registered';
  await must(api.put(`/api/booking/${id}/return-temairazu`));
  yield 'it was returned';
  await hotel.book({ ...registered, guest_name_1: '鈴木 一郎' });
  const february = plainRoom(room, day('2096-02-01') as Month);
  await defineRoom(node.store, { ...february, roomType: 'ツイン' }, room_id);
  yield 'a booked room became a twin';
  await defineRoom(node.store, plainRoom('999', day('2097-03-01') as Month));
  yield 'a new room';
  const corporate = { corporateShortName: '㈱見本', corporateFlag: 1 };
  await defineAnew(corporateStream, hotel.ids.corporate, { type: 'CorporateDefined', data: corporate });
  yield 'a company was renamed';
  const payment = { paymentName: 'カード', kind: 'カード' } as const;
  await defineAnew(paymentStream, hotel.ids.card, { type: 'PaymentDefined', data: payment });
  yield 'a way of paying was renamed';
}

describe('as_of', () => {
  it('gives exactly what the calls answered then', async () => {
    const seen = new Map<number, { what: string; answered: string[] }>();
    seen.set(await hotel.position(), { what: 'the beginning', answered: await answers() });
    for await (const what of life()) seen.set(await hotel.position(), { what, answered: await answers() });
    expect(seen.size).toBe(11);
    for (const [position, { what, answered }] of seen) {
      expect({ what, answered: await answers(`&as_of=${position}`) }).toEqual({ what, answered });
    }
    const distinct = new Set([...seen.values()].map(({ answered }) => answered.join()));
    expect(distinct.size).toBe(seen.size); // Each change shows in some answer.
  });

  it('shows stays that went on, moved and ended early, and rooms out of order or held, as they then were', async () => {
    const { api } = hotel;
    const dayAt = (offset: number): Day => addDays(hotel.today, offset);
    const range = `start_date=${dayAt(-5)}&end_date=${dayAt(9)}`;
    const calls = [`bookings?${range}&by_stay=1`, `booking_type_diff?${range}`, `room-closures?${range}`];
    const look = (asOf = '') =>
      Promise.all(calls.map(async (call) => await must(api.get<object>(`/api/${call}${asOf}`))));
    const booked = async (from: number, to: number) => {
      const { id } = await hotel.book({ stay_start: dayAt(from), stay_end: dayAt(to), total_fee: 24_000 });
      await must(api.post(`/api/booking/${id}/check-in`, { date: dayAt(from) }));
      return id;
    };
    const [moving, leaving] = [await booked(-1, 2), await booked(-2, 3)];
    const other = hotel.newRoom();
    const closed = { room_number: hotel.newRoom(), start_date: dayAt(1), end_date: dayAt(4) };
    const held = {
      guest_name: '鈴木 仮',
      tel: '',
      remark: '',
      until: new Date(Date.now() + 3_600_000).toISOString(),
    };
    const closure = await must(
      api.post<{ id: number }>('/api/room-closures', { ...closed, reason: '水漏れ' }),
    );
    const steps = [
      () => api.post(`/api/booking/${moving}/move-from`, { room_id: hotel.roomId(other, dayAt(0)) }),
      () => api.post(`/api/booking/${leaving}/leave-early`, { fee: 1_000 }),
      () => api.put(`/api/room-closures/${closure.id}`, { end_date: dayAt(2) }),
      () => api.post('/api/tentative-stays', { ...closed, start_date: dayAt(3), ...held }),
      () => api.delete(`/api/room-closures/${closure.id}`),
    ];
    const seen = new Map([[await hotel.position(), await look()]]);
    for (const step of steps) {
      await must(step());
      seen.set(await hotel.position(), await look());
    }
    expect(new Set([...seen.values()].map((answered) => JSON.stringify(answered))).size).toBe(
      steps.length + 1,
    );
    for (const [position, answered] of seen) expect(await look(`&as_of=${position}`)).toEqual(answered);
  });

  it('shows nothing of an erased guest, however far back and however often it was looked at before', async () => {
    const stay = { stay_start: '2096-05-01', stay_end: '2096-05-02' };
    const { id } = await hotel.book({ ...stay, guest_name_1: '秘密 太郎', notes: 'そば' });
    const position = await hotel.position();
    await hotel.api.put(`/api/booking/${id}`, { notes: '卵' });
    const path = `/api/bookings?start_date=2096-05-01&end_date=2096-05-02&as_of=${position}`;
    expect((await hotel.api.get<BookingRecord[]>(path)).body).toMatchObject([
      { id, version: 1, guest_name_1: '秘密 太郎', notes: 'そば' },
    ]);
    await must(hotel.api.put(`/api/booking/${id}/cancel`));
    const body = { reason: '本人からの請求', booking_ids: [id] };
    await must(hotel.api.post(`/api/booking/${id}/erasure`, body));
    expect((await hotel.api.get<BookingRecord[]>(path)).body).toMatchObject([
      { id, version: 1, guest_name_1: '削除済み', notes: '削除済み', total_fee: 16_000 },
    ]);
  });

  it('gives the same answer while others write as afterwards', async () => {
    const stay = { stay_start: '2096-06-10', stay_end: '2096-06-12' };
    const room_id = hotel.roomId(hotel.newRoom(), '2096-06-10');
    const asked = new Map<number, string[]>();
    let writing = true;
    // Goes on for as long as it takes the readers to come between.
    const write = async (room: number): Promise<void> => {
      for (let round = 0; round < 12 || asked.size < 12; round++) {
        const { id } = await hotel.book({ ...stay, room_id: room, notes: `${round}` });
        await hotel.api.put(`/api/booking/${id}`, { total_fee: round });
        await hotel.api.put(`/api/booking/${id}/cancel`);
      }
    };
    const look = async (position: number): Promise<string> => {
      const query = `start_date=2096-06-01&end_date=2096-06-30&as_of=${position}`;
      const calls = ['bookings', 'booking_type_diff'].map((call) => hotel.api.get(`/api/${call}?${query}`));
      return (await Promise.all(calls)).map(({ status, text }) => `${status} ${text}`).join('\n');
    };
    const read = async (): Promise<void> => {
      while (writing) {
        const position = await hotel.position();
        for (const back of [0, 1, 5]) {
          const looked = asked.get(position - back) ?? [];
          asked.set(position - back, [...looked, await look(position - back)]);
        }
      }
    };
    const other = hotel.roomId(hotel.newRoom(), '2096-06-10');
    const readers = [read(), read()];
    await Promise.all([write(room_id), write(other)]).finally(() => {
      writing = false;
    });
    await Promise.all(readers);
    for (const [position, looked] of asked) {
      expect({ position, looked: [...new Set(looked)] }).toEqual({
        position,
        looked: [await look(position)],
      });
    }
  });

  it('leaves out what is written after the end of the log was read', async () => {
    const path = '/api/bookings?start_date=2096-07-01&end_date=2096-07-31';
    const room_id = hotel.roomId(hotel.newRoom(), '2096-07-10');
    const position = await hotel.position();
    const { moment } = PastViews.prototype;
    const reading = jest.spyOn(PastViews.prototype, 'moment');
    reading.mockImplementationOnce(async function (this: PastViews, asOf) {
      const end = await moment.call(this, asOf);
      await hotel.book({ room_id, stay_start: '2096-07-10', stay_end: '2096-07-12' });
      return end;
    });
    expect((await hotel.api.get(`${path}&as_of=${position}`)).text).toBe('[]');
    expect((await hotel.api.get(path)).text).not.toBe('[]');
  });

  it('is answered 304 while nothing was written', async () => {
    const path = `/api/bookings?${RANGE}&as_of=${await hotel.position()}`;
    const etag = (await hotel.api.get(path)).headers.get('etag') ?? '';
    expect((await hotel.api.get(path, { 'if-none-match': etag })).status).toBe(304);
  });
});
