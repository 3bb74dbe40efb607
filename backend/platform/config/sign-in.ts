import { isIP } from 'node:net';
import { ConfigError, type Environment, readSecret, readWholeNumber, setting } from './settings.js';

const SECRET_BYTES = 32;

/** Without sign-in: only this machine, by these names. */
export type OpenAccess = { mode: 'off'; allowedHosts: readonly string[] };

/** With sign-in: the one https origin that browsers see, the secret that signs cookies, and a session's share of requests. */
export type SessionAccess = { mode: 'session'; origin: string; secret: string; requestsPerMinute: number };

export type Access = OpenAccess | SessionAccess;

/** Reads how people get in: AUTH_MODE and what belongs to it. */
export function readAccess(env: Environment): Access {
  const mode = setting(env, 'AUTH_MODE') ?? 'off';
  if (mode === 'off') return { mode, allowedHosts: readAllowedHosts(env) };
  if (mode !== 'session') {
    throw new ConfigError(`AUTH_MODE は off か session で指定してください(現在の値: ${mode})。`);
  }
  return {
    mode,
    origin: readOrigin(env),
    secret: readSessionSecret(env),
    requestsPerMinute: readWholeNumber(env, 'REQUESTS_PER_MINUTE', {
      least: 1,
      most: 1_000_000,
      fallback: 600,
    }),
  };
}

/** The address to listen on: without sign-in only one of this machine itself. */
export function readHost(env: Environment, access: Access): string {
  const host = setting(env, 'HOST') ?? '127.0.0.1';
  if (access.mode === 'session' || isLoopback(host)) return host;
  throw new ConfigError(
    `HOST=${host} では起動できません。ログイン機能がオフ (AUTH_MODE=off) の間は 127.0.0.1、::1、localhost のいずれかを指定してください。`,
  );
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

function readAllowedHosts(env: Environment): string[] {
  const names = (setting(env, 'ALLOWED_HOSTS') ?? '').split(',').map((name) => name.trim().toLowerCase());
  const wrong = names.find((name) => name !== '' && !/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(name));
  if (wrong !== undefined) {
    throw new ConfigError(`ALLOWED_HOSTS はホスト名をコンマで区切って指定してください(現在の値: ${wrong})。`);
  }
  return names.filter((name) => name !== '');
}

function readOrigin(env: Environment): string {
  const text = setting(env, 'APP_ORIGIN');
  const url = text !== null && URL.canParse(text) ? new URL(text) : null;
  if (url && url.protocol === 'https:' && (text === url.origin || text === `${url.origin}/`))
    return url.origin;
  throw new ConfigError(
    `AUTH_MODE=session には APP_ORIGIN に https://フロント.例.jp の形で公開アドレスを指定してください(現在の値: ${text ?? 'なし'})。`,
  );
}

// What was typed is never shown: it may be a secret all the same.
function readSessionSecret(env: Environment): string {
  const secret = readSecret(env, 'SESSION_SECRET');
  if (secret !== null && Buffer.byteLength(secret) >= SECRET_BYTES) return secret;
  throw new ConfigError(
    `AUTH_MODE=session には SESSION_SECRET か SESSION_SECRET_FILE に ${SECRET_BYTES} バイト以上の秘密の文字列を指定してください。`,
  );
}
