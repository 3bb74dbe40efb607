import type { RebuildProgress } from '../event-store/rebuild/fill-tables.js';
import { rebuild } from '../event-store/rebuild/rebuild.js';
import { RebuildError } from '../event-store/rebuild/rebuild-error.js';
import { ConfigError, readConfig } from '../platform/config.js';
import { MigrationError, migrateToLatest } from '../platform/migrate.js';
import { eventStoreParts, READ_MODELS } from '../streams.js';
import { LaunchError } from './launch-error.js';
import { useDatabase } from './use-database.js';

const PHASES = {
  indexing: '索引を作成しています…',
  checking: 'ログと照合しています…',
  waiting: '読み取り中の処理が終わるのを待っています…',
};

function progressLine(): RebuildProgress {
  let start: { at: number; done: number } | null = null;
  return ({ phase, done, head }) => {
    if (phase !== 'replaying') {
      console.log(PHASES[phase]);
      return;
    }
    start ??= { at: performance.now(), done };
    const rate = (done - start.done) / ((performance.now() - start.at) / 1000);
    const left =
      rate > 0 ? `毎秒 ${Math.round(rate)} 件、残り約 ${Math.ceil((head - done) / rate)} 秒` : '計測中';
    console.log(`再構築中: ${Math.floor((done / head) * 100)}% ${done} / ${head} 件 (${left})`);
  };
}

async function run(): Promise<void> {
  const config = readConfig(process.env);
  const database = await useDatabase(config, console.log);
  try {
    await migrateToLatest(database.url);
    const position = await rebuild(database.url, eventStoreParts(), READ_MODELS, progressLine());
    console.log(`再構築が終わりました。位置 ${position} までのログと一致しています。`);
  } finally {
    await database.close();
  }
}

run().catch((error: unknown) => {
  const readable = [ConfigError, LaunchError, MigrationError, RebuildError].some(
    (kind) => error instanceof kind,
  );
  console.error(readable ? (error as Error).message : error);
  process.exitCode = 1;
});
