import { entriesOf } from '@domain/records.js';
import type { BookingSource } from '@domain/reservation/sources.js';
import type { Random } from './prng.js';

/** The bookings of a source: their share, mean days before the stay, and probabilities of what comes with them. */
type Channel = {
  weight: number;
  meanLeadDays: number;
  prepaid: number;
  points: number;
  coupon: number;
  /** The names of its sites at the channel manager, with the prefix of their booking numbers. */
  sites: Readonly<Record<string, string>>;
};

const online = (
  [weight, meanLeadDays]: readonly [number, number],
  [prepaid, points, coupon]: readonly [number, number, number],
  sites: Channel['sites'],
): Channel => ({ weight, meanLeadDays, prepaid, points, coupon, sites });

const byStaff = (weight: number, meanLeadDays: number) => online([weight, meanLeadDays], [0, 0, 0], {});

/** The channel of each source. */
export const CHANNELS: Readonly<Record<BookingSource, Channel>> = {
  自社: online([18, 16], [0.3, 0.1, 0.05], { 自社HP: 'W' }),
  楽天: online([24, 20], [0.55, 0.35, 0.15], { 楽天トラベル: 'RY' }),
  電話: byStaff(11, 9),
  '企業(法人)': byStaff(8, 14),
  訪問: byStaff(4, 0),
  るるぶ: online([8, 22], [0.6, 0.05, 0.08], { 'JTB(るるぶ：法人払い)': 'J9', るるぶトラベル: 'J8' }),
  宿泊時: byStaff(0, 0),
  その他: online([10, 24], [0.4, 0.05, 0.02], { 'Booking.com': 'B', '一休.com': 'K' }),
  じゃらん: online([21, 19], [0.5, 0.3, 0.15], { じゃらんnet: '0J' }),
};

/** Returns whether the channel manager delivers a source's bookings. */
export function isOnline(source: BookingSource): boolean {
  return Object.keys(CHANNELS[source].sites).length > 0;
}

/** A source for a new booking; walk-ins only when the stay could begin at once. */
export function someSource(random: Random, walkInPossible: boolean): BookingSource {
  const choices = entriesOf(CHANNELS);
  return random.weighted(
    choices.map(([source, { weight }]) => [source, source === '訪問' && !walkInPossible ? 0 : weight]),
  );
}

/** A booking number in the form of the source; bookings taken by staff have none. */
export function someBookingNumber(source: BookingSource, random: Random): string {
  if (!isOnline(source)) return '';
  return `${random.pick(Object.values(CHANNELS[source].sites))}${random.whole(20_000_000, 99_999_999)}`;
}

/** The site that a booking number comes from. */
export function siteOf(source: BookingSource, bookingNumber: string): string {
  const sites = Object.entries(CHANNELS[source].sites);
  return sites.find(([, prefix]) => bookingNumber.startsWith(prefix))?.[0] ?? source;
}
