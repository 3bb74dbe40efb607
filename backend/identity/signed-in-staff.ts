import type { Staff, StaffEvent } from '@domain/masters/masters.js';
import type { StaffRole } from '@domain/masters/staff-role.js';
import { Injectable } from '@nestjs/common';
import { EventStore } from '../event-store/event-store.js';
import { staffStream } from '../masters/master.stream.js';
import { Clock } from '../platform/clock.js';
import type { SignedIn } from '../platform/http/request-context.js';

const LONGEST_MS = 12 * 60 * 60 * 1_000;

/** What a session keeps: who signed in, as what, and when it ends at the latest (milliseconds since 1970). */
export type SignInFacts = { staffId: number; staffVersion: number; role: StaffRole; endsAt: number };

/** What is kept in a session; nothing before somebody signs in. */
export type StoredSession = Partial<SignInFacts>;

/** Whether a member of staff may sign in at all. */
export function maySignIn(staff: Staff | undefined): staff is Staff & { loginName: string } {
  return staff !== undefined && staff.isRetired !== true && staff.loginName !== null;
}

/** Who is behind a session, as long as the staff member is what they were when they signed in. */
@Injectable()
export class SignedInStaff {
  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {}

  /** What a new session of a member of staff keeps. */
  factsOf(staff: Staff): SignInFacts {
    const endsAt = this.clock.now().getTime() + LONGEST_MS;
    return { staffId: staff.id, staffVersion: staff.version, role: staff.role, endsAt };
  }

  /** The staff member of a session, null when nobody signed in or the session has ended. */
  async of({ staffId, staffVersion, role, endsAt }: StoredSession): Promise<SignedIn | null> {
    if (staffId === undefined || staffVersion === undefined || role === undefined) return null;
    if (endsAt === undefined || endsAt <= this.clock.now().getTime()) return null;
    const { reference } = await this.store.current();
    const staff = reference.staff.get(staffId);
    if (!maySignIn(staff) || staff.role !== role) return null;
    const isSame = staff.version === staffVersion || (await this.kept(role, staffId, staffVersion));
    return isSame ? { staffId, role } : null;
  }

  /** Whether a changed staff record went through nothing that ends a session, such as being retired for a while. */
  private async kept(role: StaffRole, staffId: number, sinceVersion: number): Promise<boolean> {
    const events = (await this.store.readStream(staffStream, staffId)) as (StaffEvent & {
      version: number;
    })[];
    return events
      .filter(({ version }) => version > sinceVersion)
      .every(({ type, data }) => type === 'StaffDefined' && data.role === role && data.loginName !== null);
  }
}
