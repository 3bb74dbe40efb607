import type { PresenceEntry } from '@wire/live.js';

/** Which booking each terminal of this node has open in its form. Kept in memory only: it ends with the connection. */
export class Presence {
  private readonly open = new Map<string, PresenceEntry>();

  /** Notes what a connection has open, null for nothing. */
  set(connection: string, terminal: Omit<PresenceEntry, 'booking_id'>, bookingId: number | null): void {
    if (bookingId === null) this.open.delete(connection);
    else this.open.set(connection, { ...terminal, booking_id: bookingId });
  }

  /** Forgets a connection; tells whether it had anything open. */
  leave(connection: string): boolean {
    return this.open.delete(connection);
  }

  /** Everything that is open now. */
  entries(): PresenceEntry[] {
    return [...this.open.values()];
  }
}
