// Verifies the log of DATABASE_URL in a process of its own, as the product does, and prints the seconds of each round.

import { verifyLog } from '../../../dist/backend/event-store/verify-log.js';
import { openPatientClient } from '../../../dist/backend/platform/patient-client.js';

const client = await openPatientClient(process.env.DATABASE_URL);
for (let round = 0; round < Number(process.env.ROUNDS); round++) {
  const started = performance.now();
  const { fault } = await verifyLog(client);
  if (fault) throw new Error(`position ${fault.position}: ${fault.kind}`);
  console.log((performance.now() - started) / 1000);
}
await client.end();
