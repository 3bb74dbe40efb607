import { copyOfFilled, type TestDatabase } from './database.js';
import { spawnServer } from './server-process.js';
import { temporaryFolder } from './temporary-file.js';

/** A database with the sample hotel, which is loaded once in a run. */
export function createSampleDatabase(): Promise<TestDatabase> {
  return copyOfFilled('hotel_sample', async (DATABASE_URL) => {
    const evidence = temporaryFolder();
    const settings = { PORT: '0', DATABASE_URL, SAMPLE_DATA: '1', EVIDENCE_DIR: evidence.pathOf('evidence') };
    await (await spawnServer(settings)).close();
    evidence.remove();
  });
}
