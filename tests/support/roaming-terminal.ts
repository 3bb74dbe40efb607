import type { BookingRecord } from '@wire/booking-record.js';
import type { ChangeFrame, PresenceEntry } from '@wire/live.js';
import { io, type Socket } from 'socket.io-client';
import { editing } from './activities.js';

type State = { log_id: string; position: number };
type Way = { certificate: string; headers: Record<string, string> };

/** A terminal without a screen that connects again by itself, and holds the bookings that it was told of. */
export class RoamingTerminal {
  readonly bookings = new Map<number, BookingRecord>();
  /** How often it was brought up to date. */
  arrivals = 0;
  /** Whether it ever was told to fetch everything anew, or of a stretch that leaves something out. */
  hasMissed = false;
  presence: PresenceEntry[] = [];
  private logId: string | null = null;
  private position: number | null = null;
  private readonly socket: Socket;
  private waiting: (() => void)[] = [];

  constructor(url: string, name: string, { certificate, headers }: Way) {
    const self = { terminal_id: `id-${name}`, terminal: name };
    this.socket = io(url, {
      auth: (give) => give({ ...self, log_id: this.logId, position: this.position }),
      transports: ['websocket'],
      reconnectionDelay: 50,
      reconnectionDelayMax: 200,
      forceNew: true,
      ca: certificate,
      extraHeaders: headers,
    });
    this.socket.on('ready', (state: State) => this.arrive(state));
    this.socket.on('reload', (state: State) => {
      this.hasMissed ||= this.position !== null;
      this.arrive(state);
    });
    this.socket.on('changes', (frame: ChangeFrame) => this.apply(frame));
    this.socket.on('presence', (entries: PresenceEntry[]) => {
      this.presence = entries;
      this.tell();
    });
  }

  /** Waits until it fulfils a condition. */
  async until(condition: (terminal: this) => boolean): Promise<void> {
    while (!condition(this)) await new Promise<void>((done) => this.waiting.push(done));
  }

  /** Opens a booking in its form, null for none. */
  edit(bookingId: number | null): void {
    this.socket.emit('activity', editing(bookingId));
  }

  /** Hangs up for good. */
  close(): void {
    this.socket.disconnect();
  }

  private arrive({ log_id, position }: State): void {
    this.arrivals += 1;
    this.logId = log_id;
    this.position = Math.max(this.position ?? 0, position);
    this.tell();
  }

  private apply({ from, to, bookings }: ChangeFrame): void {
    this.hasMissed ||= from > (this.position ?? 0);
    this.position = Math.max(this.position ?? 0, to);
    for (const booking of bookings) this.bookings.set(booking.id, booking);
    this.tell();
  }

  private tell(): void {
    for (const done of this.waiting.splice(0)) done();
  }
}
