import { startTestCluster } from '../test-cluster.mjs';

let cluster;

/** Starts PostgreSQL, unless the whole run has one already; the workers find it through their environment. */
export default async function setUp() {
  if (process.env.TEST_TEMPLATE_URL) return;
  cluster = await startTestCluster();
  Object.assign(process.env, cluster.environment);
}

/** Stops and removes what this run started, once. */
export async function stopCluster() {
  const started = cluster;
  cluster = undefined;
  await started?.stop();
}
