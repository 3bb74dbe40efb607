import { expect, test } from '@jest/globals';
import { verifyLog } from '#backend/event-store/verify-log.js';
import { openLongRunningClient } from '#backend/platform/database.js';
import { downloadPackage, UnpackedPackage } from '../support/evidence-package.js';
import { type Role, repeated, reportOn, timed } from './harness.js';
import { largeLog, startProduct, useEnds } from './support/product.js';

useEnds();

const { measured, atLeast } = reportOn('verify');
const ROUNDS = 3;
const HASHES = `select count(sha256(before || convert_to(payload::text, 'UTF8')))
                from (select payload, lag(hash) over (order by position) as before from event_log) e`;

test('the log verified in the database and in a package', async () => {
  const { events, url } = await largeLog();
  const rate = async (work: () => Promise<unknown>) =>
    (events * 1_000) / ((await timed([null], work))[0] ?? Number.NaN);
  const tell = (way: string, role: Role, runs: number[]) =>
    measured('the chain of a million events', way, 'events/s', runs, role);

  const client = await openLongRunningClient(url);
  const verify = async () => expect((await verifyLog(client)).fault).toBeFalsy();
  const verified = tell('verified in the database', 'product', await repeated(() => rate(verify), ROUNDS));
  const hashes = await repeated(() => rate(() => client.query(HASHES)), ROUNDS);
  tell('PostgreSQL: SHA-256 of every payload and the hash before it', 'limit', hashes);
  await client.end();
  const server = await startProduct(url);
  const unpacked = new UnpackedPackage(await downloadPackage(server.url));
  const offline = await rate(async () => expect((await unpacked.verify()).code).toBe(0));
  tell('an evidence package, offline', 'product', [offline]);
  unpacked.remove();
  atLeast('the chain verified', verified, 'events/s', 40_000);
});
