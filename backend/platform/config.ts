import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { hostUrls, targetServer } from './primary-client.js';

/** A setting that stops the start; its message is one line for the person who typed it. */
export class ConfigError extends Error {}

/** Without sign-in: only this machine, by these names. */
export type OpenAccess = { mode: 'off'; allowedHosts: readonly string[] };

/**
 * With sign-in: the https origin that browsers see, the secret that signs cookies, the request limit of a session, and
 * whether logs have the address of a failed sign-in as it is.
 */
export type SessionAccess = {
  mode: 'session';
  origin: string;
  secret: string;
  requestsPerMinute: number;
  logAddresses: boolean;
};

export type Access = OpenAccess | SessionAccess;

/** Every setting of the product. */
export type Config = ReturnType<typeof readConfig>;

type Environment = Record<string, string | undefined>;

const SECRET_BYTES = 32;
const MINUTES_OF_A_WEEK = 10_080;

// In error texts, {name} is the variable and {value} what was typed.
const wholeNumber = (least: number, most: number, fallback: number) =>
  z
    .string()
    .refine(
      (text) => /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most,
      `{name} は ${least}〜${most} の整数で指定してください(現在の値: {value})。`,
    )
    .transform(Number)
    .default(fallback);

const flag = (fallback: boolean) =>
  z
    .stringbool({
      truthy: ['1'],
      falsy: ['0'],
      error: '{name} は 1 か 0 で指定してください(現在の値: {value})。',
    })
    .default(fallback);

const databaseAddress = z
  .string()
  .refine(isPostgresUrl, {
    error: '{name} は postgresql://ユーザー:パスワード@ホスト:ポート/データベース名 の形で指定してください。',
    abort: true,
  })
  .refine(
    namesItsPrimary,
    '{name} に複数のホストを指定するときは、末尾に target_session_attrs=read-write を付けてください(ほかの値は指定できません)。',
  )
  .optional();

const timeZone = z
  .string()
  .default('Asia/Tokyo')
  .transform(canonicalTimeZone)
  .refine(
    (zone) => zone !== '',
    '{name}={value} というタイムゾーンはありません。Asia/Tokyo のように指定してください。',
  );

const dropFolder = z
  .string()
  .refine((path) => isFolder(path), { error: '{name}={value} というフォルダーがありません。', abort: true })
  .refine(isAccessible, '{name}={value} を読み書きできません。フォルダーの権限を確認してください。')
  .optional();

// Created when first needed.
const evidenceFolder = z
  .string()
  .refine((path) => isFolder(path) ?? true, '{name}={value} はフォルダーではありません。')
  .optional();

const allowedHosts = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((name) => name.trim().toLowerCase())
      .filter(Boolean),
  )
  .pipe(
    z.array(
      z.string().regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/, {
        error: ({ input }) => `{name} はホスト名をコンマで区切って指定してください(現在の値: ${input})。`,
      }),
    ),
  );

const accessMode = z
  .enum(['off', 'session'], '{name} は off か session で指定してください(現在の値: {value})。')
  .default('off');

const httpsOrigin = z
  .string()
  .default('')
  .refine(
    isHttpsOrigin,
    'AUTH_MODE=session には {name} に https://フロント.例.jp の形で公開アドレスを指定してください(現在の値: {value})。',
  )
  .transform((text) => new URL(text).origin);

/** Reads every setting of the product from the environment. */
export function readConfig(env: Environment) {
  const databaseUrl = readDatabaseUrl(env);
  const access = readAccess(env);
  const dataDir = resolve(read(env, 'DATA_DIR', z.string().default('.data')));
  const csvDropDir = read(env, 'CSV_DROP_DIR', dropFolder);
  // It may be a mount that is away: the start does not fail for it, the checkpoint does.
  const copyDir = read(env, 'CHECKPOINT_COPY_DIR', z.string().optional());
  return {
    /** 0 asks the system for any free port. */
    port: read(env, 'PORT', wholeNumber(0, 65_535, 3000)),
    host: readHost(env, access),
    dataDir,
    databaseUrl,
    hotelTimezone: read(env, 'HOTEL_TIMEZONE', timeZone),
    sampleData: read(env, 'SAMPLE_DATA', flag(databaseUrl === null)),
    access,
    /** The folder whose files are imported, null for none. */
    csvDropDir: csvDropDir === undefined ? null : resolve(csvDropDir),
    /** For how many years after check-out a guest's data is kept unless a reason is given to erase it. */
    guestRetentionYears: read(env, 'GUEST_RETENTION_YEARS', wholeNumber(0, 100, 3)),
    importRetentionDays: read(env, 'IMPORT_RETENTION_DAYS', wholeNumber(1, 3_650, 90)),
    /** The folder of signed checkpoints and the key that signs them. */
    evidenceDir: resolve(read(env, 'EVIDENCE_DIR', evidenceFolder) ?? join(dataDir, 'evidence')),
    /** Minutes between checkpoints, 0 for none. */
    checkpointMinutes: read(env, 'CHECKPOINT_MINUTES', wholeNumber(0, MINUTES_OF_A_WEEK, 60)),
    /** A second place to which checkpoints are copied at once, null for none. */
    checkpointCopyDir: copyDir === undefined ? null : resolve(copyDir),
    /** True if the start migrates the database; otherwise it waits until a job has. */
    migrate: read(env, 'MIGRATE', flag(true)),
    /** The role that nodes serve as, granted its rights by the migration; null where they own the tables. */
    databaseAppRole: read(env, 'DATABASE_APP_ROLE', z.string().optional()) ?? null,
    /** Seconds for which a node that shuts down goes on serving while it reports that it is not ready. */
    drainSeconds: read(env, 'DRAIN_SECONDS', wholeNumber(0, 300, 0)),
    /** True if a node may decide from what it remembers of the log; otherwise it reads everything under the lock. */
    decidesFromMemory: read(env, 'DECIDE_FROM_MEMORY', flag(true)),
    /** For how many months after this one rooms are defined automatically, 0 for never. */
    roomMonthsAhead: read(env, 'ROOM_MONTHS_AHEAD', wholeNumber(0, 60, 12)),
    /** Calls that a service account may make in a minute, on each node. */
    serviceRequestsPerMinute: read(env, 'SERVICE_REQUESTS_PER_MINUTE', wholeNumber(1, 1_000_000, 600)),
    /** True if webhooks may be sent to addresses of the house's own network, also without TLS. */
    webhooksToPrivateAddresses: read(env, 'WEBHOOK_PRIVATE_ADDRESSES', flag(false)),
    /** True if each request is logged, without what it asks for. */
    logRequests: read(env, 'LOG_REQUESTS', flag(access.mode === 'session')),
    isTracing: isTracing(env),
  };
}

/** Returns whether OpenTelemetry's own variables name a place for spans; they say the rest to its packages. */
function isTracing(env: Environment): boolean {
  const endpoint = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT?.trim() || env.OTEL_EXPORTER_OTLP_ENDPOINT?.trim();
  const isOff = env.OTEL_SDK_DISABLED?.trim().toLowerCase() === 'true' || env.OTEL_TRACES_EXPORTER === 'none';
  return Boolean(endpoint) && !isOff;
}

/** One setting; an empty value counts as left out. */
function read<Value>(env: Environment, name: string, schema: z.ZodType<Value>): Value {
  const text = env[name]?.trim() || undefined;
  const result = schema.safeParse(text);
  if (result.success) return result.data;
  const message = result.error.issues[0]?.message ?? '';
  throw new ConfigError(message.replaceAll('{name}', name).replaceAll('{value}', () => text ?? 'なし'));
}

/** A secret, typed or in the file that NAME_FILE names, without the line break at its end. */
function readSecret(env: Environment, name: string): string | undefined {
  const secret = z.string().optional();
  const file = read(env, `${name}_FILE`, secret);
  const typed = read(env, name, secret);
  if (file === undefined) return typed;
  if (typed !== undefined) throw new ConfigError(`${name} と ${name}_FILE は同時に指定できません。`);
  try {
    return readFileSync(file, 'utf8').trim() || undefined;
  } catch {
    throw new ConfigError(`${name}_FILE=${file} を読み取れません。`);
  }
}

function readDatabaseUrl(env: Environment): string | null {
  const text = read(env, 'DATABASE_URL', databaseAddress);
  const password = readSecret(env, 'DATABASE_PASSWORD');
  if (password === undefined) return text ?? null;
  if (text === undefined)
    throw new ConfigError('DATABASE_PASSWORD は DATABASE_URL と一緒に指定してください。');
  const [, scheme, user = '', rest] = /^([^/]*\/\/)(?:([^/?#]*)@)?(.*)$/s.exec(text) ?? [];
  if (user.includes(':')) {
    throw new ConfigError('DATABASE_PASSWORD と DATABASE_URL のパスワードは同時に指定できません。');
  }
  return `${scheme}${user}:${encodeURIComponent(password)}@${rest}`;
}

function readAccess(env: Environment): Access {
  const mode = read(env, 'AUTH_MODE', accessMode);
  if (mode === 'off') return { mode, allowedHosts: read(env, 'ALLOWED_HOSTS', allowedHosts) };
  const origin = read(env, 'APP_ORIGIN', httpsOrigin);
  const secret = readSecret(env, 'SESSION_SECRET');
  // The value is not shown: it may be a secret all the same.
  if (secret === undefined || Buffer.byteLength(secret) < SECRET_BYTES) {
    throw new ConfigError(
      `AUTH_MODE=session には SESSION_SECRET か SESSION_SECRET_FILE に ${SECRET_BYTES} バイト以上の秘密の文字列を指定してください。`,
    );
  }
  const requestsPerMinute = read(env, 'REQUESTS_PER_MINUTE', wholeNumber(1, 1_000_000, 600));
  return { mode, origin, secret, requestsPerMinute, logAddresses: read(env, 'LOG_ADDRESSES', flag(true)) };
}

/** The address to listen on: without sign-in only one of this machine itself. */
function readHost(env: Environment, { mode }: Access): string {
  const host = read(env, 'HOST', z.string().default('127.0.0.1'));
  const isLoopback = ['localhost', '::1'].includes(host) || (isIP(host) === 4 && host.startsWith('127.'));
  if (mode === 'session' || isLoopback) return host;
  throw new ConfigError(
    `HOST=${host} では起動できません。ログイン機能がオフ (AUTH_MODE=off) の間は 127.0.0.1、::1、localhost のいずれかを指定してください。`,
  );
}

function isPostgresUrl(text: string): boolean {
  return hostUrls(text).every((one) => {
    const url = URL.canParse(one) ? new URL(one) : null;
    return url !== null && /^postgres(ql)?:$/.test(url.protocol) && url.pathname.length > 1;
  });
}

/** Returns whether a URL of several hosts asks for the one that takes writes. */
function namesItsPrimary(text: string): boolean {
  const target = targetServer(text);
  return target === 'read-write' || (target === null && hostUrls(text).length === 1);
}

function isHttpsOrigin(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url?.protocol === 'https:' && (text === url.origin || text === `${url.origin}/`);
}

function isFolder(path: string): boolean | undefined {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory();
}

function isAccessible(folder: string): boolean {
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The canonical name of a time zone, empty for none; an offset is no hotel's time zone. */
function canonicalTimeZone(name: string): string {
  try {
    if (/^[+-]/.test(name)) return '';
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return '';
  }
}
