import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { BackupError } from '../backup/backup-error.js';
import { locatePostgresHome } from '../embedded-postgres/data-folder.js';
import { codeOf, LaunchError } from '../embedded-postgres/launch-error.js';
import { openApplicationDatabase, readPostmaster } from '../embedded-postgres/postgres-server.js';
import { RebuildError } from '../event-store/rebuild/rebuild-context.js';
import { type Config, ConfigError, readConfig } from '../platform/config.js';
import { RefusedError, UnreadableEventError } from '../platform/errors.js';
import { MigrationError } from '../platform/migrate.js';
import { openDatabase } from './open-database.js';

const NOT_PERMITTED = '42501';
const WITH_READABLE_MESSAGE = [
  ConfigError,
  LaunchError,
  MigrationError,
  RebuildError,
  BackupError,
  RefusedError,
];

/** Runs an npm command to its end; a failure is printed as one readable line where possible and ends with code 1. */
export function runCommand(command: () => Promise<void>): void {
  command().catch((error: unknown) => {
    console.error(explain(error));
    process.exitCode = 1;
  });
}

/** Opens the hotel's database for a command and closes it afterwards; a running server's database is shared with it. */
export async function withDatabase(
  work: (databaseUrl: string, config: Config) => Promise<void>,
): Promise<void> {
  const config = readConfig(process.env);
  const shared = await databaseOfRunningServer(config);
  if (shared !== null) return work(shared, config);
  const database = await openDatabase(config, console.log);
  try {
    await work(database.url, config);
  } finally {
    await database.close();
  }
}

/** The one file or folder that a command is given, and its options; anything else is refused with the usage. */
export function readArguments<Options extends NonNullable<ParseArgsConfig['options']>>(
  usage: string,
  options: Options,
) {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options });
    const [path, ...more] = positionals;
    if (path === undefined || more.length > 0) throw new LaunchError(usage);
    return { path, values };
  } catch (error) {
    throw error instanceof LaunchError ? error : new LaunchError(usage, { cause: error });
  }
}

/** The absolute form of a typed path, which is relative to where npm was called. */
export function absolutePath(path: string): string {
  return resolve(process.env.INIT_CWD ?? process.cwd(), path);
}

async function databaseOfRunningServer(config: Config): Promise<string | null> {
  if (config.databaseUrl !== null || !existsSync(config.dataDir)) return null;
  const { isNew, home } = locatePostgresHome(config.dataDir);
  const server = isNew ? null : readPostmaster(home);
  return server && openApplicationDatabase(server.port, home);
}

function explain(error: unknown): unknown {
  if (error instanceof UnreadableEventError) return `${error.text} (${error.message})`;
  if (WITH_READABLE_MESSAGE.some((kind) => error instanceof kind)) return (error as Error).message;
  if (codeOf(error) !== NOT_PERMITTED) return error;
  return 'この操作は表の所有者にだけ許されています。DATABASE_URL に所有者のユーザーを指定してください。';
}
