import { type ServerFiles, startOrAttach } from './postgres-server.js';
import type { Postmaster } from './postmaster-file.js';
import { isAlive } from './process-identity.js';

const CHECK_MS = 1_000;

/** Starts a server again, on the same port, whenever its process is gone; returns how to leave off. */
export function keepServerRunning(
  files: ServerFiles,
  server: Postmaster,
  say: (line: string) => void,
): () => Promise<void> {
  let { pid } = server;
  let lastLine = '';
  let restart = Promise.resolve();
  const report = (line: string) => {
    if (line !== lastLine) say(line);
    lastLine = line;
  };
  const bringBack = async () => {
    report('データベースが停止しました。起動し直しています…');
    try {
      ({ pid } = await startOrAttach(files, server.port));
      report('データベースが再び動いています。');
    } catch (error) {
      report(error instanceof Error ? error.message : String(error));
    }
  };
  const check = () => {
    restart = restart.then(() => (isAlive(pid) ? undefined : bringBack()));
  };
  const timer = setInterval(check, CHECK_MS).unref();
  return () => {
    clearInterval(timer);
    return restart;
  };
}
