import type { Flag, ReservationDetails } from '@domain/reservation/reservation.js';
import type { BookingSource } from '@domain/reservation/sources.js';
import { bookedAt, extendedAt, someCheckinTime, walkInCheckinTime } from './booking-times.js';
import { channelOf, someBookingNumber, someSource } from './channels.js';
import { type Person, somebody, someTel } from './guests.js';
import { fromAbroad, type Party, partyFor } from './parties.js';
import type { PlannedBooking } from './planned-booking.js';
import type { Setting } from './setting.js';
import { feeOf, purposeOf, someNotes } from './stay-details.js';
import type { PlacedStay } from './stays.js';

const CORPORATE_ROOM_SOURCES = [
  ['企業(法人)', 80],
  ['電話', 12],
  ['るるぶ', 8],
] as const;
const WALK_INS_TODAY = 4;
const BLACKLISTED = 0.002;

const flag = (on: boolean): Flag => (on ? 1 : 0);

function reserverOf(party: Party, guest: Person, { random }: Setting): Person {
  if (party.company === null || random.chance(0.4)) return guest;
  return somebody(random, random.pick(['male', 'female']));
}

/** The source of a new booking; walk-ins only come for a night that has begun. */
export function sourceFor({ room, start }: PlacedStay, { random, today }: Setting): BookingSource {
  return room.corporate === 1 ? random.weighted(CORPORATE_ROOM_SOURCES) : someSource(random, start <= today);
}

function partyOf(stay: PlacedStay, source: BookingSource, { random, masters }: Setting): Party {
  const corporate = source === '企業(法人)' || (source === '電話' && random.chance(0.2));
  const party = partyFor(stay.room, corporate, masters.corporates, random);
  return source === 'その他' && party.company === null && random.chance(0.35)
    ? fromAbroad(party, random)
    : party;
}

function paymentOf(source: BookingSource, corporate: boolean, { random, masters }: Setting) {
  const { invoice, prepaid } = masters.payments;
  if (corporate) return { payment: random.chance(0.8) ? invoice : null, paymentFlag: 0 } as const;
  if (random.chance(channelOf(source).prepaid)) return { payment: prepaid, paymentFlag: 1 } as const;
  return { payment: null, paymentFlag: 0 } as const;
}

/** A booking of its own for a stay, by a party that suits the room. */
export function newBooking(stay: PlacedStay, source: BookingSource, setting: Setting): PlannedBooking {
  const { random, masters } = setting;
  const { room } = stay;
  const party = partyOf(stay, source, setting);
  const { company } = party;
  const [guest, second] = party.guests as [Person, Person?];
  const unwanted =
    !second && guest.gender === 'male' && random.chance(BLACKLISTED) ? random.pick(masters.blacklist) : null;
  const known = unwanted ? { name: unwanted.details.guestName, kana: unwanted.kana } : guest;
  const reserver = unwanted ? known : reserverOf(party, guest, setting);
  const createdAt = bookedAt(stay, source, setting);
  const { points, coupon, sites } = channelOf(source);
  const booking: PlannedBooking = {
    room,
    details: {
      reserverName: reserver.name,
      reserverNameKana: reserver.kana,
      guestName1: known.name,
      guestName1Kana: known.kana,
      guestName2: second && random.chance(0.9) ? second.name : '',
      tel: unwanted?.details.tel ?? (random.chance(0.95) ? someTel(random) : ''),
      notes: someNotes(random),
      roomNumber: room.roomNumber,
      stayStart: stay.start,
      stayEnd: stay.end,
      purpose: purposeOf(room, stay, company !== null, random),
      bookingSource: source,
      usedPoints: random.chance(points) ? random.whole(1, 30) * 100 : 0,
      checkinTime: source === '訪問' ? walkInCheckinTime(stay, createdAt) : someCheckinTime(random),
      totalFee: feeOf(room, stay, random),
      bookingNumber: someBookingNumber(source, random),
      mensCount: party.guests.filter(({ gender }) => gender === 'male').length,
      womensCount: party.guests.filter(({ gender }) => gender === 'female').length,
      coupon: flag(random.chance(coupon)),
      roomMoveLock: flag(random.chance(0.05)),
      nextdayOutFlag: flag(random.chance(0.06)),
    },
    company,
    ...paymentOf(source, company !== null, setting),
    blacklisted: unwanted,
    staff: sites.length > 0 && random.chance(0.3) ? null : random.pick(masters.staff),
    createdAt,
    group: [],
    amendment: null,
    cancelledAt: null,
    noShow: stay.end <= setting.today && source !== '訪問' && random.chance(0.008),
  };
  booking.group.push(booking);
  return booking;
}

/** The next booking of guests who stay on in their room: asked for while they stay, or made together with the first. */
function continuation(previous: PlannedBooking, stay: PlacedStay, setting: Setting): PlannedBooking {
  const { random, masters } = setting;
  const askedAt = extendedAt(previous, stay, setting);
  const details: Partial<ReservationDetails> = {
    stayStart: stay.start,
    stayEnd: stay.end,
    totalFee: feeOf(stay.room, stay, random),
    usedPoints: 0,
    coupon: 0,
    notes: '',
    ...(askedAt === null ? {} : { bookingSource: '宿泊時', bookingNumber: '' }),
  };
  const unpaid = { payment: previous.company ? previous.payment : null, paymentFlag: 0 } as const;
  previous.details.nextdayOutFlag = 0;
  previous.noShow = false;
  const booking: PlannedBooking = {
    ...previous,
    ...(askedAt === null ? {} : { ...unpaid, staff: random.pick(masters.staff) }),
    details: { ...previous.details, ...details },
    createdAt: askedAt ?? previous.createdAt + 40_000,
  };
  previous.group.push(booking);
  return booking;
}

/** A booking for each placed stay, in their order. */
export function planBookings(stays: readonly PlacedStay[], setting: Setting): PlannedBooking[] {
  const booked = new Map<PlacedStay, PlannedBooking>();
  let walkInsLeft = WALK_INS_TODAY;
  for (const stay of stays) {
    const previous = stay.previous && booked.get(stay.previous);
    const walksIn = !previous && stay.start === setting.today && stay.room.corporate === 0 && walkInsLeft > 0;
    if (walksIn) walkInsLeft -= 1;
    const source = walksIn ? '訪問' : sourceFor(stay, setting);
    booked.set(stay, previous ? continuation(previous, stay, setting) : newBooking(stay, source, setting));
  }
  return [...booked.values()];
}
