import { accessSync, constants, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';

const A_WEEK_OF_MINUTES = 10_080;

export type Config = {
  port: number;
  host: string;
  dataDir: string;
  databaseUrl: string | null;
  hotelTimezone: string;
  sampleData: boolean;
  authMode: 'off';
  /** The folder whose files are imported, null for none. */
  csvDropDir: string | null;
  /** For how many years after check-out a guest's data is kept unless a reason is given to erase it. */
  guestRetentionYears: number;
  /** The folder that checkpoints and the key that signs them are kept in. */
  evidenceDir: string;
  /** How often a checkpoint is signed, 0 for never. */
  checkpointMinutes: number;
};

/** A setting that stops the start; its message is one line for the person who typed it. */
export class ConfigError extends Error {}

type Environment = Record<string, string | undefined>;

/** Reads every setting of the product from the environment; an empty value counts as left out. */
export function readConfig(env: Environment): Config {
  const databaseUrl = readDatabaseUrl(env);
  const authMode = readAuthMode(env);
  const dataDir = resolve(setting(env, 'DATA_DIR') ?? '.data');
  return {
    // 0 asks the system for any free port.
    port: readWholeNumber(env, 'PORT', { least: 0, most: 65_535, fallback: 3000 }),
    host: readHost(env),
    dataDir,
    databaseUrl,
    hotelTimezone: readTimezone(env),
    sampleData: readFlag(env, 'SAMPLE_DATA', databaseUrl === null),
    authMode,
    csvDropDir: readDropDir(env),
    guestRetentionYears: readWholeNumber(env, 'GUEST_RETENTION_YEARS', { least: 0, most: 100, fallback: 3 }),
    evidenceDir: readEvidenceDir(env, dataDir),
    checkpointMinutes: readWholeNumber(env, 'CHECKPOINT_MINUTES', {
      least: 0,
      most: A_WEEK_OF_MINUTES,
      fallback: 60,
    }),
  };
}

function setting(env: Environment, name: string): string | null {
  return env[name]?.trim() || null;
}

function readWholeNumber(
  env: Environment,
  name: string,
  { least, most, fallback }: { least: number; most: number; fallback: number },
): number {
  const text = setting(env, name) ?? String(fallback);
  const value = Number(text);
  if (!/^\d{1,9}$/.test(text) || value < least || value > most) {
    throw new ConfigError(`${name} は ${least}〜${most} の整数で指定してください(現在の値: ${text})。`);
  }
  return value;
}

function readHost(env: Environment): string {
  const host = setting(env, 'HOST') ?? '127.0.0.1';
  if (isLoopback(host)) return host;
  throw new ConfigError(
    `HOST=${host} では起動できません。ログイン機能がオフ (AUTH_MODE=off) の間は 127.0.0.1、::1、localhost のいずれかを指定してください。`,
  );
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

function readDatabaseUrl(env: Environment): string | null {
  const text = setting(env, 'DATABASE_URL');
  if (text === null) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && /^postgres(ql)?:$/.test(url.protocol) && url.pathname.length > 1) return text;
  throw new ConfigError(
    'DATABASE_URL は postgresql://ユーザー:パスワード@ホスト:ポート/データベース名 の形で指定してください。',
  );
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

function readFlag(env: Environment, name: string, fallback: boolean): boolean {
  const text = setting(env, name);
  if (text === null) return fallback;
  if (text === '1' || text === '0') return text === '1';
  throw new ConfigError(`${name} は 1 か 0 で指定してください(現在の値: ${text})。`);
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

function readAuthMode(env: Environment): 'off' {
  const mode = setting(env, 'AUTH_MODE') ?? 'off';
  if (mode === 'off') return mode;
  if (mode === 'session') {
    throw new ConfigError('AUTH_MODE=session はまだ使えません。AUTH_MODE=off で起動してください。');
  }
  throw new ConfigError(`AUTH_MODE は off で指定してください(現在の値: ${mode})。`);
}
