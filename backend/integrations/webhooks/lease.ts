import type { Place, WebhookPlaces } from './webhook-places.js';

/** Milliseconds after which a frozen or killed node loses a webhook. */
export const LEASE_MS = 10_000;
/** Part of the lease after which it is taken anew. */
const RENEWED_AFTER = 0.25;
/** Part of the lease after which nothing more is sent: the database's clock may go faster. */
const TRUSTED = 0.9;

/** The right of this node to work on a webhook, kept for as long as it is open. */
export class Lease {
  /** The start of the last request that took it, on the clock that no one sets. */
  private takenAt = 0;
  private readonly timer: NodeJS.Timeout;

  private constructor(
    private readonly places: WebhookPlaces,
    readonly id: number,
    readonly holder: string,
    private readonly leaseMs: number,
  ) {
    this.timer = setInterval(() => {
      this.take().catch(() => undefined); // It is lost by its time.
    }, leaseMs * RENEWED_AFTER);
  }

  /** Takes the lease, with the place of the webhook; null when another node has it. */
  static async take(
    places: WebhookPlaces,
    id: number,
    holder: string,
    leaseMs: number,
  ): Promise<{ lease: Lease; place: Place } | null> {
    const lease = new Lease(places, id, holder, leaseMs);
    const place = await lease.take().catch((error: unknown) => {
      clearInterval(lease.timer);
      throw error;
    });
    if (place) return { lease, place };
    clearInterval(lease.timer);
    return null;
  }

  /** True while no other node can have it. */
  get isHeld(): boolean {
    return performance.now() - this.takenAt < this.leaseMs * TRUSTED;
  }

  /** Takes it anew, with the place as it is now; null when it is lost. */
  async take(): Promise<Place | null> {
    const asked = performance.now();
    const place = await this.places.lease(this.id, this.holder, this.leaseMs);
    if (place) this.takenAt = asked;
    return place;
  }

  async release(): Promise<void> {
    clearInterval(this.timer);
    await this.places.release(this.id, this.holder).catch(() => undefined); // It ends by itself.
  }
}
