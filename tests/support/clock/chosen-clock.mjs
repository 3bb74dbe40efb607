import { fileURLToPath } from 'node:url';
import pg from 'pg';

/**
 * Start of the time of a run unless TEST_NOW says another instant: an ordinary Wednesday morning in the hotel. It lies
 * ahead of the machine's time, by which a browser judges whether a cookie has expired.
 */
const AN_ORDINARY_MORNING = '2030-11-20T10:00:00+09:00';

const SHIFT = fileURLToPath(new URL('shift-date.cjs', import.meta.url));

/**
 * Chooses the time that all processes, pages and databases of a run share: it begins at TEST_NOW and goes on from there, so
 * that no test depends on when it runs. Child processes inherit the choice.
 */
export function chooseClock() {
  process.env.TEST_NOW ??= AN_ORDINARY_MORNING;
  const chosen = Date.parse(process.env.TEST_NOW);
  if (Number.isNaN(chosen)) throw new Error(`TEST_NOW is no instant: ${process.env.TEST_NOW}`);
  process.env.TEST_CLOCK_OFFSET_MS ??= String(chosen - Date.now());
}

/** Chosen time minus the machine's, in ms. */
export function clockOffset() {
  chooseClock();
  return Number(process.env.TEST_CLOCK_OFFSET_MS);
}

/** Arguments for a Node process that shall have the chosen time. */
export const withChosenClock = ['--require', SHIFT];

/** Shifts the clock of a database by ms, of the chosen time if none are named, and so of every database that is copied from it. */
export async function shiftDatabaseClock(superuserUrl, name, offset = clockOffset()) {
  const shifted = (name, volatility) => `
    create or replace function pg_catalog.machine_${name}() returns timestamptz language internal ${volatility} as '${name}';
    create or replace function pg_catalog.${name}() returns timestamptz language sql ${volatility}
      as $$ select machine_${name}() + interval '${offset} milliseconds' $$;`;
  const client = new pg.Client({
    connectionString: Object.assign(new URL(superuserUrl), { pathname: name }).href,
  });
  await client.connect();
  try {
    await client.query(shifted('clock_timestamp', 'volatile') + shifted('now', 'stable'));
  } finally {
    await client.end();
  }
}
