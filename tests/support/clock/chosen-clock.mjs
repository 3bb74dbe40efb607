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

const MACHINE_CLOCKS = { clock_timestamp: 'volatile', now: 'stable' };

/** Shifts the clock of a database by ms, of the chosen time if none are named, and so of every database that is copied from it. */
export async function shiftDatabaseClock(superuserUrl, name, offset = clockOffset()) {
  const client = new pg.Client({
    connectionString: Object.assign(new URL(superuserUrl), { pathname: name }).href,
  });
  await client.connect();
  try {
    for (const [clock, volatility] of Object.entries(MACHINE_CLOCKS))
      await client.query(`
        create or replace function pg_catalog.machine_${clock}() returns timestamptz language internal ${volatility} as '${clock}'`);
    // PostgreSQL gets no settings of this process: where these give the process another machine time, it has its own.
    const { rows } = await client.query(
      'select extract(epoch from machine_clock_timestamp())::float8 as seconds',
    );
    const machine = Date.now() - (Date.isShifted ? clockOffset() : 0);
    const shift = offset + 1_000 * Math.round(machine / 1_000 - rows[0].seconds);
    for (const [clock, volatility] of Object.entries(MACHINE_CLOCKS))
      await client.query(`
        create or replace function pg_catalog.${clock}() returns timestamptz language sql ${volatility}
          as $$ select machine_${clock}() + interval '${shift} milliseconds' $$`);
  } finally {
    await client.end();
  }
}
