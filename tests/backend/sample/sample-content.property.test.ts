import { addDays, addMonths, monthOf } from '@domain/dates.js';
import { FAILURE_REASONS } from '@domain/imports/csv-reservation.js';
import { BOOKING_SOURCES } from '@domain/reservation/sources.js';
import { CATEGORIES, categoryOf } from '@domain/room/category.js';
import { GRID_ROOM_NUMBERS } from '@domain/room/room-order.js';
import { describe, expect, test } from '@jest/globals';
import { CASES, historyOf, hotelOf } from './sample-cases.js';

describe.each(CASES)('the sample hotel on $today at $now', (sample) => {
  const { today } = sample;
  const events = historyOf(sample);
  const { rooms, reservations, imports, corporates, blacklist, mappings } = hotelOf(events);
  const all = [...reservations.values()];
  const active = all.filter(({ status }) => status === 'active');
  const records = [...imports.values()];

  test('has the 117 rooms of every type in 16 months', () => {
    const months = Array.from({ length: 16 }, (_, index) => addMonths(monthOf(today), index - 2));
    const expected = months.flatMap((month) => GRID_ROOM_NUMBERS.map((room) => `${month} ${room}`));
    const defined = [...rooms.values()].map(({ month, roomNumber }) => `${month} ${roomNumber}`);
    expect([...defined].sort()).toEqual(expected.sort());
    const now = [...rooms.values()].filter(({ month }) => month === monthOf(today));
    const twins = now.filter(({ roomType }) => roomType === 'ツイン').map(({ roomNumber }) => roomNumber);
    expect(twins).toHaveLength(14);
    expect(twins).toContain('916');
    expect(new Set(now.map(({ roomType }) => roomType)).size).toBe(5);
    expect(new Set(now.map(({ priority }) => priority))).toEqual(new Set(['', '男性', '女性']));
    expect(new Set(now.map(categoryOf))).toEqual(new Set([...CATEGORIES, null]));
  });

  test('keeps two storerooms closed and some rooms closed in some months', () => {
    const storerooms = [...rooms.values()].filter(({ roomType }) => roomType === '倉庫');
    expect(storerooms).toHaveLength(2 * 16);
    expect(new Set(storerooms.map(({ reservableStatus }) => reservableStatus))).toEqual(
      new Set(['予約不可']),
    );
    const closed = [...rooms.values()].filter(
      ({ roomType, reservableStatus }) => roomType !== '倉庫' && reservableStatus === '予約不可',
    );
    const numbers = new Set(closed.map(({ roomNumber }) => roomNumber));
    expect(numbers.size).toBeGreaterThan(3);
    for (const number of numbers) {
      expect(closed.filter(({ roomNumber }) => roomNumber === number).length).toBeLessThan(16);
    }
  });

  test('has bookings of all sources and kinds', () => {
    expect(new Set(all.map(({ bookingSource }) => bookingSource))).toEqual(new Set(BOOKING_SOURCES));
    const kinds: Record<string, (one: (typeof all)[0]) => boolean> = {
      paid: (one) => one.paymentFlag === 1,
      unpaid: (one) => one.paymentFlag === 0,
      'next-day out': (one) => one.nextdayOutFlag === 1,
      cancelled: (one) => one.status === 'cancelled',
      corporate: (one) => one.corporateId > 0,
      'corporate with rooms of its own': (one) => corporates.get(one.corporateId)?.corporateFlag === 1,
      'two guests': (one) => one.mensCount + one.womensCount === 2 && one.guestName2 !== '',
      notes: (one) => one.notes !== '',
      points: (one) => one.usedPoints > 0,
      coupon: (one) => one.coupon === 1,
      locked: (one) => one.roomMoveLock === 1,
      moved: (one) => one.changedRoom === 1,
      imported: (one) => one.csvReservationId !== null,
      'no staff': (one) => one.staffId === null,
    };
    const missing = Object.entries(kinds).filter(([, fits]) => all.filter(fits).length < 5);
    expect(missing.map(([kind]) => kind)).toEqual([]);
    expect(all.some(({ reserverName }) => reserverName.includes('髙'))).toBe(true);
    expect(all.some(({ reserverName }) => reserverName.includes('﨑'))).toBe(true);
  });

  test('has guests come and gone, guests in house and arrivals still to come', () => {
    const gone = active.filter(({ stayEnd }) => stayEnd < today);
    const arrived = gone.filter(
      ({ checkinDate, checkoutDate }) => checkinDate !== null && checkoutDate !== null,
    );
    expect(arrived.length / gone.length).toBeGreaterThan(0.98);
    expect(arrived.length).toBeLessThan(gone.length);
    const inHouse = active.filter(
      ({ stayStart, stayEnd }) => stayStart < addDays(today, -1) && stayEnd > today,
    );
    expect(inHouse.filter(({ checkinDate }) => checkinDate === null)).toEqual([]);
    const staying = active.filter(
      ({ checkinDate, checkoutDate }) => checkinDate !== null && checkoutDate === null,
    );
    expect(staying.some(({ paymentFlag }) => paymentFlag === 0)).toBe(true);
    const arrivals = active.filter(({ stayStart }) => stayStart === today);
    expect(arrivals.filter(({ bookingSource }) => bookingSource === '訪問').length).toBeGreaterThanOrEqual(3);
    expect(arrivals.filter(({ paymentFlag }) => paymentFlag === 0).length).toBeGreaterThanOrEqual(3);
    const ahead = active.filter(({ stayStart }) => stayStart > today);
    expect(ahead.filter(({ checkinDate }) => checkinDate !== null)).toEqual([]);
    const alone = ahead.filter(({ baseBookingId }) => baseBookingId === 0);
    expect(alone.filter(({ bookingSource }) => bookingSource === '訪問')).toEqual([]);
  });

  test('has about 30 imported records, failed for every reason that a readable row has, registered and cancelled', () => {
    expect(records.length).toBeGreaterThanOrEqual(28);
    expect(records.length).toBeLessThanOrEqual(32);
    const failed = records.filter(({ status }) => status === 'failed');
    const ofFiles = ['備考が長すぎます', '引用符が閉じていません'];
    const reasons = FAILURE_REASONS.filter((reason) => !ofFiles.includes(reason));
    expect(new Set(failed.map(({ reason }) => reason))).toEqual(new Set(reasons));
    expect(records.filter(({ status }) => status === 'registered').length).toBeGreaterThanOrEqual(10);
    expect(records.filter(({ status }) => status === 'cancelled').length).toBeGreaterThanOrEqual(3);
    expect(records.some(({ roomIndex }) => roomIndex === 2)).toBe(true);
    const symbols = new Set(records.map(({ roomSymbol }) => roomSymbol));
    for (const record of records.filter(({ reason }) => reason === '部屋タイプ未定義')) {
      expect(record.soldCategories).toEqual([]);
    }
    expect(symbols.size).toBeGreaterThanOrEqual(4);
  });

  test('has imported records and bookings that know each other and say the same', () => {
    for (const record of records.filter(({ bookingId }) => bookingId !== null)) {
      const booking = reservations.get(record.bookingId ?? 0);
      expect(booking?.csvReservationId).toBe(record.id);
      const { bookingNumber, bookingSource, guestName1, stayStart, mensCount, womensCount } = record;
      expect(booking).toMatchObject({
        bookingNumber,
        bookingSource,
        guestName1,
        stayStart,
        mensCount,
        womensCount,
      });
      const room = [...rooms.values()].find(({ roomNumber }) => roomNumber === booking?.roomNumber);
      const category = room && categoryOf({ ...room, reservableStatus: '予約可能' });
      expect(record.soldCategories).toEqual([category]);
      const ended = record.status === 'cancelled' || record.reason === '自動登録失敗に戻し';
      expect(booking?.status).toBe(ended ? 'cancelled' : 'active');
      if (record.reason?.startsWith('チェックイン済み')) expect(booking?.checkinDate).not.toBeNull();
      if (record.reason === '部屋移動不可') expect(booking?.roomMoveLock).toBe(1);
      if (record.status === 'registered') expect(booking?.stayEnd).toBe(record.stayEnd);
    }
    const linked = all.filter(({ csvReservationId }) => csvReservationId !== null);
    expect(
      linked.every(({ id, csvReservationId }) => imports.get(csvReservationId ?? 0)?.bookingId === id),
    ).toBe(true);
  });

  test('maps the room symbols of the channel manager', () => {
    const mapped = [...mappings.values()].map(({ roomType, categories }) => [roomType, ...categories]);
    expect(mapped).toEqual([
      ['NS', 'normal_non_smoking'],
      ['SS', 'normal_smoking'],
      ['LS', 'women_non_smoking'],
      ['NT', 'twin_non_smoking'],
      ['ST', 'twin_smoking'],
    ]);
  });

  test('blacklists guests with a phone and without', () => {
    const phones = [...blacklist.values()].map(({ tel }) => tel === null);
    expect(new Set(phones)).toEqual(new Set([true, false]));
  });

  test('knows the weather until a few days ahead', () => {
    const days = events.flatMap(({ event }) => (event.type === 'WeatherSet' ? [event.data.date] : []));
    expect(days[0]).toBe(addMonths(monthOf(today), -2));
    expect(days).toEqual([...new Set(days)].sort());
    expect(days.at(-1)).toBe(addDays(days[0] ?? today, days.length - 1));
    const ahead = [addDays(today, 3), addDays(today, 4)];
    expect(ahead).toContain(days.at(-1));
  });
});

describe('public holidays', () => {
  const flagged = (sample: (typeof CASES)[0] | undefined) =>
    historyOf(sample as (typeof CASES)[0]).flatMap(({ event }) =>
      event.type === 'HolidayToggled' && event.data.holidayFlag === 1 ? [event.data.date as string] : [],
    );

  test('are those of Japan in all months of the sample', () => {
    expect(flagged(CASES[0])).toEqual([
      '2026-09-21',
      '2026-09-22',
      '2026-09-23',
      '2026-10-12',
      '2026-11-03',
      '2026-11-23',
      '2027-01-01',
      '2027-01-11',
      '2027-02-11',
      '2027-02-23',
      '2027-03-21',
      '2027-03-22',
      '2027-04-29',
      '2027-05-03',
      '2027-05-04',
      '2027-05-05',
      '2027-07-19',
      '2027-08-11',
      '2027-09-20',
      '2027-09-23',
      '2027-10-11',
      '2027-11-03',
      '2027-11-23',
    ]);
  });

  test('are looked up over the turn of two years', () => {
    const days = flagged(CASES[2]);
    expect(days[0]).toBe('2026-10-12');
    expect(days.at(-1)).toBe('2028-01-10');
  });
});
