import { addDays, type Day, day, type Month } from '@domain/dates.js';
import { type CsvReservationDetails, detailsOf } from '@domain/imports/csv-reservation.js';
import { CATEGORIES } from '@domain/room/category.js';
import fc from 'fast-check';
import { anImport, aReservation } from '../../support/builders.js';
import { plainRoom } from '../../support/store-node.js';

/** An event with the stream it belongs to. */
export type Written = {
  category: 'reservation' | 'csv-reservation' | 'room-month' | 'day';
  key: number | Day;
  type: string;
  data: Record<string, unknown>;
};

const FIRST_NIGHT = day('2026-11-24');
const FAR = 90;
const MONTHS = [day('2026-11-01'), day('2026-12-01')] as Month[];
const REVISION = '2026-11-01T00:00:00.000Z';

const move = fc.record({
  kind: fc.constantFrom(
    ...(['book', 'book', 'book', 'amend', 'amend', 'move', 'move', 'shift', 'cancel', 'return'] as const),
    ...(['check-in', 'revert-check-in', 'check-out', 'revert-check-out', 'pay', 'group'] as const),
    ...([
      'import',
      'import',
      'import again',
      'fail',
      'register',
      'cancel at source',
      'dismiss',
      'reopen',
    ] as const),
    ...(['define', 'define', 'weather', 'holiday'] as const),
  ),
  nth: fc.nat(20),
  room: fc.nat(1),
  offset: fc.nat(14),
  nights: fc.integer({ min: 1, max: 4 }),
  isFar: fc.nat(9).map((chance) => chance === 0),
  name: fc.constantFrom('山田太郎', '髙橋 \u{20BB7}子', '"quoted" \\'),
  fee: fc.nat(20_000),
  flag: fc.constantFrom(0 as const, 1 as const),
  sold: fc.subarray([...CATEGORIES], { maxLength: 2 }),
  roomType: fc.constantFrom('シングル', 'ツイン', '倉庫'),
  isClosed: fc.nat(4).map((chance) => chance === 0),
});
type Move = typeof move extends fc.Arbitrary<infer Value> ? Value : never;

/** Histories of the same length, each of which is lived in rooms of its own. */
export const lives = (count: number, moves: number): fc.Arbitrary<Move[][]> =>
  fc.array(fc.array(move, { minLength: moves, maxLength: moves }), { minLength: count, maxLength: count });

type Booking = { id: number; room: string; start: Day; end: Day; isActive: boolean };
type Place = Pick<Booking, 'room' | 'start' | 'end'>;

const at = <Item>(items: readonly Item[], index: number): Item | undefined => items[index % items.length];

/** One history: what is asked of it becomes an event, the weather when it cannot be. */
class Life {
  private readonly bookings: Booking[] = [];
  private readonly records: number[] = [];
  private readonly roomMonths = new Map<string, number>();

  constructor(private readonly name: number) {}

  /** The event that a move makes at a position, which is the id of what begins with it. */
  next(wanted: Move, position: number): Written {
    return (
      this.ofBooking(wanted, position) ?? this.ofRecord(wanted, position) ?? this.ofHotel(wanted, position)
    );
  }

  private placeOf({ room, offset, nights, isFar }: Move): Place {
    const start = addDays(FIRST_NIGHT, offset + (isFar ? FAR : 0));
    return { room: `${this.name}-${room}`, start, end: addDays(start, nights) };
  }

  private isFree({ room, start, end }: Place, id = 0): boolean {
    return this.bookings.every(
      (other) =>
        other.id === id || !other.isActive || other.room !== room || other.end <= start || other.start >= end,
    );
  }

  private ofBooking(wanted: Move, position: number): Written | null {
    if (wanted.kind === 'book') return this.booked(wanted, position);
    const active = this.bookings.filter(({ isActive }) => isActive);
    const booking = at(active, wanted.nth);
    if (!booking) return null;
    const change = (type: string, data: Written['data'] = {}): Written => ({
      category: 'reservation',
      key: booking.id,
      type,
      data,
    });
    switch (wanted.kind) {
      case 'amend':
        return change('ReservationAmended', { guestName1: wanted.name, totalFee: wanted.fee });
      case 'group':
        return change('ReservationAmended', {
          baseBookingId: at(active, wanted.fee)?.id ?? 0,
          groupEndDate: booking.end,
        });
      case 'move':
      case 'shift': {
        const wish = this.placeOf(wanted);
        const place =
          wanted.kind === 'shift' ? { ...wish, room: booking.room } : { ...booking, room: wish.room };
        if (!this.isFree(place, booking.id)) return null;
        Object.assign(booking, { room: place.room, start: place.start, end: place.end });
        const days = { stayStart: place.start, stayEnd: place.end };
        return change('ReservationAmended', wanted.kind === 'shift' ? days : { roomNumber: place.room });
      }
      case 'cancel':
      case 'return':
        booking.isActive = false;
        return change(wanted.kind === 'cancel' ? 'ReservationCancelled' : 'ReservationReturnedToAutoFail');
      case 'check-in':
        return change('GuestCheckedIn', { date: booking.start });
      case 'revert-check-in':
        return change('CheckInReverted');
      case 'check-out':
        return change('GuestCheckedOut', { date: booking.end });
      case 'revert-check-out':
        return change('CheckOutReverted');
      case 'pay':
        return change('PaymentRecorded', { paymentType: null, paymentFlag: wanted.flag });
      default:
        return null;
    }
  }

  private booked(wanted: Move, id: number): Written | null {
    const place = this.placeOf(wanted);
    if (!this.isFree(place)) return null;
    this.bookings.push({ ...place, id, isActive: true });
    const { room: roomNumber, start: stayStart, end: stayEnd } = place;
    const csvReservationId = wanted.flag ? (at(this.records, wanted.nth) ?? null) : null;
    const made = aReservation({ guestName1: wanted.name, roomNumber, stayStart, stayEnd, csvReservationId });
    const { id: _id, version, status, checkinDate, checkoutDate, changedRoom, ...data } = made;
    return { category: 'reservation', key: id, type: 'ReservationCreated', data };
  }

  private ofRecord(wanted: Move, position: number): Written | null {
    const { start, end } = this.placeOf(wanted);
    const stay = wanted.isClosed ? { stayStart: null, stayEnd: null } : { stayStart: start, stayEnd: end };
    const imported = (key: number): Written => {
      const more: Partial<CsvReservationDetails> = { ...stay, soldCategories: wanted.sold, tel: wanted.name };
      const data = detailsOf(anImport({ ...more, bookingNumber: `${this.name}-${key}` }));
      return { category: 'csv-reservation', key, type: 'CsvReservationImported', data };
    };
    if (wanted.kind === 'import') {
      this.records.push(position);
      return imported(position);
    }
    const key = at(this.records, wanted.nth);
    if (!key) return null;
    const change = (type: string, data: Written['data']): Written => ({
      category: 'csv-reservation',
      key,
      type,
      data,
    });
    switch (wanted.kind) {
      case 'import again':
        return imported(key);
      case 'fail':
        return change('AutoRegistrationFailed', { reason: '空室なし', detail: '' });
      case 'register':
        return change('CsvReservationRegistered', { bookingId: at(this.bookings, wanted.fee)?.id ?? key });
      case 'cancel at source':
        return change('CsvReservationCancelled', { revision: REVISION });
      case 'dismiss':
        return change('CsvReservationDismissed', { dismissalReason: wanted.name });
      case 'reopen':
        return change('CsvReservationReopened', {});
      default:
        return null;
    }
  }

  private ofHotel(wanted: Move, position: number): Written {
    const { start: date, room } = this.placeOf({ ...wanted, isFar: false });
    if (wanted.kind === 'define') {
      const month = at(MONTHS, wanted.nth) as Month;
      const key = this.roomMonths.get(`${room} ${month}`) ?? position;
      this.roomMonths.set(`${room} ${month}`, key);
      const reservableStatus = wanted.isClosed ? '予約不可' : '予約可能';
      const data = {
        ...plainRoom(room, month),
        roomType: wanted.roomType,
        reservableStatus,
        corporate: wanted.flag,
      };
      return { category: 'room-month', key, type: 'RoomMonthDefined', data };
    }
    return wanted.kind === 'holiday'
      ? { category: 'day', key: date, type: 'HolidayToggled', data: { date, holidayFlag: wanted.flag } }
      : { category: 'day', key: date, type: 'WeatherSet', data: { date, weather: `${position}` } };
  }
}

/** The events of a log in which all histories go on together: after each round, each is one event further. */
export function livedTogether(histories: readonly (readonly Move[])[]): Written[] {
  const each = histories.map((moves, name) => ({ life: new Life(name), moves }));
  const written: Written[] = [];
  for (const round of histories[0]?.keys() ?? []) {
    // Those that came first come last the next time.
    for (const { life, moves } of round % 2 ? each.toReversed() : each) {
      written.push(life.next(moves[round] as Move, written.length + 1));
    }
  }
  return written;
}
