import { ConfigError, readConfig } from '../../platform/config.js';
import { MigrationError } from '../../platform/migrate.js';
import { requireFreePort } from '../embedded-postgres/free-port.js';
import { explainFileError, LaunchError } from '../embedded-postgres/launch-error.js';
import { openDatabaseUntilStop, waitForDatabase } from './open-database.js';
import { closeOnStop, forgetCloser, isStopping, onEndSignal, stopInOrder } from './stop-in-order.js';

/** The limit for everything after the drain. */
const CLOSE_TIMEOUT_MS = 30_000;
const DIVERGED =
  '注意: データベースの記録が、このサーバーが読んだものと途中から違っています(記録の一部を持たないサーバーに切り替わったときに起こります)。すべて読み込み直します。npm run verify で確認してください。';
let drainSeconds = 0;

async function start(): Promise<void> {
  const config = readConfig(process.env);
  drainSeconds = config.drainSeconds;
  await requireFreePort(config.host, config.port);
  const database = await openDatabaseUntilStop(config, console.log);
  console.log('サーバーを起動しています…');
  const { startServer } = await import('../../main.js');
  for (;;) {
    const server = await startServer({ ...config, databaseUrl: database.url }).catch((error) => {
      const trouble = database.trouble();
      throw trouble ? new LaunchError(trouble, { cause: error }) : error;
    });
    const close = () => server.close();
    await closeOnStop(close);
    console.log(`${server.url} で起動しました。終了するには Ctrl+C を押してください。`);
    await server.diverged;
    console.log(DIVERGED);
    if (!forgetCloser(close)) return; // It is being stopped.
    await server.close(0);
    await waitForDatabase(database.url, console.log);
  }
}

async function stopAndExit(code: number): Promise<never> {
  const timer = setTimeout(() => process.exit(code || 1), drainSeconds * 1_000 + CLOSE_TIMEOUT_MS);
  timer.unref();
  await stopInOrder().catch((error) => console.error(explain(error)));
  process.exit(code);
}

function explain(error: unknown): string {
  const isReadable =
    error instanceof ConfigError || error instanceof LaunchError || error instanceof MigrationError;
  if (isReadable) return error.message;
  return explainFileError(error) ?? (error instanceof Error ? (error.stack ?? error.message) : String(error));
}

onEndSignal(() => {
  if (!isStopping()) console.log('終了しています…');
  void stopAndExit(0);
});

start().catch((error) => {
  if (!isStopping()) console.error(explain(error));
  return stopAndExit(1);
});
