import type { BookingRecord } from '@wire/booking-record.js';
import type { ChangeFrame } from '@wire/live.js';
import { createFrameLog } from '../../../frontend/live/frame-log.js';
import { applyFrame, withBookings } from '../../../frontend/state/apply-frame.js';
import type { CalendarSnapshot } from '../../../frontend/state/calendar-snapshot.js';
import type { ShownBooking } from '../../../frontend/state/shown-booking.js';

/** A terminal without a screen: its own copy of the calendar, kept up by frames with the code of the screens. */
export class SimulatedTerminal {
  isConnected = true;
  private readonly log = createFrameLog();
  private inbox: ChangeFrame[] = [];

  constructor(
    readonly name: string,
    private snapshot: CalendarSnapshot,
    position: number,
  ) {
    this.log.startAt(position);
  }

  /** What it shows. */
  get shown(): CalendarSnapshot {
    return this.snapshot;
  }

  /** The position it has reached. */
  get position(): number {
    return this.log.position() ?? 0;
  }

  /** The active bookings it knows, in the order of their ids. */
  get bookings(): ShownBooking[] {
    return [...this.snapshot.byRoom.values()].flat().sort((one, other) => one.id - other.id);
  }

  /** A frame is on its way to it. */
  send(frame: ChangeFrame): void {
    if (this.isConnected) this.inbox.push(frame);
  }

  /** Takes what has arrived; false when something before it is missing. */
  receive(): boolean {
    for (const frame of this.inbox.splice(0)) {
      const verdict = this.log.take(frame);
      if (verdict === 'gap') return false;
      if (verdict === 'next') this.snapshot = applyFrame(this.snapshot, frame);
    }
    return true;
  }

  /** Shows the answer to its own request without waiting for its frame. */
  show(records: readonly BookingRecord[]): void {
    this.snapshot = withBookings(this.snapshot, records);
  }

  /** A frame on its way to it is lost, though others come behind it. */
  lose(): void {
    if (this.inbox.length > 1) this.inbox.shift();
  }

  /** Its line is cut: what was on its way is lost. */
  cut(): void {
    this.isConnected = false;
    this.inbox = [];
  }
}
