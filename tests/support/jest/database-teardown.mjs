import { startedCluster } from './database-setup.mjs';

/** Stops and removes the run's PostgreSQL. */
export default async function tearDown() {
  await startedCluster()?.stop();
}
