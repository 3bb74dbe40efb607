import { SCOPE_NAMES, SCOPES, type Scope } from '@domain/masters/service-accounts.js';
import { flag, readOnly, requiredText, wholeNumber } from './fields.js';
import { type Managed, managedFields } from './master-records.js';

/** Begins every key of a service account, so that it is recognised where it does not belong. */
export const KEY_PREFIX = 'hfd_';

/** A key as it is listed: its beginning, its end (null for none) and when it was last used, RFC 3339 in UTC. */
export type ServiceKeyRecord = { key: string; until: string | null; last_used_at: string | null };

/** A service account with a flag for each scope, and its keys that count, newest first. */
export type ManagedServiceAccount = Managed &
  Record<Scope, 0 | 1> & { id: number; name: string; keys: ServiceKeyRecord[] };

const scopeFlags = Object.fromEntries(
  SCOPES.map((scope) => [scope, flag(SCOPE_NAMES[scope]).default(0)]),
) as unknown as Record<Scope, ReturnType<typeof flag>>;

/** Body of the writes of `/api/service-accounts`. */
export const serviceAccountShape = {
  ...managedFields,
  ...readOnly({ keys: true }),
  name: requiredText('名称', 100),
  ...scopeFlags,
};

const LONGEST_OVERLAP_HOURS = 720;

/** Body of `POST /api/service-accounts/{id}/key`: hours for which the key before counts beside the new one. */
export const issueKeyShape = {
  overlap_hours: wholeNumber('前のキーも使える時間', 0, LONGEST_OVERLAP_HOURS).default(0),
};

/** Answer of `POST /api/service-accounts/{id}/key`: the key is told only this once. */
export type IssuedKey = { key: string; former_until: string | null };
