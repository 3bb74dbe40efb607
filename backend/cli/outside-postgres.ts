import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { codeOf, LaunchError } from './launch-error.js';

const WAIT_MS = 30_000;
const POLL_MS = 500;

const passing: Record<string, string> = {
  ECONNREFUSED: '接続を拒否されました',
  ENOTFOUND: 'ホスト名が見つかりません',
  EAI_AGAIN: 'ホスト名が見つかりません',
  ETIMEDOUT: '応答がありません',
  ECONNRESET: '接続が切れました',
  '57P03': '起動中です',
};

const lasting: Record<string, string> = {
  '28P01': 'ユーザー名かパスワードが違います',
  '28000': 'このユーザーの接続は許可されていません',
  '3D000': 'データベースがありません',
};

/** Waits until the outside PostgreSQL lets us in: it may have been started a moment ago, beside us. */
export async function waitForDatabase(
  url: string,
  say: (line: string) => void,
  waitMs = WAIT_MS,
): Promise<void> {
  const deadline = Date.now() + waitMs;
  for (let told = false; ; told = true) {
    const error = await tryConnect(url);
    if (error === null) return;
    const code = codeOf(error);
    if (!(code in passing) || Date.now() > deadline) throw unreachable(url, error, code);
    if (!told) say(`データベースへの接続を待っています(${passing[code]})…`);
    await pause(POLL_MS);
  }
}

async function tryConnect(url: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {}); // A lost connection shows up in what awaits it.
  try {
    await client.connect();
    return null;
  } catch (error) {
    return error;
  } finally {
    await client.end().catch(() => {});
  }
}

// The address without its password: this line may end up in a log.
function unreachable(url: string, error: unknown, code: string): LaunchError {
  const { host, pathname } = new URL(url);
  const reason = lasting[code] ?? passing[code] ?? String(error);
  return new LaunchError(
    `DATABASE_URL のデータベース ${host}${pathname} に接続できません(${reason})。DATABASE_URL を確認してください。`,
    { cause: error },
  );
}
