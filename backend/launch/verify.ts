import 'reflect-metadata';
import { markOf } from '../audit/evidence/checkpoint-signature.js';
import { type CheckVerdict, folderVerdict, logVerdicts } from '../audit/evidence/log-verdicts.js';
import { RebuildError } from '../event-store/rebuild/rebuild-error.js';
import { verifyReadModels } from '../event-store/rebuild/verify-read-models.js';
import type { RebuildProgress } from '../event-store/rebuild/workshop.js';
import { verifyLog } from '../event-store/verify-log.js';
import { type Config, ConfigError, readConfig } from '../platform/config/config.js';
import { openClient, type Queryable } from '../platform/database.js';
import { MigrationError, migrateToLatest } from '../platform/migrate.js';
import { eventStoreParts, READ_MODELS } from '../streams.js';
import { LaunchError } from './launch-error.js';
import { progressLine } from './progress-line.js';
import { useDatabase } from './use-database.js';

const MARKS = { ok: '合格  ', bad: '不合格', note: '注意  ' };

type Check = (client: Queryable, config: Config, databaseUrl: string) => Promise<CheckVerdict[]>;

/** The log against itself, its head and the checkpoints of the evidence folder. */
const checkLog: Check = async (client, { evidenceDir }) => {
  const { checkpoints, verdict } = await folderVerdict(evidenceDir);
  const marks = checkpoints.map(markOf);
  const walked = await verifyLog(client, { marks, progress: progressLine('検証中') });
  return [verdict, ...logVerdicts(walked)];
};

const FAULTS = {
  missing: 'ログにある行がありません',
  surplus: 'ログにない行があります',
  different: '行がログと異なります',
};

/** The read models against those that the log gives. */
const checkReadModels: Check = async (_client, _config, databaseUrl) => {
  const line = progressLine('照合中');
  const told: RebuildProgress = ({ phase, done, head }) => phase === 'replaying' && line(done, head);
  const { position, fault } = await verifyReadModels(databaseUrl, eventStoreParts(), READ_MODELS, told);
  const title = '表';
  if (!fault)
    return [
      { state: 'ok', title, text: `位置 ${position.toLocaleString('ja-JP')} のログと一致しています。` },
    ];
  const { table, key, kind, rows } = fault;
  const text = `${table} の ${key}: ${FAULTS[kind]} (この表で ${rows} 行)。npm run rebuild で作り直せます。`;
  return [{ state: 'bad', title, text }];
};

/** Everything that is verified, in this order; one that fails keeps the ones behind it from being tried. */
const CHECKS: Check[] = [checkLog, checkReadModels];

async function verify(client: Queryable, config: Config, databaseUrl: string): Promise<boolean> {
  for (const check of CHECKS) {
    const verdicts = await check(client, config, databaseUrl);
    for (const { state, title, text } of verdicts) console.log(`${MARKS[state]} ${title}: ${text}`);
    if (verdicts.some(({ state }) => state === 'bad')) return false;
  }
  return true;
}

async function run(): Promise<void> {
  const config = readConfig(process.env);
  const database = await useDatabase(config, console.log);
  try {
    await migrateToLatest(database.url);
    const client = await openClient(database.url, () => undefined);
    const isGood = await verify(client, config, database.url).finally(() => client.end());
    console.log(isGood ? '判定: 合格' : '判定: 不合格');
    if (!isGood) process.exitCode = 1;
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
