import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../../platform/config.js';
import { withSessionSettings } from '../../platform/database.js';
import { clientType, hostUrls } from '../../platform/primary-client.js';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.js';
import { codeOf, LaunchError } from '../embedded-postgres/launch-error.js';
import { closeOnStop } from './stop-in-order.js';

const WAIT_MS = 30_000;
const POLL_MS = 500;

const TRANSIENT: Record<string, string> = {
  ECONNREFUSED: '接続を拒否されました',
  ENOTFOUND: 'ホスト名が見つかりません',
  EAI_AGAIN: 'ホスト名が見つかりません',
  ETIMEDOUT: '応答がありません',
  ECONNRESET: '接続が切れました',
  '57P03': '起動中です',
  '25006': '書き込みできるサーバーがありません',
};

const PERMANENT: Record<string, string> = {
  '28P01': 'ユーザー名かパスワードが違います',
  '28000': 'このユーザーの接続は許可されていません',
  '3D000': 'データベースがありません',
  '08P01': '接続ごとの設定を受け取りません。PgBouncer などのプーラーを通さずに接続してください',
};

/** Makes the error of a pooler that drops the settings of a session without a word. */
const settingsDropped = () =>
  Object.assign(new Error('settings of the session are dropped'), { code: '08P01' });

type Say = (line: string) => void;
type OpenDatabase = Pick<EmbeddedPostgres, 'url' | 'trouble' | 'stop'>;

/** The database of this run: the external one of DATABASE_URL, else the embedded one in the data folder. */
export async function openDatabase({ databaseUrl, dataDir }: Config, say: Say): Promise<OpenDatabase> {
  if (databaseUrl !== null) {
    await waitForDatabase(databaseUrl, say);
    return { url: databaseUrl, trouble: () => null, stop: async () => {} };
  }
  say(`データベースを起動しています(データフォルダー: ${dataDir})…`);
  return startEmbeddedPostgres({ dataDir, say });
}

/** The same, stopped with the program, also when that ends while its own database is still starting. */
export function openDatabaseUntilStop(config: Config, say: Say): Promise<OpenDatabase> {
  const opening = openDatabase(config, say);
  void closeOnStop(async () => {
    if (config.databaseUrl === null) await (await opening.catch(() => null))?.stop();
  });
  return opening;
}

/** Waits until the external PostgreSQL accepts connections: it may still be starting. */
export async function waitForDatabase(url: string, say: Say, waitMs = WAIT_MS): Promise<void> {
  const deadline = Date.now() + waitMs;
  for (let attempt = 1; ; attempt++) {
    const error = await tryConnect(url);
    if (error === null) return;
    const code = codeOf(error);
    if (!(code in TRANSIENT) || Date.now() > deadline) throw unreachable(url, error, code);
    if (attempt === 1) say(`データベースへの接続を待っています(${TRANSIENT[code]})…`);
    await pause(POLL_MS);
  }
}

async function tryConnect(databaseUrl: string): Promise<unknown> {
  const url = withSessionSettings(databaseUrl);
  const client = new (clientType(url))({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {}); // A lost connection rejects connect().
  try {
    await client.connect();
    const { rows } = await client.query("select current_setting('row_security') as kept");
    return rows[0]?.kept === 'off' ? null : settingsDropped();
  } catch (error) {
    return error;
  } finally {
    await client.end().catch(() => {});
  }
}

// Names the address without its password: this line may end up in a log.
function unreachable(url: string, error: unknown, code: string): LaunchError {
  const addresses = hostUrls(url).map((one) => new URL(one));
  const place = `${addresses.map(({ host }) => host)}${addresses[0]?.pathname}`;
  const reason = PERMANENT[code] ?? TRANSIENT[code] ?? String(error);
  return new LaunchError(
    `DATABASE_URL のデータベース ${place} に接続できません(${reason})。DATABASE_URL を確認してください。`,
    { cause: error },
  );
}
