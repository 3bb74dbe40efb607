import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../backend/platform/config/config.js';
import { createTestDatabase } from './database.js';
import { createSampleDatabase } from './sample-database.js';
import { spawnServer } from './server-process.js';

export type TestServer = {
  url: string;
  databaseUrl: string;
  /** Its process number when it runs as a process of its own. */
  pid: number | null;
  stop(): Promise<void>;
};

export type TestServerOptions = {
  /** Load the sample hotel; without it the log starts empty. */
  sampleData?: boolean;
  /** An existing database, for a second server or a restart; it is left in place at the end. */
  databaseUrl?: string;
  /** Further settings, as in the environment of the product. */
  env?: Record<string, string>;
  /** Run the built product as a process of its own: always so outside Jest. */
  ownProcess?: boolean;
};

/** Starts the real product on a free port and a fresh database, ready for requests. */
export async function startTestServer({
  sampleData = false,
  databaseUrl,
  env = {},
  ownProcess = !process.env.JEST_WORKER_ID,
}: TestServerOptions = {}): Promise<TestServer> {
  const create = sampleData ? createSampleDatabase : createTestDatabase;
  const database = databaseUrl ? { url: databaseUrl, drop: async () => {} } : await create();
  const evidenceDir = evidenceFolderOf(database.url);
  const settings = {
    PORT: '0',
    DATABASE_URL: database.url,
    SAMPLE_DATA: sampleData ? '1' : '0',
    EVIDENCE_DIR: evidenceDir,
    CHECKPOINT_MINUTES: '0',
    ROOM_MONTHS_AHEAD: '0',
    LOG_REQUESTS: '0',
    ...env,
  };
  try {
    const server = ownProcess ? await spawnServer(settings) : await startHere(settings);
    return {
      url: server.url,
      databaseUrl: database.url,
      pid: server.process?.pid ?? null,
      async stop() {
        await server.close();
        await database.drop();
        if (!databaseUrl) rmSync(evidenceDir, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await database.drop();
    throw error;
  }
}

/** Servers on one database share the evidence as well. */
function evidenceFolderOf(databaseUrl: string): string {
  return join(tmpdir(), `hotel-evidence-${new URL(databaseUrl).pathname.slice(1)}`);
}

async function startHere(settings: Record<string, string> & { DATABASE_URL: string }) {
  const { startServer } = await import('../../backend/main.js');
  const server = await startServer({ ...readConfig(settings), databaseUrl: settings.DATABASE_URL });
  return { ...server, process: null };
}
