import { hash } from 'node:crypto';
import type { Staff } from '@domain/masters/masters.js';
import type { CredentialKind, StaffAccessEvent } from '@domain/masters/staff-access.js';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { EventStore } from '../event-store/event-store.js';
import { requireStream } from '../event-store/unit-of-work.js';
import type { HotelDatabase } from '../platform/database.js';
import { derivedUuid } from '../platform/incoming-file.js';
import { DATABASE } from '../platform/platform.module.js';
import type { Idempotency, WriteContext } from '../platform/write-context.js';
import { staffAccessStream } from './staff-access.stream.js';

/** What an event tells of something stored that must stay secret. */
const digestOf = (stored: string | Buffer): string => hash('sha256', stored);

/** Session, password and code of staff in the log, so that each that is stored answers to an event (`verify`). */
@Injectable()
export class AccessRecords implements OnApplicationBootstrap {
  constructor(
    private readonly store: EventStore,
    @Inject(DATABASE) private readonly database: HotelDatabase,
  ) {}

  /**
   * Tells of passwords and codes from before the log did. Only a log that tells of none yet gets them: asked is the log, since
   * whoever plants a password could also empty a read model.
   */
  async onApplicationBootstrap(): Promise<void> {
    const select = (table: 'password_hashes' | 'one_time_codes') =>
      this.database.selectFrom(table).select(['staff_id', 'hash']).execute();
    const passwords = await select('password_hashes');
    const codes = await select('one_time_codes');
    const stored = [
      ...passwords.map((row) => ({ ...row, kind: 'password' as const })),
      ...codes.map((row) => ({ ...row, kind: 'code' as const })),
    ];
    if (stored.length === 0 || (await this.isTold())) return;
    const { reference } = await this.store.current();
    const write = { staffId: null, terminal: null, requestId: 'staff-access' };
    for (const { kind, staff_id, hash } of stored) {
      const staff = reference.staff.get(staff_id);
      // Another node that starts at the same moment tells the same.
      const key = derivedUuid('staff-access', kind, staff_id);
      const idempotency = { key, fingerprint: Buffer.from(digestOf(hash), 'hex') };
      if (staff) await this.credentialChanged(staff, { kind, stored: hash, write, idempotency });
    }
  }

  private async isTold(): Promise<boolean> {
    const told = this.database
      .selectFrom('event_log')
      .select('position')
      .where('stream', 'like', 'staff-access-%');
    return (await told.limit(1).executeTakeFirst()) !== undefined;
  }

  /** Tells that a password or a code is about to be stored; whoever stores it does so after the event. */
  credentialChanged(
    staff: Staff,
    changed: {
      kind: CredentialKind;
      stored: string | Buffer;
      write: WriteContext;
      idempotency?: Idempotency;
    },
  ): Promise<null> {
    const { kind, stored, write, idempotency = null } = changed;
    const data = { name: staff.name, kind, digest: digestOf(stored) };
    return this.append(staff.id, { type: 'StaffCredentialChanged', data }, write, idempotency);
  }

  /** Tells that a session is about to be stored. */
  sessionOpened(
    staff: Staff,
    { sid, address, endsAt }: { sid: string; address: string; endsAt: number },
    write: WriteContext,
  ): Promise<null> {
    const until = new Date(endsAt).toISOString();
    const data = { name: staff.name, digest: digestOf(sid), address, until };
    return this.append(staff.id, { type: 'SessionOpened', data }, { ...write, staffId: staff.id }, null);
  }

  private append(
    staffId: number,
    event: StaffAccessEvent,
    write: WriteContext,
    idempotency: Idempotency | null,
  ): Promise<null> {
    return this.store.execute({
      idempotency,
      requirements: [requireStream(staffAccessStream, staffId)],
      decide: (unit) => {
        unit.append(staffAccessStream, staffId, event, write);
        return null;
      },
    });
  }
}
