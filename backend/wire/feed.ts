/** An event as other programs get it (GET /api/feed); its data is of the newest version of its type. */
export type FeedEvent = {
  position: number;
  /** The hash of the log at this position, hexadecimal. */
  hash: string;
  stream: string;
  /** The number of the event in its stream. */
  version: number;
  type: string;
  schema_version: number;
  /** RFC 3339 in UTC, to the microsecond. */
  recorded_at: string;
  /** The member of staff or service account that did it; null for none. */
  staff_id: number | null;
  terminal: string | null;
  request_id: string | null;
  /** Null where nothing of it may be told, or it can't be read. */
  data: Record<string, unknown> | null;
  /** Fields of the data that are left out, since who asks may not see them; `*` for all. */
  withheld: string[];
};

/** A stretch of the log: `next` is the `after` of the next call, `head` where the log ends. */
export type FeedPage = { log_id: string; events: FeedEvent[]; next: number; head: number };
