import type { Queryable } from '../platform/database.js';

/** What the database says of the hotel's state; seconds are null where there is nothing to count from. */
export type HotelFacts = {
  position: number;
  lagSeconds: number;
  importsRunning: number;
  importRowsWaiting: number;
  oldestImportSeconds: number;
  failedRegistrations: number;
  backupSeconds: number | null;
  databaseBytes: number;
};

const PATIENCE_MS = 2_000;

/** Waits for an answer, but not for ever: whoever watches must be told in time that there is none. */
export async function inTime<Answer>(answer: Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), PATIENCE_MS);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Where the log ends, and how long ago the first event behind a position was recorded: 0 when there is none. */
export async function logLag(
  client: Queryable,
  reached: number,
): Promise<{ position: number; lagSeconds: number }> {
  const { rows } = await client.query({
    name: 'log-lag',
    text: `select position,
                  coalesce((select extract(epoch from clock_timestamp() - recorded_at)::float
                            from event_log where position = $1 + 1), 0) as "lagSeconds"
           from log_head`,
    values: [reached],
  });
  return rows[0];
}

/** Everything that a scrape asks the database for, in one question. */
export async function hotelFacts(client: Queryable, reached: number): Promise<HotelFacts> {
  const [{ rows }, lag] = await Promise.all([
    client.query({
      name: 'hotel-facts',
      text: `select count(*)::int as "importsRunning",
                    coalesce(sum(rows - done), 0)::int as "importRowsWaiting",
                    coalesce(extract(epoch from clock_timestamp() - min(received_at)), 0)::float as "oldestImportSeconds",
                    (select count(*)::int from csv_reservations where status = 'failed') as "failedRegistrations",
                    (select extract(epoch from clock_timestamp() - max(taken_at))::float from backups) as "backupSeconds",
                    pg_database_size(current_database()) as "databaseBytes"
             from csv_imports where status = 'running'`,
    }),
    logLag(client, reached),
  ]);
  return { ...rows[0], ...lag };
}
