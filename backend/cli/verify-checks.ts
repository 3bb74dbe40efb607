import type { RebuildProgress } from '../event-store/rebuild/rebuild-context.js';
import { verifyReadModels } from '../event-store/rebuild/verify-read-models.js';
import { verifyLog } from '../event-store/verify-log.js';
import { markOf } from '../evidence/checkpoint-signature.js';
import { type CheckVerdict, folderVerdict, logVerdicts } from '../evidence/log-verdicts.js';
import type { Queryable } from '../platform/database.js';
import { UnreadableEventError } from '../platform/errors.js';
import { openLongRunningClient } from '../platform/long-running-client.js';
import { eventStoreParts, READ_MODELS } from '../streams.js';
import { progressLine } from './progress-line.js';

const MARKS = { ok: '合格  ', bad: '不合格', note: '注意  ' };

const FAULTS = {
  missing: 'ログにある行がありません',
  surplus: 'ログにない行があります',
  different: '行がログと異なります',
};

/** What is verified; a log that was just restored from a backup ends, as far as is known, at `restoredTo`. */
export type Verified = { databaseUrl: string; evidenceDir: string; restoredTo: number | null };

type Check = (client: Queryable, verified: Verified) => Promise<CheckVerdict[]>;

function lostVerdict(newer: number): CheckVerdict[] {
  if (newer === 0) return [];
  const title = '新しい記録';
  const text = `バックアップより後に署名されたチェックポイントが ${newer} 件あります。その間の記録は復元されていません。このままサーバーを起動すると改ざんとして知らされるため、EVIDENCE_DIR に新しいフォルダーを指定してください。`;
  return [{ state: 'note', title, text }];
}

/** The log against itself, its head and the checkpoints of the evidence folder. */
const checkLog: Check = async (client, { evidenceDir, restoredTo }) => {
  const { checkpoints, verdict } = await folderVerdict(evidenceDir);
  const all = checkpoints.map(markOf);
  const marks = all.filter(({ position }) => restoredTo === null || position <= restoredTo);
  const walked = await verifyLog(client, { marks, progress: progressLine('検証中') });
  return [verdict, ...logVerdicts(walked), ...lostVerdict(all.length - marks.length)];
};

/** The read models against those that the log gives. */
const checkReadModels: Check = async (_client, { databaseUrl }) => {
  const line = progressLine('照合中');
  const told: RebuildProgress = ({ phase, done, head }) => phase === 'replaying' && line(done, head);
  const title = '表';
  const verdict = await verifyReadModels(databaseUrl, eventStoreParts(), READ_MODELS, told).catch(
    (error: unknown) => {
      if (error instanceof UnreadableEventError) return error;
      throw error;
    },
  );
  if (verdict instanceof UnreadableEventError) {
    const text = `位置 ${verdict.position.toLocaleString('ja-JP')} の記録を読み取れません (${verdict.message})。`;
    return [{ state: 'bad', title, text }];
  }
  const { position, fault } = verdict;
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

async function check(client: Queryable, verified: Verified): Promise<boolean> {
  for (const one of CHECKS) {
    const verdicts = await one(client, verified);
    for (const { state, title, text } of verdicts) console.log(`${MARKS[state]} ${title}: ${text}`);
    if (verdicts.some(({ state }) => state === 'bad')) return false;
  }
  return true;
}

/** Verifies log, checkpoints and read models and prints what came out, line by line; returns whether all is well. */
export async function verifyHotel(verified: Verified): Promise<boolean> {
  const client = await openLongRunningClient(verified.databaseUrl);
  const isGood = await check(client, verified).finally(() => client.end());
  console.log(isGood ? '判定: 合格' : '判定: 不合格');
  return isGood;
}
