import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { locatePostgresHome, lockDataFolder, makeDataFolder, makePostgresHome } from './data-folder.js';
import { explainFullDisk } from './launch-error.js';
import { createCluster, openApplicationDatabase, superuserUrl } from './postgres-cluster.js';
import { isAlive, type Postmaster } from './postgres-process.js';
import { findPostgresPrograms } from './postgres-programs.js';
import { type ServerFiles, startOrAttach, stopServer } from './postgres-server.js';

type Say = (line: string) => void;

export type EmbeddedPostgres = {
  /** The product's database, as its owner, who is no superuser. */
  url: string;
  superuserUrl: string;
  /** Restarts the server whenever it ends unexpectedly; returns how to stop watching it. */
  keepRunning(say: Say): () => Promise<void>;
  /** The reason in the server's log for which it fails, as one readable line, or null. */
  trouble(): string | null;
  stop(): Promise<void>;
};

type Options = { dataDir: string; durable?: boolean; connections?: number; say?: Say };

const CONNECTIONS = 50;
const CHECK_MS = 1_000;

/** Starts a real PostgreSQL in a data folder, created on the first call; `durable: false` is for throwaway data. */
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

async function openHome(dataDir: string, durable: boolean, say: Say) {
  const found = locatePostgresHome(dataDir);
  const programs = findPostgresPrograms(found.account, found.place);
  if (!found.isNew) return { ...found, programs, durable };
  say('データベースを初期化しています…');
  const home = await makePostgresHome(found, (draft) =>
    createCluster(programs, draft, found.account, durable),
  );
  return { ...found, home, programs, durable };
}

/** Restarts a server, on the same port, whenever its process has ended; returns how to stop watching it. */
function keepServerRunning(files: ServerFiles, server: Postmaster, say: Say): () => Promise<void> {
  let { pid } = server;
  let lastLine = '';
  let pending = Promise.resolve();
  const report = (line: string) => {
    if (line !== lastLine) say(line);
    lastLine = line;
  };
  const restartServer = async () => {
    report('データベースが停止しました。起動し直しています…');
    try {
      ({ pid } = await startOrAttach(files, server.port));
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
