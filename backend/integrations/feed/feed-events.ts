import type { FeedEvent } from '@wire/feed.js';
import type { LogEvent } from '../../event-store/event-store.js';
import type { StoredRow } from '../../event-store/log-reader.js';

/** Kinds of streams whose data no program gets; the URL of a webhook may be a secret. */
const SECRET = ['staff-access', 'service-key', 'webhook', 'webhook-secret', 'ical-secret'];
/** Personal fields of members of staff, which are not sealed as those of guests are. */
const STAFF_FIELDS: Readonly<Record<string, readonly string[]>> = { staff: ['name', 'loginName'] };

/** Everything of an event but its data. */
function originOf(row: StoredRow): Omit<FeedEvent, 'data' | 'withheld' | 'schema_version'> {
  return {
    ...{ position: row.position, hash: row.hash.toString('hex'), stream: row.stream, version: row.version },
    ...{ type: row.type, recorded_at: row.recordedAt, staff_id: row.staffId, terminal: row.terminal },
    request_id: row.requestId,
  };
}

/** An event of the log for a program: without personal fields unless it may see them, and as erased where it is erased. */
export function feedEvent({ row, event, definition }: LogEvent, isPersonal: boolean): FeedEvent {
  const origin = originOf(row);
  if (event === null || definition === null || SECRET.includes(definition.category)) {
    return {
      ...origin,
      schema_version: event?.schemaVersion ?? row.schemaVersion,
      data: null,
      withheld: ['*'],
    };
  }
  const personal = [...(definition.personalFields ?? []), ...(STAFF_FIELDS[definition.category] ?? [])];
  const withheld = isPersonal ? [] : Object.keys(event.data).filter((field) => personal.includes(field));
  const told = Object.entries(event.data).filter(([field]) => !withheld.includes(field));
  return { ...origin, schema_version: event.schemaVersion, data: Object.fromEntries(told), withheld };
}
