import type { BookingSource } from '@domain/reservation/sources.js';
import type { Random } from './prng.js';

/** How bookings of a source come in: their share, how long before the stay, and what usually comes with them. */
type Channel = {
  weight: number;
  meanLeadDays: number;
  prepaid: number;
  points: number;
  coupon: number;
  /** The site as the channel manager calls it, and the beginning of its booking numbers. */
  sites: readonly { site: string; prefix: string }[];
};

const BY_STAFF = { prepaid: 0, points: 0, coupon: 0, sites: [] };

const CHANNELS: Readonly<Record<BookingSource, Channel>> = {
  自社: {
    weight: 18,
    meanLeadDays: 16,
    prepaid: 0.3,
    points: 0.1,
    coupon: 0.05,
    sites: [{ site: '自社HP', prefix: 'W' }],
  },
  楽天: {
    weight: 24,
    meanLeadDays: 20,
    prepaid: 0.55,
    points: 0.35,
    coupon: 0.15,
    sites: [{ site: '楽天トラベル', prefix: 'RY' }],
  },
  電話: { ...BY_STAFF, weight: 11, meanLeadDays: 9 },
  '企業(法人)': { ...BY_STAFF, weight: 8, meanLeadDays: 14 },
  訪問: { ...BY_STAFF, weight: 4, meanLeadDays: 0 },
  るるぶ: {
    weight: 8,
    meanLeadDays: 22,
    prepaid: 0.6,
    points: 0.05,
    coupon: 0.08,
    sites: [
      { site: 'JTB(るるぶ：法人払い)', prefix: 'J9' },
      { site: 'るるぶトラベル', prefix: 'J8' },
    ],
  },
  宿泊時: { ...BY_STAFF, weight: 0, meanLeadDays: 0 },
  その他: {
    weight: 10,
    meanLeadDays: 24,
    prepaid: 0.4,
    points: 0.05,
    coupon: 0.02,
    sites: [
      { site: 'Booking.com', prefix: 'B' },
      { site: '一休.com', prefix: 'K' },
    ],
  },
  じゃらん: {
    weight: 21,
    meanLeadDays: 19,
    prepaid: 0.5,
    points: 0.3,
    coupon: 0.15,
    sites: [{ site: 'じゃらんnet', prefix: '0J' }],
  },
};

/** The ways a source's bookings come in. */
export function channelOf(source: BookingSource): Channel {
  return CHANNELS[source];
}

/** A source for a new booking; walk-ins only when the stay could begin at once. */
export function someSource(random: Random, walkInPossible: boolean): BookingSource {
  const choices = Object.entries(CHANNELS) as [BookingSource, Channel][];
  return random.weighted(
    choices.map(([source, { weight }]) => [source, source === '訪問' && !walkInPossible ? 0 : weight]),
  );
}

/** A booking number as the source writes them; bookings that staff take have none. */
export function someBookingNumber(source: BookingSource, random: Random): string {
  const { sites } = CHANNELS[source];
  if (sites.length === 0) return '';
  return `${random.pick(sites).prefix}${random.whole(20_000_000, 99_999_999)}`;
}

/** The site that a booking number comes from. */
export function siteOf(source: BookingSource, bookingNumber: string): string {
  return CHANNELS[source].sites.find(({ prefix }) => bookingNumber.startsWith(prefix))?.site ?? source;
}
