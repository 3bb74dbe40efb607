import { startTestCluster } from '../test-cluster.mjs';

let cluster;

/** Starts the run's PostgreSQL; the workers find it through their environment. */
export default async function setUp() {
  cluster = await startTestCluster();
  Object.assign(process.env, cluster.environment);
}

/** The cluster that this run started. */
export const startedCluster = () => cluster;
