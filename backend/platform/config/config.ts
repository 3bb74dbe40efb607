import { accessSync, constants, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ConfigError, type Environment, readFlag, readSecret, readWholeNumber, setting } from './settings.js';
import { type Access, readAccess, readHost } from './sign-in.js';

export { ConfigError };

const A_WEEK_OF_MINUTES = 10_080;

export type Config = {
  port: number;
  host: string;
  dataDir: string;
  databaseUrl: string | null;
  hotelTimezone: string;
  sampleData: boolean;
  access: Access;
  /** The folder whose files are imported, null for none. */
  csvDropDir: string | null;
  /** For how many years after check-out a guest's data is kept unless a reason is given to erase it. */
  guestRetentionYears: number;
  /** The folder that checkpoints and the key that signs them are kept in. */
  evidenceDir: string;
  /** How often a checkpoint is signed, 0 for never. */
  checkpointMinutes: number;
  /** Whether the start brings the database to this version; where a job does it, the start only makes sure. */
  migrate: boolean;
  /** The role that nodes serve as, which the migration lets do so; null where they own the tables. */
  databaseAppRole: string | null;
  /** How long a server that is told to end goes on serving while it says that it is not ready. */
  drainSeconds: number;
  /** How many months after this one every room is to have, 0 for none made by itself. */
  roomMonthsAhead: number;
  /** Whether each request is logged, without what it asks for. */
  logRequests: boolean;
};

/** Reads every setting of the product from the environment; an empty value counts as left out. */
export function readConfig(env: Environment): Config {
  const databaseUrl = readDatabaseUrl(env);
  const access = readAccess(env);
  const dataDir = resolve(setting(env, 'DATA_DIR') ?? '.data');
  return {
    // 0 asks the system for any free port.
    port: readWholeNumber(env, 'PORT', { least: 0, most: 65_535, fallback: 3000 }),
    host: readHost(env, access),
    dataDir,
    databaseUrl,
    hotelTimezone: readTimezone(env),
    sampleData: readFlag(env, 'SAMPLE_DATA', databaseUrl === null),
    access,
    csvDropDir: readDropDir(env),
    guestRetentionYears: readWholeNumber(env, 'GUEST_RETENTION_YEARS', { least: 0, most: 100, fallback: 3 }),
    evidenceDir: readEvidenceDir(env, dataDir),
    checkpointMinutes: readWholeNumber(env, 'CHECKPOINT_MINUTES', {
      least: 0,
      most: A_WEEK_OF_MINUTES,
      fallback: 60,
    }),
    migrate: readFlag(env, 'MIGRATE', true),
    databaseAppRole: setting(env, 'DATABASE_APP_ROLE'),
    drainSeconds: readWholeNumber(env, 'DRAIN_SECONDS', { least: 0, most: 300, fallback: 0 }),
    roomMonthsAhead: readWholeNumber(env, 'ROOM_MONTHS_AHEAD', { least: 0, most: 60, fallback: 12 }),
    logRequests: readFlag(env, 'LOG_REQUESTS', access.mode === 'session'),
  };
}

function readDatabaseUrl(env: Environment): string | null {
  const text = setting(env, 'DATABASE_URL');
  const password = readSecret(env, 'DATABASE_PASSWORD');
  if (text === null) {
    if (password === null) return null;
    throw new ConfigError('DATABASE_PASSWORD は DATABASE_URL と一緒に指定してください。');
  }
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^postgres(ql)?:$/.test(url.protocol) || url.pathname.length <= 1) {
    throw new ConfigError(
      'DATABASE_URL は postgresql://ユーザー:パスワード@ホスト:ポート/データベース名 の形で指定してください。',
    );
  }
  if (password === null) return text;
  if (url.password !== '')
    throw new ConfigError('DATABASE_PASSWORD と DATABASE_URL のパスワードは同時に指定できません。');
  url.password = encodeURIComponent(password);
  return url.href;
}

function readTimezone(env: Environment): string {
  const timezone = setting(env, 'HOTEL_TIMEZONE') ?? 'Asia/Tokyo';
  try {
    if (/^[+-]/.test(timezone)) throw new RangeError('an offset is no hotel time zone');
    return new Intl.DateTimeFormat('en', { timeZone: timezone }).resolvedOptions().timeZone;
  } catch {
    throw new ConfigError(
      `HOTEL_TIMEZONE=${timezone} という時間帯はありません。Asia/Tokyo のように指定してください。`,
    );
  }
}

function readDropDir(env: Environment): string | null {
  const text = setting(env, 'CSV_DROP_DIR');
  if (text === null) return null;
  const folder = resolve(text);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new ConfigError(`CSV_DROP_DIR=${text} というフォルダーがありません。`);
  }
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return folder;
  } catch {
    throw new ConfigError(`CSV_DROP_DIR=${text} を読み書きできません。フォルダーの権限を確認してください。`);
  }
}

/** It is made when it is needed first. */
function readEvidenceDir(env: Environment, dataDir: string): string {
  const text = setting(env, 'EVIDENCE_DIR');
  if (text === null) return join(dataDir, 'evidence');
  const folder = resolve(text);
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found && !found.isDirectory()) {
    throw new ConfigError(`EVIDENCE_DIR=${text} はフォルダーではありません。`);
  }
  return folder;
}
