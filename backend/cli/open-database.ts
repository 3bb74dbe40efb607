import { startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.js';
import type { Config } from '../platform/config.js';
import { waitForDatabase } from './outside-postgres.js';

type OpenDatabase = { url: string; trouble(): string | null; close(): Promise<void> };

/** The database of this run: the outside one of DATABASE_URL, else the embedded one in the data folder. */
export async function openDatabase(
  { databaseUrl, dataDir }: Config,
  say: (line: string) => void,
): Promise<OpenDatabase> {
  if (databaseUrl !== null) {
    await waitForDatabase(databaseUrl, say);
    return { url: databaseUrl, trouble: () => null, close: async () => {} };
  }
  say(`データベースを起動しています(データフォルダー: ${dataDir})…`);
  const embedded = await startEmbeddedPostgres({ dataDir, say });
  const unwatch = embedded.keepRunning(say);
  return {
    url: embedded.url,
    trouble: embedded.trouble,
    async close() {
      await unwatch();
      await embedded.stop();
    },
  };
}
