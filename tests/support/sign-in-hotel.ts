import type { StaffDetails, StaffEvent } from '@domain/masters/masters.js';
import type { StaffRole } from '@domain/masters/staff-role.js';
import type { OneTimeCode } from '@wire/session.js';
import { needStream } from '../../backend/event-store/needs.js';
import { staffStream } from '../../backend/masters/master.stream.js';
import { query } from './launched-postgres.js';
import { startTestServer } from './server.js';
import { type BrowserClient, browserClient, firstAdmin, SESSION_ENV } from './signed-in-client.js';
import { AT_DESK, aWork, openNode } from './store-node.js';

/** A hotel with sign-in, its first admin at work, and ways to make accounts and to turn its clocks. */
export type SignInHotel = {
  url: string;
  databaseUrl: string;
  admin: BrowserClient;
  /** A browser in which nobody has signed in. */
  browser: (address?: string) => BrowserClient;
  /** Makes a member of staff. */
  hire: (details: StaffDetails) => Promise<number>;
  /** Lets something happen to a member of staff. */
  happen: (staffId: number, event: StaffEvent) => Promise<void>;
  /** A one-time code from the admin. */
  codeFor: (staffId: number) => Promise<string>;
  /** A member of staff of a role, signed in in a browser of their own. */
  colleague: (role: StaffRole) => Promise<BrowserClient & { id: number; loginName: string }>;
  sql: (statement: string) => Promise<Record<string, unknown>[]>;
  stop: () => Promise<void>;
};

/** Starts a hotel with sign-in, with further settings as in its environment. */
export async function startSignInHotel(env: Record<string, string> = {}): Promise<SignInHotel> {
  const server = await startTestServer({ env: { ...SESSION_ENV, ...env } });
  const admin = await firstAdmin(server);
  const node = openNode(server.databaseUrl);
  let colleagues = 0;

  const append = (staffId: number | null, event: StaffEvent): Promise<number> =>
    node.store.execute(
      aWork((unit) => unit.append(staffStream, staffId ?? unit.nextPosition, event, AT_DESK).id, {
        needs: staffId === null ? [] : [needStream(staffStream, staffId)],
      }),
    );
  const hire = (data: StaffDetails) => append(null, { type: 'StaffDefined', data });
  const browser = (address?: string) => browserClient(server.url, { address });
  const codeFor = async (id: number) =>
    (await admin.post<OneTimeCode>(`/api/staff/${id}/one-time-code`)).body.code;

  return {
    url: server.url,
    databaseUrl: server.databaseUrl,
    admin,
    browser,
    hire,
    happen: async (staffId, event) => {
      await append(staffId, event);
    },
    codeFor,
    async colleague(role) {
      colleagues += 1;
      const loginName = `${role}${colleagues}`;
      const id = await hire({ name: `${role}の${colleagues}人目`, role, loginName });
      const client = browser();
      await client.redeem(await codeFor(id));
      return { ...client, id, loginName };
    },
    sql: (statement) => query(server.databaseUrl, statement),
    async stop() {
      await node.close();
      await server.stop();
    },
  };
}
