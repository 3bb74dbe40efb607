import { buildUi } from '../../../backend/tools/cli/prepare.mjs';
import { startTestCluster } from '../test-cluster.mjs';

/** Builds what changed and starts the run's PostgreSQL, unless the whole run has one already. */
export default async function setUp() {
  buildUi();
  if (process.env.TEST_TEMPLATE_URL) return undefined;
  const cluster = await startTestCluster();
  Object.assign(process.env, cluster.environment);
  return cluster.stop;
}
