import { addDays, daysBetween, weekdayOf } from '@domain/dates.js';
import type { CorporateDetails } from '@domain/masters/masters.js';
import { type Flag } from '@domain/reservation/reservation.js';
import { NOT_BLACKLISTED, UNSAID } from '@domain/reservation/reservation-fields.js';
import type { BookingSource, Purpose } from '@domain/reservation/sources.js';
import { TWIN } from '@domain/room/room-month.js';
import { CHANNELS, isOnline, someBookingNumber, someSource } from './channels.js';
import type { ChannelCells, Draft, Step } from './desk.js';
import { fromAbroad, type Party, type Person, partyFor, somePerson, someTel } from './guests.js';
import { SAMPLE_MASTERS } from './masters.js';
import type { Random } from './prng.js';
import type { House, PlacedStay, RoomStay, SampleRoom } from './rooms.js';
import { HOUR, instantOf, MINUTE } from './setting.js';

/** A booking of the sample and what happens to it. Instants are in milliseconds since 1970. */
export type Booking = {
  room: SampleRoom;
  draft: Draft;
  /** The way in which a company will pay, or the guest has. */
  payment: number | null;
  paymentFlag: Flag;
  staffId: number | null;
  createdAt: number;
  /** The consecutive bookings it belongs to, in order and itself among them. */
  group: Booking[];
  /** Its former details, until staff changed them. */
  amendment: { at: number; before: Partial<Draft> } | null;
  cancellation: Step | null;
  /** True if the guest does not come. */
  isMissed: boolean;
  /** The booking whose party it is another room of. */
  partyOf: Booking | null;
  /** The row by which the channel manager sends it. */
  row: ChannelCells | null;
  /** Its id once it is made. */
  id: number;
};

const WALK_INS_TODAY = 4;
const BLACKLISTED = 0.004;
const WITH_NOTES = 0.28;
const WEEKEND_EXTRA = 1500;
const FIRST_CHECKIN = 15 * 60;

const RATES: Readonly<Record<string, number>> = {
  シングル: 7200,
  セミダブル: 7900,
  ダブル: 9200,
  [TWIN]: 14_500,
};

const NOTES = [
  '到着遅れ 23時頃',
  '領収書は会社宛、但し書き有り',
  '駐車場利用(1台)',
  '高層階希望',
  '朝食付',
  '荷物先送りあり',
  '連泊中の清掃不要',
  'エレベーターから離れた部屋を希望',
  '加湿器の貸出希望',
  'アーリーチェックイン希望 13:00',
  'レイトチェックアウト希望',
  '前回もご利用。枕を①低めに変更',
  '車椅子でご来館',
  '宅配便お預かり中\nチェックイン時にお渡し',
  '領収書2枚に分割\n①宿泊代 ②朝食代',
];

/** A booking for each placed stay, in their order. */
export function planBookings(stays: readonly PlacedStay[], house: House): Booking[] {
  const booked = new Map<PlacedStay, Booking>();
  let walkInsLeft = WALK_INS_TODAY;
  for (const stay of stays) {
    const previous = stay.previous && booked.get(stay.previous);
    const walksIn = !previous && stay.start === house.today && stay.room.corporate === 0 && walkInsLeft > 0;
    if (walksIn) walkInsLeft -= 1;
    const source = walksIn ? '訪問' : sourceFor(stay, house);
    booked.set(stay, previous ? continuation(previous, stay, house) : newBooking(stay, source, house));
  }
  return [...booked.values()];
}

/** The source of a new booking; walk-ins only come for a night that has begun. */
export function sourceFor({ room, start }: RoomStay, { random, today }: House): BookingSource {
  return room.corporate === 1
    ? random.byWeight({ '企業(法人)': 80, 電話: 12, るるぶ: 8 })
    : someSource(random, start < today);
}

/** A new booking for a stay, by a party that suits the room. */
export function newBooking(stay: RoomStay, source: BookingSource, house: House): Booking {
  const { random, ids, nights, today } = house;
  const { room } = stay;
  const { guests, company } = partyOf(stay, source, random);
  const [guest, second] = guests;
  const isBlacklisted = !second && guest.gender === 'male' && random.chance(BLACKLISTED);
  const blacklisted = isBlacklisted ? random.pick(SAMPLE_MASTERS.blacklist) : null;
  const named = blacklisted ? { name: blacklisted.details.guestName, kana: blacklisted.kana } : guest;
  const reserver = blacklisted ? named : reserverOf(guest, company, random);
  const { points, coupon } = CHANNELS[source];
  const flag = (probability: number): Flag => (random.chance(probability) ? 1 : 0);
  const createdAt = bookedAt(stay, source, house);
  const booking: Booking = {
    room,
    draft: {
      ...UNSAID,
      reserverName: reserver.name,
      reserverNameKana: reserver.kana,
      guestName1: named.name,
      guestName1Kana: named.kana,
      guestName2: second && random.chance(0.9) ? second.name : '',
      tel: blacklisted?.details.tel ?? (random.chance(0.95) ? someTel(random) : ''),
      notes: random.chance(WITH_NOTES) ? random.pick(NOTES) : '',
      roomId: nights.roomIdOf(stay),
      stayStart: stay.start,
      stayEnd: stay.end,
      purpose: purposeOf(stay, company !== null, random),
      bookingSource: source,
      usedPoints: random.chance(points) ? random.whole(1, 30) * 100 : 0,
      checkinTime: source === '訪問' ? walkInCheckinTime(stay, createdAt) : someCheckinTime(random),
      totalFee: feeOf(stay, random),
      bookingNumber: someBookingNumber(source, random),
      mensCount: guests.filter(({ gender }) => gender === 'male').length,
      womensCount: guests.filter(({ gender }) => gender === 'female').length,
      corporateId: company ? (ids.get(company) ?? 0) : 0,
      paymentType: null,
      coupon: flag(coupon),
      roomMoveLock: flag(0.05),
      blacklistId: (blacklisted && ids.get(blacklisted.details)) ?? NOT_BLACKLISTED,
      nextdayOutFlag: flag(0.06),
    },
    ...paymentOf(source, company !== null, house),
    staffId: isOnline(source) && random.chance(0.3) ? null : someStaff(house),
    createdAt,
    group: [],
    amendment: null,
    cancellation: null,
    isMissed: stay.end <= today && source !== '訪問' && random.chance(0.008),
    partyOf: null,
    row: null,
    id: 0,
  };
  booking.draft.paymentType = booking.payment;
  booking.group.push(booking);
  return booking;
}

/** Somebody of the staff, by id. */
export function someStaff({ random, ids }: House): number | null {
  return ids.get(random.pick(SAMPLE_MASTERS.staff)) ?? null;
}

/** The next booking of guests who stay on: requested during the stay, or made together with the first. */
function continuation(previous: Booking, stay: PlacedStay, house: House): Booking {
  const { random, nights } = house;
  const extendedAt = extensionTime(previous, stay, house);
  previous.draft.nextdayOutFlag = 0;
  previous.isMissed = false;
  const draft: Draft = {
    ...previous.draft,
    roomId: nights.roomIdOf(stay),
    stayStart: stay.start,
    stayEnd: stay.end,
    totalFee: feeOf(stay, random),
    usedPoints: 0,
    coupon: 0,
    notes: '',
  };
  const payment = previous.draft.corporateId > 0 ? previous.payment : null;
  const booking: Booking =
    extendedAt === null
      ? { ...previous, draft, createdAt: previous.createdAt + 40_000 }
      : {
          ...previous,
          payment,
          paymentFlag: 0,
          staffId: someStaff(house),
          draft: { ...draft, paymentType: payment, bookingSource: '宿泊時', bookingNumber: '' },
          createdAt: extendedAt,
        };
  previous.group.push(booking);
  return booking;
}

function partyOf({ room }: RoomStay, source: BookingSource, random: Random): Party {
  const isCorporate = source === '企業(法人)' || (source === '電話' && random.chance(0.2));
  const party = partyFor(room, isCorporate, random);
  const isFromAbroad = source === 'その他' && party.company === null && random.chance(0.35);
  return isFromAbroad ? fromAbroad(party, random) : party;
}

function reserverOf(guest: Person, company: CorporateDetails | null, random: Random): Person {
  if (company === null || random.chance(0.4)) return guest;
  return somePerson(random, random.pick(['male', 'female']));
}

function paymentOf(source: BookingSource, isCorporate: boolean, { random, ids }: House) {
  const { invoice, prepaid } = SAMPLE_MASTERS.payments;
  const paymentBy = (payment: object, flag: Flag) => ({
    payment: ids.get(payment) ?? null,
    paymentFlag: flag,
  });
  if (isCorporate && random.chance(0.8)) return paymentBy(invoice, 0);
  if (!isCorporate && random.chance(CHANNELS[source].prepaid)) return paymentBy(prepaid, 1);
  return { payment: null, paymentFlag: 0 } as const;
}

/** The fee of a stay in whole yen: each night by room type, dearer on Fridays and Saturdays. */
function feeOf({ room, start, end }: RoomStay, random: Random): number {
  const rate = (RATES[room.roomType] ?? 0) + random.whole(-6, 14) * 100;
  const nights = daysBetween(start, end);
  const weekdays = Array.from({ length: nights }, (_, index) => (weekdayOf(start) + index) % 7);
  return nights * rate + weekdays.filter((weekday) => weekday >= 5).length * WEEKEND_EXTRA;
}

function purposeOf({ room, start }: RoomStay, isCorporate: boolean, random: Random): Purpose {
  if (isCorporate) return '出張';
  const work = room.roomType === TWIN ? 8 : weekdayOf(start) >= 5 ? 25 : 70;
  const exams = ['01', '02', '03'].includes(start.slice(5, 7)) ? 12 : 0;
  return random.byWeight({
    出張: work,
    観光: 100 - work,
    帰省: 8,
    イベント: 9,
    冠婚葬祭: 5,
    受験: exams,
    その他: 4,
    '': 3,
  });
}

/** Returns the instant at which a booking was made: its source's lead time before the stay, between the first record and tonight. */
function bookedAt({ start }: RoomStay, source: BookingSource, { random, today, opening }: House): number {
  // Walk-ins of tonight are former guests.
  if (source === '訪問')
    return instantOf(start < today ? start : addDays(start, -1), random.between(14.5 * 60, 22.5 * 60));
  const ahead = Math.max(0, daysBetween(today, start));
  const leadDays = Math.round(ahead + random.exponential(CHANNELS[source].meanLeadDays));
  const minutes = isOnline(source) ? random.between(7 * 60, 24 * 60) : random.between(9 * 60, 21 * 60);
  const wanted = instantOf(addDays(start, -leadDays), minutes);
  const latest = instantOf(start, FIRST_CHECKIN) - MINUTE;
  const at = wanted <= latest ? wanted : latest - random.between(0, 5 * HOUR);
  return Math.round(Math.max(at, opening + random.between(2, 60) * HOUR));
}

/** Returns the instant at which guests in house extend their stay, null when they do not until tonight. */
function extensionTime(previous: Booking, { start }: RoomStay, { random, tonight }: House): number | null {
  const earliest = Math.max(previous.createdAt, instantOf(previous.draft.stayStart, 20 * 60)) + MINUTE;
  const latest = Math.min(instantOf(start, 9 * 60), tonight) - MINUTE;
  return earliest < latest ? Math.round(random.between(earliest, latest)) : null;
}

/** A planned check-in time in steps of 10 minutes. */
export function someCheckinTime(random: Random): string {
  const [from, to] = random.weighted<readonly [number, number]>([
    [[13 * 60, FIRST_CHECKIN], 4],
    [[FIRST_CHECKIN, 18 * 60], 48],
    [[18 * 60, 22 * 60], 38],
    [[22 * 60, 24 * 60], 7],
    [[24 * 60, 26 * 60], 3],
  ]);
  return clockTime(random.whole(from / 10, to / 10) * 10);
}

/** The check-in time of a walk-in: when it was booked, but not before rooms are ready. */
function walkInCheckinTime({ start }: RoomStay, createdAt: number): string {
  const minutes = Math.floor((createdAt - instantOf(start, 0)) / MINUTE / 10) * 10;
  return clockTime(Math.max(FIRST_CHECKIN, minutes));
}

/** `HH:mm` of minutes after midnight; 25:00 is one in the morning. */
function clockTime(minutes: number): string {
  const twoDigits = (number: number) => String(number).padStart(2, '0');
  return `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
}
