import 'reflect-metadata';
import { markOf } from '../audit/evidence/checkpoint-signature.js';
import { type CheckVerdict, folderVerdict, logVerdicts } from '../audit/evidence/log-verdicts.js';
import { verifyLog } from '../event-store/verify-log.js';
import { type Config, ConfigError, readConfig } from '../platform/config.js';
import { openClient, type Queryable } from '../platform/database.js';
import { MigrationError, migrateToLatest } from '../platform/migrate.js';
import { LaunchError } from './launch-error.js';
import { progressLine } from './progress-line.js';
import { useDatabase } from './use-database.js';

const MARKS = { ok: '合格  ', bad: '不合格', note: '注意  ' };

type Check = (client: Queryable, config: Config) => Promise<CheckVerdict[]>;

/** The log against itself, its head and the checkpoints of the evidence folder. */
const checkLog: Check = async (client, { evidenceDir }) => {
  const { checkpoints, verdict } = await folderVerdict(evidenceDir);
  const marks = checkpoints.map(markOf);
  const walked = await verifyLog(client, { marks, progress: progressLine('検証中') });
  return [verdict, ...logVerdicts(walked)];
};

/** Everything that is verified, in this order; one that fails keeps the ones behind it from being tried. */
const CHECKS: Check[] = [checkLog];

async function verify(client: Queryable, config: Config): Promise<boolean> {
  for (const check of CHECKS) {
    const verdicts = await check(client, config);
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
    const isGood = await verify(client, config).finally(() => client.end());
    console.log(isGood ? '判定: 合格' : '判定: 不合格');
    if (!isGood) process.exitCode = 1;
  } finally {
    await database.close();
  }
}

run().catch((error: unknown) => {
  const readable = [ConfigError, LaunchError, MigrationError].some((kind) => error instanceof kind);
  console.error(readable ? (error as Error).message : error);
  process.exitCode = 1;
});
