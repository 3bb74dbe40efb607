import { detailsOf } from '@domain/auto-registration/csv-reservation.js';
import { type Day, daysBetween } from '@domain/dates.js';
import { csvReservationStream } from '../../backend/auto-registration/csv-reservation.stream.js';
import type { DomainEvent } from '../../backend/event-store/event.js';
import { reservationStream } from '../../backend/reservations/reservation.stream.js';
import { somebody, someTel } from '../../backend/sample/guests.js';
import { DAY, HOUR, instantOf } from '../../backend/sample/hotel-time.js';
import { type Random, randomFrom } from '../../backend/sample/prng.js';
import { anImport, aReservation } from './builders.js';
import type { Planned, Subject } from './large-log-event.js';

/** A stay that takes place, booked at an instant, but not before the log begins. */
export type PlannedStay = { roomNumber: string; start: Day; end: Day; booked: number; opening: number };

const IMPORTED = 0.6;
const ANOTHER_CANCELLED_BEFORE = 0.2;
const MOST_AMENDMENTS = 6;

const notes = (random: Random) => random.pick(['', '窓側希望', '到着が遅れる\n領収書は会社名で', '禁煙厳守']);

function amendment(random: Random): object {
  return random.pick<() => object>([
    () => ({ notes: notes(random), checkinTime: `${random.whole(15, 23)}:00` }),
    () => ({ tel: someTel(random) }),
    () => ({ totalFee: random.whole(50, 300) * 100, usedPoints: random.whole(0, 10) * 100 }),
    () => ({ nextdayOutFlag: random.whole(0, 1), roomMoveLock: random.whole(0, 1) }),
  ])();
}

/** One booking: what it is made of follows from its seed, so that it is only made when it is written. */
class BookingToBe {
  readonly booking: Subject = { definition: reservationStream, key: null };
  readonly record: Subject = { definition: csvReservationStream, key: null };
  private readonly seed: number;
  private readonly imported: boolean;

  constructor(
    private readonly stay: PlannedStay,
    random: Random,
  ) {
    this.seed = random.whole(1, 2 ** 30);
    this.imported = random.chance(IMPORTED);
  }

  creation(at: number): Planned[] {
    const created = { at, subject: this.booking, event: () => this.created() };
    if (!this.imported) return [created];
    const registered = () => ({ type: 'CsvReservationRegistered', data: { bookingId: this.booking.key } });
    return [
      { at, subject: this.record, event: () => this.importedEvent() },
      created,
      { at, subject: this.record, event: registered },
    ];
  }

  cancellation(at: number): Planned[] {
    const data = { revision: new Date(at).toISOString() };
    const atSource = { type: 'CsvReservationCancelled', data };
    return [
      { at, subject: this.booking, event: () => ({ type: 'ReservationCancelled', data: {} }) },
      ...(this.imported ? [{ at, subject: this.record, event: () => atSource }] : []),
    ];
  }

  private shared() {
    const random = randomFrom(this.seed);
    const guest = somebody(random, random.pick(['male', 'female'] as const));
    return {
      reserverName: guest.name,
      reserverNameKana: guest.kana,
      guestName1: guest.name,
      guestName1Kana: guest.kana,
      tel: someTel(random),
      notes: notes(random),
      stayStart: this.stay.start,
      stayEnd: this.stay.end,
      totalFee: 8000 * daysBetween(this.stay.start, this.stay.end),
      bookingNumber: `B-${this.seed}-${this.stay.roomNumber}`,
    };
  }

  private created(): DomainEvent {
    const { roomNumber } = this.stay;
    const csvReservationId = this.record.key as number | null;
    const made = aReservation({ ...this.shared(), roomNumber, csvReservationId });
    const { id, version, status, checkinDate, checkoutDate, changedRoom, ...data } = made;
    return { type: 'ReservationCreated', data };
  }

  private importedEvent(): DomainEvent {
    const revision = new Date(this.stay.booked).toISOString();
    const bookingNumber = `${this.shared().bookingNumber}-${revision}`;
    return {
      type: 'CsvReservationImported',
      data: detailsOf(anImport({ ...this.shared(), bookingNumber, revision })),
    };
  }
}

function cancelledBefore(stay: PlannedStay, random: Random): Planned[] {
  if (!random.chance(ANOTHER_CANCELLED_BEFORE)) return [];
  const booked = stay.booked - random.between(1, 20) * DAY;
  const other = new BookingToBe({ ...stay, booked }, random);
  return [...other.creation(booked), ...other.cancellation(random.between(booked, stay.booked - HOUR))];
}

/** All that happens to a stay, and to another in its place that was cancelled before. */
export function stayEvents(stay: PlannedStay, random: Random): Planned[] {
  const { start, end, booked, opening } = stay;
  const made = new BookingToBe(stay, random);
  const arrival = instantOf(start, random.whole(15 * 60, 23 * 60));
  const about = (at: number, event: DomainEvent): Planned => ({
    at,
    subject: made.booking,
    event: () => event,
  });
  const amendments = Array.from({ length: random.whole(0, MOST_AMENDMENTS) }, () => {
    const { seed, at } = { seed: random.whole(1, 2 ** 30), at: random.between(booked, arrival) };
    const event = () => ({ type: 'ReservationAmended', data: amendment(randomFrom(seed)) });
    return { at, subject: made.booking, event };
  });
  return [
    ...cancelledBefore(stay, random),
    ...made.creation(booked),
    ...amendments,
    about(arrival, { type: 'GuestCheckedIn', data: { date: start } }),
    about(arrival, { type: 'PaymentRecorded', data: { paymentType: null, paymentFlag: 1 } }),
    about(instantOf(end, random.whole(7 * 60, 10 * 60)), { type: 'GuestCheckedOut', data: { date: end } }),
  ].map((planned) => ({ ...planned, at: Math.max(opening, Math.round(planned.at)) }));
}
