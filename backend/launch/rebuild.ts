import { rebuild } from '../event-store/rebuild/rebuild.js';
import { RebuildError } from '../event-store/rebuild/rebuild-error.js';
import type { RebuildProgress } from '../event-store/rebuild/workshop.js';
import { ConfigError, readConfig } from '../platform/config/config.js';
import { MigrationError, migrateToLatest } from '../platform/migrate.js';
import { eventStoreParts, READ_MODELS } from '../streams.js';
import { LaunchError } from './launch-error.js';
import { progressLine } from './progress-line.js';
import { useDatabase } from './use-database.js';

const PHASES = {
  indexing: '索引を作成しています…',
  checking: 'ログと照合しています…',
  swapping: '新しい表に入れ替えています…',
  waiting: '読み取り中の処理が終わるのを待っています…',
};

function told(): RebuildProgress {
  let line: ReturnType<typeof progressLine> | null = null;
  return ({ phase, done, head }) => {
    if (phase !== 'replaying') {
      console.log(PHASES[phase]);
      return;
    }
    if (!line && done > 0) console.log(`前回の続きから再開します(位置 ${done})。`);
    line ??= progressLine('再構築中', done);
    line(done, head);
  };
}

async function run(): Promise<void> {
  const config = readConfig(process.env);
  const database = await useDatabase(config, console.log);
  try {
    await migrateToLatest(database.url);
    const position = await rebuild(database.url, eventStoreParts(), READ_MODELS, told());
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
