/** Most newer versions that are copied with a frame; beyond that they join the others. */
const MOST_NEWER = 500;

/** Bookings by id, immutable. Newer versions lie above a shared map, so that a frame copies only few of a year's. */
export class KnownBookings<Booking extends { id: number }> {
  constructor(
    private readonly base: ReadonlyMap<number, Booking>,
    private readonly newer: ReadonlyMap<number, Booking> = new Map(),
  ) {}

  get(id: number): Booking | undefined {
    return this.newer.get(id) ?? this.base.get(id);
  }

  has(id: number): boolean {
    return this.get(id) !== undefined;
  }

  /** Returns all of them, in no certain order. */
  values(): Booking[] {
    return [...this.newer.values(), ...[...this.base.values()].filter(({ id }) => !this.newer.has(id))];
  }

  /** Returns them with these in place of their older versions. */
  with(bookings: Iterable<Booking>): KnownBookings<Booking> {
    const newer = new Map(this.newer);
    for (const booking of bookings) newer.set(booking.id, booking);
    return newer.size > MOST_NEWER
      ? new KnownBookings(new Map([...this.base, ...newer]))
      : new KnownBookings(this.base, newer);
  }
}
