import type { HotelReference } from '@domain/reference.js';
import type { Queryable } from '../platform/database.js';

/** Reads all master data as it stands for `client`. */
export type ReferenceLoader = (client: Queryable) => Promise<HotelReference>;

/** Master data in memory, read anew when the head row says that it has changed. */
export class ReferenceCache {
  private cached: { position: number; value: HotelReference } | null = null;

  constructor(readonly load: ReferenceLoader) {}

  /** Master data at least as new as `position`, the position of its last change. */
  async at(client: Queryable, position: number): Promise<HotelReference> {
    if (this.cached?.position === position) return this.cached.value;
    const value = await this.load(client);
    this.cached = { position, value };
    return value;
  }
}
