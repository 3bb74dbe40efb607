import { erasureObstacle, type GuestRecord, retainedUntil } from '@domain/erasure/retention.js';
import { blacklistMatch } from '@domain/reservation/blacklist.js';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { ErasableRecord, ErasurePreview } from '@wire/erasure.js';
import { EventStore } from '../event-store/event-store.js';
import { Clock } from '../platform/clock.js';
import type { HotelDatabase } from '../platform/database.js';
import { DATABASE, RETENTION_YEARS } from '../platform/platform.module.js';
import { type RecordName, recordsOfGuest } from './guest-records.query.js';

/** What would be erased for the guest of a record, and what stands in the way. */
export class PreviewErasure extends Query<ErasurePreview> {
  constructor(readonly start: RecordName) {
    super();
  }
}

@QueryHandler(PreviewErasure)
export class PreviewErasureHandler implements IQueryHandler<PreviewErasure> {
  constructor(
    @Inject(DATABASE) private readonly database: HotelDatabase,
    @Inject(RETENTION_YEARS) private readonly retentionYears: number,
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {}

  async execute({ start }: PreviewErasure): Promise<ErasurePreview> {
    const found = await recordsOfGuest(this.database, start);
    const today = this.clock.today();
    const records = found.map((record) => this.encode(record));
    const { reference } = await this.store.current();
    const blacklist = [...reference.blacklist.values()];
    return {
      today,
      reason_required: records.some(
        ({ obstacle, retained_until }) => !obstacle && retained_until !== null && retained_until >= today,
      ),
      records,
      is_blacklisted: found.some(({ state }) => blacklistMatch(state, blacklist) !== null),
    };
  }

  private encode(record: GuestRecord): ErasableRecord {
    const { kind, state } = record;
    return {
      kind,
      id: state.id,
      booking_number: state.bookingNumber,
      room_number: kind === 'booking' ? state.roomNumber : null,
      guest_name: state.guestName1 || state.reserverName,
      stay_start: state.stayStart,
      stay_end: state.stayEnd,
      is_cancelled: state.status === 'cancelled' ? 1 : 0,
      retained_until: retainedUntil(record, this.retentionYears),
      obstacle: erasureObstacle(record, this.clock.today()),
    };
  }
}
