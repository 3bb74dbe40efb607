import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { locatePostgresHome, makeDataFolder, makePostgresHome } from './data-folder.js';
import { isAlive, lockDataFolder } from './folder-lock.js';
import { explainFullDisk } from './launch-error.js';
import { findPostgresPrograms } from './postgres-programs.js';
import {
  createCluster,
  openApplicationDatabase,
  type Postmaster,
  type ServerFiles,
  startOrAttach,
  stopServer,
  superuserUrl,
} from './postgres-server.js';

type Say = (line: string) => void;

export type EmbeddedPostgres = {
  /** The product's database, as its owner, who is no superuser. */
  url: string;
  superuserUrl: string;
  /** The reason in the server's log for which it fails, as one readable line, or null. */
  trouble(): string | null;
  stop(): Promise<void>;
};

type Options = { dataDir: string; durable?: boolean; connections?: number; say?: Say };

const CONNECTIONS = 50;
const CHECK_MS = 1_000;

/**
 * Starts a real PostgreSQL in a data folder, created on the first call, and again whenever it ends unexpectedly;
 * `durable: false` is for throwaway data.
 */
export async function startEmbeddedPostgres({
  dataDir,
  durable = true,
  connections = CONNECTIONS,
  say = () => {},
}: Options): Promise<EmbeddedPostgres> {
  makeDataFolder(dataDir);
  const unlock = lockDataFolder(dataDir);
  try {
    const files = await openHome(dataDir, durable, say);
    const server = await startOrAttach(files, connections);
    const url = await openApplicationDatabase(server.port, files.home);
    const stopWatching = keepRunning((port) => startOrAttach(files, connections, port), server, say);
    return {
      url,
      superuserUrl: superuserUrl(server.port, files.home),
      trouble: () => explainFullDisk(readFileSync(join(files.home, 'server.log'), 'utf8')),
      async stop() {
        await stopWatching();
        await stopServer(files).finally(unlock);
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

async function openHome(dataDir: string, durable: boolean, say: Say): Promise<ServerFiles> {
  const found = locatePostgresHome(dataDir);
  const { home, place, account } = found;
  const files = { programs: findPostgresPrograms(account, place), home, account, durable };
  if (!found.isNew) return files;
  say('データベースを初期化しています…');
  return {
    ...files,
    home: await makePostgresHome(found, (draft) => createCluster({ ...files, home: draft })),
  };
}

/** Restarts a server, on the same port, whenever its process has ended; returns how to stop watching it. */
function keepRunning(
  restart: (port: number) => Promise<Postmaster>,
  { pid, port }: Postmaster,
  say: Say,
): () => Promise<void> {
  let lastLine = '';
  let pending = Promise.resolve();
  const report = (line: string) => {
    if (line !== lastLine) say(line);
    lastLine = line;
  };
  const restartServer = async () => {
    report('データベースが停止しました。起動し直しています…');
    try {
      ({ pid } = await restart(port));
      report('データベースが再び動いています。');
    } catch (error) {
      report(error instanceof Error ? error.message : String(error));
    }
  };
  const check = () => {
    pending = pending.then(() => (isAlive(pid) ? undefined : restartServer()));
  };
  const timer = setInterval(check, CHECK_MS).unref();
  return () => {
    clearInterval(timer);
    return pending;
  };
}
