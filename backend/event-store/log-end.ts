import type { LogEnd } from '../platform/log-end.js';
import type { StreamRegistry } from './event-codec.js';

/** SQL for the columns of a `LogEnd`, from `log_head`; a rebuild replaces the tables of all streams alike, so one tells. */
export function logEndColumns(registry: StreamRegistry): string {
  const [one] = registry.values();
  return `position, encode(hash, 'hex') as hash, to_regclass('public.${one?.table}')::oid::bigint as "readModels"`;
}

/** Whether two are the same. */
export function isSameEnd(one: LogEnd, other: LogEnd | null): boolean {
  return one.position === other?.position && one.hash === other.hash && one.readModels === other.readModels;
}
