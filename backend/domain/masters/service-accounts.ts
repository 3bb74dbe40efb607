import { type BrokenRule, invalid } from '../broken-rule.js';
import type { MasterEvent, Recorded } from './masters.js';

/** The uses of a service account; `personal` adds the personal data of guests to what the others give. */
export const SCOPES = ['bookings', 'rooms', 'imports', 'events', 'personal'] as const;
export type Scope = (typeof SCOPES)[number];

/** The names of scopes on screens. */
export const SCOPE_NAMES: Readonly<Record<Scope, string>> = {
  bookings: '予約',
  rooms: '部屋と日',
  imports: '取込',
  events: '記録',
  personal: '個人情報',
};

/** Another program that calls the API by a key (マスタ → 連携); scopes in the order of `SCOPES`. */
export type ServiceAccountDetails = { name: string; scopes: Scope[] };
export type ServiceAccount = Recorded & ServiceAccountDetails;
export type ServiceAccountEvent = MasterEvent<'ServiceAccount', ServiceAccountDetails>;

/** A key that counts: its public name, SHA-256 of the whole key in hexadecimal, and its end in RFC 3339; null for none. */
export type ServiceKey = { name: string; digest: string; until: string | null };

/** The keys of a service account, newest first: the newest, and the one before it for as long as both count. */
export type ServiceKeys = {
  id: number;
  version: number;
  accountId: number;
  accountName: string;
  keys: ServiceKey[];
};

/** A new key, with the account's name as it was then; the key before it counts until `formerUntil`, older ones no more. */
export type ServiceKeyEvent = {
  type: 'ServiceKeyIssued';
  data: { accountId: number; accountName: string; key: string; digest: string; formerUntil: string };
};

const NO_SCOPE = invalid('no_scope', 'bookings', '使える範囲を1つ以上選んでください。');
const NAME_TAKEN = invalid('account_name_taken', 'name', 'この名称は他の連携で使用しています。');

/** The rules that a service account breaks after a change, null for retired: it has a name of its own, and some scope. */
export function brokenServiceAccountRules(
  id: number | null,
  after: ServiceAccountDetails | null,
  accounts: Iterable<ServiceAccount>,
): BrokenRule[] {
  if (after === null) return [];
  const isTaken = [...accounts].some((other) => other.id !== id && other.name === after.name);
  return [
    ...(after.scopes.every((scope) => scope === 'personal') ? [NO_SCOPE] : []),
    ...(isTaken ? [NAME_TAKEN] : []),
  ];
}

/** The keys after another was issued. */
export function evolveServiceKeys(
  state: ServiceKeys | null,
  { data }: ServiceKeyEvent,
  id: number,
): ServiceKeys {
  const { accountId, accountName, key: name, digest, formerUntil } = data;
  const former = (state?.keys ?? []).slice(0, 1).map((key) => ({ ...key, until: formerUntil }));
  const keys = [{ name, digest, until: null }, ...former];
  return { id, version: (state?.version ?? 0) + 1, accountId, accountName, keys };
}

/** The keys that count at an instant. */
export function countingKeys({ keys }: Pick<ServiceKeys, 'keys'>, now: Date): ServiceKey[] {
  return keys.filter(({ until }) => until === null || Date.parse(until) > now.getTime());
}
