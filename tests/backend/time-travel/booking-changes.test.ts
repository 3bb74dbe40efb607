import { describe, expect, it } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import { TERMINAL_HEADER } from '@wire/live.js';
import type { BookingChange, BookingChanges, LogMoment } from '@wire/time-travel.js';
import { must } from '#tests/support/api-client.js';
import { sharedHotel } from '#tests/support/shared.js';

const hotel = sharedHotel();
let month = 0;
let first: string;
let range: string;

const changesSince = async (position: number): Promise<BookingChange[]> =>
  (await must(hotel.api.get<BookingChanges>(`/api/booking-changes?${range}&as_of=${position}`))).changes;
const put = (id: number, body: object) => must(hotel.api.put<BookingRecord>(`/api/booking/${id}`, body));
const cancel = (id: number) => hotel.api.put(`/api/booking/${id}/cancel`);
const kinds = (changes: readonly BookingChange[]) =>
  changes.map(({ kind, booking_id }) => ({ kind, booking_id }));

/** A stay within a month that no other test looks at. */
const stay = (nights = 2, from = 10) => ({
  stay_start: `${first}-${from}`,
  stay_end: `${first}-${from + nights}`,
});

describe('what became of the bookings of a range since a moment', () => {
  const inMonthOfItsOwn = (what: string, check: () => Promise<void>): void =>
    it(what, () => {
      month++;
      first = `2096-${String(month).padStart(2, '0')}`;
      range = `start_date=${first}-05&end_date=${first}-20`;
      return check();
    });

  inMonthOfItsOwn('is empty when nothing happened, and names the moment', async () => {
    await hotel.book(stay());
    const position = await hotel.position();
    const { body: moment } = await hotel.api.get<LogMoment>(`/api/log/moment?as_of=${position}`);
    const answer = await hotel.api.get<BookingChanges>(`/api/booking-changes?${range}&as_of=${position}`);
    expect(answer.body).toEqual({ ...moment, changes: [] });
  });

  inMonthOfItsOwn('is a booking taken since, with the terminal that took it', async () => {
    const position = await hotel.position();
    const body = hotel.payload({ ...stay(), guest_name_1: '新規 太郎' });
    const headers = { [TERMINAL_HEADER]: encodeURIComponent('フロント2') };
    const booked = (await hotel.api.post<BookingRecord>('/api/booking', body, headers)).body;
    const [change, ...more] = await changesSince(position);
    expect(more).toEqual([]);
    const room = change?.after_room;
    expect(change).toMatchObject({ kind: 'added', booking_id: booked.id, before: null, before_room: null });
    expect(hotel.roomId(String(room), `${first}-10`)).toBe(booked.room_id);
    expect(change?.after).toEqual((await hotel.api.get(`/api/booking/${booked.id}`)).body);
    expect(change?.changes).toContainEqual(
      expect.objectContaining({ field: 'guest_name_1', before: null, after: '新規 太郎' }),
    );
    expect(change?.events).toEqual([
      {
        position: booked.id,
        type: 'ReservationCreated',
        label: '予約登録',
        recorded_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
        staff_id: null,
        staff_name: null,
        terminal: 'フロント2',
      },
    ]);
  });

  inMonthOfItsOwn('is a cancellation, whatever else happened to the booking', async () => {
    const { id } = await hotel.book(stay());
    const position = await hotel.position();
    await put(id, { ...stay(3), notes: '延泊' });
    await cancel(id);
    const [change] = await changesSince(position);
    expect(change).toMatchObject({
      kind: 'cancelled',
      before: { version: 1, is_cancelled: 0, stay_end: `${first}-12`, notes: '' },
      after: { version: 3, is_cancelled: 1, stay_end: `${first}-13`, notes: '延泊' },
    });
    expect(change?.events.map(({ type, position: at }) => ({ type, at }))).toEqual([
      { type: 'ReservationCancelled', at: position + 2 },
      { type: 'ReservationAmended', at: position + 1 },
    ]);
    expect(change?.changes.map(({ field }) => field)).toEqual(
      expect.arrayContaining(['is_cancelled', 'stay_end', 'notes']),
    );
  });

  inMonthOfItsOwn('is a move to another room', async () => {
    const [from, to] = [hotel.newRoom(), hotel.newRoom()];
    const { id } = await hotel.book({ ...stay(), room_id: hotel.roomId(from, `${first}-10`) });
    const position = await hotel.position();
    await put(id, { room_id: hotel.roomId(to, `${first}-10`), notes: '静かな部屋' });
    const [change] = await changesSince(position);
    expect(change).toMatchObject({ kind: 'moved', before_room: from, after_room: to });
    expect(change?.before?.room_id).toBe(hotel.roomId(from, `${first}-10`));
    expect(change?.after.room_id).toBe(hotel.roomId(to, `${first}-10`));
    expect(change?.changes).toContainEqual({
      field: 'room_number',
      before: from,
      after: to,
      label: '部屋番号',
      before_text: from,
      after_text: to,
    });
  });

  inMonthOfItsOwn('is a move out of the range, one into it, and any to other days', async () => {
    const out = await hotel.book(stay());
    const into = await hotel.book(stay(2, 25));
    const elsewhere = await hotel.book(stay(2, 26));
    const longer = await hotel.book(stay());
    const position = await hotel.position();
    await put(out.id, stay(2, 24));
    await put(into.id, stay(2, 11));
    await put(elsewhere.id, stay(2, 13)); // In the range for a while, but neither then nor now.
    await put(elsewhere.id, stay(1, 27));
    await put(longer.id, stay(3));
    expect(kinds(await changesSince(position))).toEqual([
      { kind: 'moved', booking_id: longer.id },
      { kind: 'moved', booking_id: into.id },
      { kind: 'moved', booking_id: out.id },
    ]);
  });

  inMonthOfItsOwn('is nothing for one that is again as it was', async () => {
    const { id } = await hotel.book(stay());
    const position = await hotel.position();
    await put(id, { notes: '窓側' });
    expect(kinds(await changesSince(position))).toEqual([{ kind: 'changed', booking_id: id }]);
    await put(id, { notes: '' });
    expect(await changesSince(position)).toEqual([]);
  });

  inMonthOfItsOwn('is nothing for one that came and went, or was cancelled before', async () => {
    const before = await hotel.book(stay());
    await cancel(before.id);
    const position = await hotel.position();
    const since = await hotel.book(stay());
    await cancel(since.id);
    expect(await changesSince(position)).toEqual([]);
    expect(kinds(await changesSince(before.id - 1))).toEqual([]);
    expect(kinds(await changesSince(before.id))).toEqual([{ kind: 'cancelled', booking_id: before.id }]);
  });

  inMonthOfItsOwn('lists the newest change first, each with the events after the moment only', async () => {
    const [one, other] = [await hotel.book(stay()), await hotel.book(stay())];
    await put(one.id, { total_fee: 1000 });
    const position = await hotel.position();
    await put(other.id, { total_fee: 2000 });
    await put(one.id, { total_fee: 3000 });
    const changes = await changesSince(position);
    expect(kinds(changes)).toEqual([
      { kind: 'changed', booking_id: one.id },
      { kind: 'changed', booking_id: other.id },
    ]);
    expect(changes[0]?.events.map((event) => event.position)).toEqual([position + 2]);
    expect(changes[0]?.changes).toMatchObject([{ field: 'total_fee', before: 1000, after: 3000 }]);
  });
});
