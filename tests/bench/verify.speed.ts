import { day } from '@domain/dates.js';
import { test } from '@jest/globals';
import { verifyLog } from '../../backend/event-store/verify-log.js';
import { openClient } from '../../backend/platform/database.js';
import { createTestDatabase } from '../support/database.js';
import { downloadPackage, UnpackedPackage } from '../support/evidence-package.js';
import { writeLargeLog } from '../support/large-log.js';
import { startTestServer } from '../support/server.js';

const EVENTS = Number(process.env.EVENTS ?? 300_000);

test('the log verified in the database and in a package: events a second', async () => {
  const database = await createTestDatabase();
  const events = await writeLargeLog(database.url, { events: EVENTS, today: day('2026-11-22'), seed: 1 });
  const told: string[] = [];
  const timed = async (name: string, run: () => Promise<unknown>): Promise<void> => {
    const started = performance.now();
    const cpu = process.cpuUsage();
    await run();
    const seconds = (performance.now() - started) / 1000;
    const used = process.cpuUsage(cpu);
    const busy = (used.user + used.system) / 1_000_000;
    told.push(
      `${name}: ${Math.round(events / seconds)} a second (${Math.round(events / busy)} a second of this process), peak ${Math.round(process.resourceUsage().maxRSS / 1024)} MiB`,
    );
  };
  const client = await openClient(database.url, () => undefined);
  for (let round = 0; round < 3; round += 1) {
    await timed('verifyLog', async () => {
      const { fault } = await verifyLog(client);
      if (fault) throw new Error(`position ${fault.position}: ${fault.kind}`);
    });
  }
  await client.end();
  const server = await startTestServer({ databaseUrl: database.url });
  let files: Awaited<ReturnType<typeof downloadPackage>> = new Map();
  await timed('package with its first checkpoint, unpacked', async () => {
    files = await downloadPackage(server.url);
  });
  const unpacked = new UnpackedPackage(files);
  await timed('verify.mjs', async () => {
    const { code, lines } = await unpacked.verify();
    if (code !== 0) throw new Error(lines.join('\n'));
  });
  unpacked.remove();
  await server.stop();
  await database.drop();
  console.log(told.join('\n'));
});
