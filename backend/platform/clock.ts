import { type Day, hotelDay } from '@domain/dates.js';

const A_MINUTE_MS = 60_000;

/** Days of the hotel: their zone, empty for that of the setting, and the time at which they turn (HH:mm). */
type HotelDays = { timezone: string; dayTurnsAt: string };

/** The time as the hotel sees it. */
export class Clock {
  /** Cached for the current minute: every command asks for the day. */
  private cached: { minute: number; day: Day } | null = null;
  private days: HotelDays = { timezone: '', dayTurnsAt: '00:00' };

  constructor(
    private readonly firstTimezone: string,
    readonly now: () => Date = () => new Date(),
  ) {}

  /** The hotel's zone: that of the setting until the hotel says another. */
  get timezone(): string {
    return this.days.timezone || this.firstTimezone;
  }

  /** Time at which the hotel's day turns, HH:mm. */
  get dayTurnsAt(): string {
    return this.days.dayTurnsAt;
  }

  /** Takes over what the hotel says of its days; null before it is defined. */
  follow(days: HotelDays | null): void {
    this.days = days ?? { timezone: '', dayTurnsAt: '00:00' };
    this.cached = null;
  }

  /** Today in the hotel's zone, whatever zone the server is in (contract 1): until the day turns, the day before. */
  today(): Day {
    const now = this.now();
    const minute = Math.floor(now.getTime() / A_MINUTE_MS);
    if (this.cached?.minute !== minute) {
      this.cached = { minute, day: hotelDay(this.timezone, this.dayTurnsAt, now) };
    }
    return this.cached.day;
  }
}
