import { stopCluster } from './database-setup.mjs';

export default stopCluster;
