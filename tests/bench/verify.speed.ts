import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { openPatientClient } from '../../backend/platform/patient-client.js';
import { downloadPackage, UnpackedPackage } from '../support/evidence-package.js';
import { recordGoal, recordMeasured } from '../support/records.js';
import { startTestServer } from '../support/server.js';
import { largeLogDatabase } from './support/large-log-database.js';

const ROUNDS = 3;
const PROGRAM = fileURLToPath(new URL('support/time-verification.mjs', import.meta.url));
const WHAT = 'the chain of a million events';

test('the log verified in the database and in a package', async () => {
  const { events, ...database } = await largeLogDatabase();
  const rate = async (run: () => Promise<unknown>): Promise<number> => {
    const started = performance.now();
    await run();
    return events / ((performance.now() - started) / 1000);
  };
  const rates = async (run: () => Promise<unknown>): Promise<number[]> => {
    const runs: number[] = [];
    for (let round = 0; round <= ROUNDS; round++) runs.push(await rate(run));
    return runs.slice(1); // The first warms up.
  };
  const measured = (way: string, role: 'product' | 'limit', runs: number[]) =>
    recordMeasured({ group: 'verify', what: WHAT, way, role, unit: 'events/s', runs });

  const client = await openPatientClient(database.url);
  const env = { ...process.env, DATABASE_URL: database.url, ROUNDS: String(ROUNDS + 1) };
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM], { env });
  const seconds = stdout.trim().split('\n').slice(1).map(Number);
  const walked = measured(
    'verified in the database',
    'product',
    seconds.map((taken) => events / taken),
  );
  measured(
    'PostgreSQL: SHA-256 of every payload and the hash before it',
    'limit',
    await rates(() =>
      client.query(`select count(sha256(before || convert_to(payload::text, 'UTF8')))
                    from (select payload, lag(hash) over (order by position) as before from event_log) e`),
    ),
  );
  await client.end();
  const server = await startTestServer({ databaseUrl: database.url });
  const unpacked = new UnpackedPackage(await downloadPackage(server.url));
  const offline = await rate(async () => expect((await unpacked.verify()).code).toBe(0));
  measured('an evidence package, offline', 'product', [offline]);
  unpacked.remove();
  await server.stop();
  await database.drop();
  recordGoal({
    group: 'verify',
    goal: 'the chain verified',
    value: walked,
    unit: 'events/s',
    bound: { atLeast: 40_000 },
  });
});
