import type { Staff, StaffEvent } from '@domain/masters/masters.js';
import type { StaffRole } from '@domain/masters/staff-role.js';
import { Injectable } from '@nestjs/common';
import type { SessionData } from 'express-session';
import { EventStore } from '../event-store/event-store.js';
import { Clock } from '../platform/clock.js';
import type { SignedIn } from '../platform/http/request-context.js';
import { staffStream } from '../streams/master.stream.js';

const LONGEST_MS = 12 * 60 * 60 * 1_000;

declare module 'express-session' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be merged with the library's.
  interface SessionData {
    staffId: number;
    staffVersion: number;
    role: StaffRole;
    /** The latest end (milliseconds since 1970). */
    endsAt: number;
  }
}

/** The data of a session: who signed in, in which role, and its latest end. */
export type SignInFacts = Omit<SessionData, 'cookie'>;

/** The stored data of a session; empty before sign-in. */
export type StoredSession = Partial<SignInFacts>;

/** Returns whether a member of staff may sign in at all. */
export function maySignIn(staff: Staff | undefined): staff is Staff & { loginName: string } {
  return staff !== undefined && staff.isRetired !== true && staff.loginName !== null;
}

/** Resolves a session to its staff member, as long as their role and login are unchanged. */
@Injectable()
export class SignedInStaff {
  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {}

  /** The data of a new session. */
  factsOf(staff: Staff): SignInFacts {
    const endsAt = this.clock.now().getTime() + LONGEST_MS;
    return { staffId: staff.id, staffVersion: staff.version, role: staff.role, endsAt };
  }

  /** The staff member of a session, null when nobody is signed in or the session has ended. */
  async of({ staffId, staffVersion, role, endsAt }: StoredSession): Promise<SignedIn | null> {
    if (staffId === undefined || staffVersion === undefined || role === undefined) return null;
    if (endsAt === undefined || endsAt <= this.clock.now().getTime()) return null;
    const { reference } = await this.store.current();
    const staff = reference.staff.get(staffId);
    if (!maySignIn(staff) || staff.role !== role) return null;
    const isSame = staff.version === staffVersion || (await this.isUnchanged(role, staffId, staffVersion));
    return isSame ? { staffId, role } : null;
  }

  /** Returns whether no event since a version ends the session, such as a temporary retirement. */
  private async isUnchanged(role: StaffRole, staffId: number, sinceVersion: number): Promise<boolean> {
    const events = (await this.store.readStream(staffStream, staffId)) as (StaffEvent & {
      version: number;
    })[];
    return events
      .filter(({ version }) => version > sinceVersion)
      .every(({ type, data }) => type === 'StaffDefined' && data.role === role && data.loginName !== null);
  }
}
