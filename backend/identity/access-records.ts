import { hash } from 'node:crypto';
import type { Staff } from '@domain/masters/masters.js';
import type { StaffAccessEvent } from '@domain/masters/staff-access.js';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { EventStore } from '../event-store/event-store.js';
import type { TableWrite } from '../event-store/table-writes.js';
import { type BatchLoader, type Fact, requirement, requireStream } from '../event-store/unit-of-work.js';
import type { HotelDatabase } from '../platform/database.js';
import { derivedUuid } from '../platform/incoming-file.js';
import { DATABASE } from '../platform/platform.module.js';
import type { Idempotency, WriteContext } from '../platform/write-context.js';
import { staffAccessStream } from '../streams/staff-access.stream.js';
import { SESSION_ENDED } from './session.repository.js';

/** Returns what an event tells of something stored that must stay secret. */
const digestOf = (stored: string | Buffer): string => hash('sha256', stored);

const STORE_PASSWORD = {
  name: 'stored_password',
  sql: (rows: string) => `
    insert into password_hashes (staff_id, hash)
    select "staffId", hash from jsonb_to_recordset(${rows}) as chosen("staffId" int, hash text)
    on conflict (staff_id) do update set hash = excluded.hash, chosen_at = clock_timestamp()`,
};
const STORE_CODE = {
  name: 'stored_code',
  sql: (rows: string) => `
    insert into one_time_codes (staff_id, hash, expires_at)
    select "staffId", decode(hash, 'hex'), until
    from jsonb_to_recordset(${rows}) as made("staffId" int, hash text, until timestamptz)
    on conflict (staff_id) do update set hash = excluded.hash, expires_at = excluded.expires_at`,
};
const USE_CODE = {
  name: 'used_code',
  sql: (rows: string) => `
    delete from one_time_codes stored using jsonb_to_recordset(${rows}) as used(hash text)
    where stored.hash = decode(used.hash, 'hex')`,
};
const NOTIFIED = `returning pg_notify('${SESSION_ENDED}', '')`;
const END_SESSIONS = {
  name: 'ended_sessions',
  sql: (rows: string) => `
    delete from sessions stored using jsonb_to_recordset(${rows}) as ended("staffId" int, kept text)
    where stored.staff_id = ended."staffId" and stored.sid is distinct from ended.kept ${NOTIFIED}`,
};
const CLOSE_SESSION = {
  name: 'closed_session',
  sql: (rows: string) => `
    delete from sessions stored using jsonb_to_recordset(${rows}) as closed(sid text)
    where stored.sid = closed.sid ${NOTIFIED}`,
};

/** The hashes of stored codes by the id of their member of staff, hexadecimal. */
const STORED_CODES: Fact<Map<number, string>> = { initial: () => new Map() };

const loadCodes: BatchLoader<number> = async (client, staffIds, unitOpened) => {
  const { rows } = await client.query<{ staffId: number; hash: string }>({
    name: 'codes-of-staff',
    text: `select staff_id as "staffId", encode(hash, 'hex') as hash from one_time_codes where staff_id = any($1::int[])`,
    values: [staffIds],
  });
  const known = (await unitOpened).fact(STORED_CODES);
  for (const { staffId, hash } of rows) known.set(staffId, hash);
};

/**
 * Keeps sessions, passwords and one-time codes of staff together with the events that tell of them, so that each that is
 * stored answers to the newest event of its kind (`verify`).
 */
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
      if (!staff) continue;
      const digest = digestOf(hash);
      const data =
        kind === 'password'
          ? { name: staff.name, kind, digest, byCode: false, keptSession: null }
          : { name: staff.name, kind, digest, until: null };
      await this.append(staff.id, { type: 'StaffCredentialChanged', data }, write, [], idempotency);
    }
  }

  private async isTold(): Promise<boolean> {
    const told = this.database
      .selectFrom('event_log')
      .select('position')
      .where('stream', 'like', 'staff-access-%');
    return (await told.limit(1).executeTakeFirst()) !== undefined;
  }

  /**
   * Stores a chosen password and tells of it at once; every session of the member of staff ends but `keptSid`. The code by
   * which it was chosen is used up: false, and nothing is stored, when it was used or replaced meanwhile.
   */
  choosePassword(
    staff: Staff,
    chosen: { hash: string; code: Buffer | null; keptSid: string | null },
    write: WriteContext,
  ): Promise<boolean> {
    const { hash, keptSid } = chosen;
    const code = chosen.code?.toString('hex') ?? null;
    const data = {
      ...{ name: staff.name, kind: 'password' as const, digest: digestOf(hash) },
      ...{ byCode: code !== null, keptSession: keptSid === null ? null : digestOf(keptSid) },
    };
    return this.store.execute({
      idempotency: null,
      requirements: [requireStream(staffAccessStream, staff.id), requirement(loadCodes, staff.id)],
      decide: (unit) => {
        if (code !== null && unit.fact(STORED_CODES).get(staff.id) !== code) return false;
        unit.append(staffAccessStream, staff.id, { type: 'StaffCredentialChanged', data }, write);
        unit.write({ ...STORE_PASSWORD, rows: [{ staffId: staff.id, hash }] });
        unit.write({ ...END_SESSIONS, rows: [{ staffId: staff.id, kept: keptSid }] });
        if (code !== null) unit.write({ ...USE_CODE, rows: [{ hash: code }] });
        return true;
      },
    });
  }

  /** Stores a one-time code and tells of it at once; an older one of the same member of staff becomes invalid. */
  makeCode(staff: Staff, made: { hash: Buffer; expiresAt: Date }, write: WriteContext): Promise<null> {
    const { hash } = made;
    const until = made.expiresAt.toISOString();
    const data = { name: staff.name, kind: 'code' as const, digest: digestOf(hash), until };
    return this.append(staff.id, { type: 'StaffCredentialChanged', data }, write, [
      { ...STORE_CODE, rows: [{ staffId: staff.id, hash: hash.toString('hex'), until }] },
    ]);
  }

  /** Tells that a session is about to be stored. */
  openSession(
    staff: Staff,
    { sid, address, endsAt }: { sid: string; address: string; endsAt: number },
    write: WriteContext,
  ): Promise<null> {
    const until = new Date(endsAt).toISOString();
    const data = { name: staff.name, digest: digestOf(sid), address, until };
    return this.append(staff.id, { type: 'SessionOpened', data }, { ...write, staffId: staff.id });
  }

  /** Ends a session and tells of it at once. */
  closeSession(staff: Staff, sid: string, write: WriteContext): Promise<null> {
    const data = { name: staff.name, digest: digestOf(sid) };
    return this.append(staff.id, { type: 'SessionClosed', data }, { ...write, staffId: staff.id }, [
      { ...CLOSE_SESSION, rows: [{ sid }] },
    ]);
  }

  private append(
    staffId: number,
    event: StaffAccessEvent,
    write: WriteContext,
    beside: readonly TableWrite[] = [],
    idempotency: Idempotency | null = null,
  ): Promise<null> {
    return this.store.execute({
      idempotency,
      requirements: [requireStream(staffAccessStream, staffId)],
      decide: (unit) => {
        unit.append(staffAccessStream, staffId, event, write);
        for (const one of beside) unit.write(one);
        return null;
      },
    });
  }
}
