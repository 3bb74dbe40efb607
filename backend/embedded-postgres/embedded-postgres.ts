import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lockDataFolder } from './data-folder-lock.js';
import { explainFullDisk } from './launch-error.js';
import { findPostgresPrograms } from './postgres-binaries.js';
import { createCluster } from './postgres-cluster.js';
import { openApplicationDatabase, superuserUrl } from './postgres-connection.js';
import { locatePostgresHome, makeDataFolder, makePostgresHome } from './postgres-home.js';
import { type ServerFiles, startOrAttach, stopServer } from './postgres-server.js';
import { keepServerRunning } from './postgres-watch.js';

type Say = (line: string) => void;

export type EmbeddedPostgres = {
  /** The product's database, as its owner, who is no superuser. */
  url: string;
  superuserUrl: string;
  /** Starts the server again whenever it ends by itself; returns how to leave off. */
  keepRunning(say: Say): () => Promise<void>;
  /** What ails the server, as far as its log tells: one readable line, or null. */
  trouble(): string | null;
  stop(): Promise<void>;
};

type Options = { dataDir: string; durable?: boolean; connections?: number; say?: Say };

const CONNECTIONS = 50;

/** Starts a real PostgreSQL in a data folder, making it on the first call; `durable: false` is for throwaway data. */
export async function startEmbeddedPostgres({
  dataDir,
  durable = true,
  connections = CONNECTIONS,
  say = () => {},
}: Options): Promise<EmbeddedPostgres> {
  makeDataFolder(dataDir);
  const unlock = lockDataFolder(dataDir);
  try {
    const files = { ...(await openHome(dataDir, durable, say)), connections };
    const server = await startOrAttach(files);
    return {
      url: await openApplicationDatabase(server.port, files.home),
      superuserUrl: superuserUrl(server.port, files.home),
      keepRunning: (report) => keepServerRunning(files, server, report),
      trouble: () => explainFullDisk(readFileSync(join(files.home, 'server.log'), 'utf8')),
      stop: () => stopServer(files).finally(unlock),
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

async function openHome(
  dataDir: string,
  durable: boolean,
  say: Say,
): Promise<Omit<ServerFiles, 'connections'>> {
  const found = locatePostgresHome(dataDir);
  const programs = findPostgresPrograms(found.account, found.place);
  if (!found.isNew) return { ...found, programs, durable };
  say('データベースを初期化しています…');
  const home = await makePostgresHome(found, (draft) =>
    createCluster(programs, draft, found.account, durable),
  );
  return { ...found, home, programs, durable };
}
