import { countText } from '@domain/calendar/stay-text.js';
import type { LinkedRow } from '../../event-store/hash-chain.js';
import { verifyReadModels } from '../../event-store/rebuild/rebuild.js';
import { verifyLog } from '../../event-store/verify-log.js';
import { accessVerdict } from '../../evidence/access-verdict.js';
import { knownEnds } from '../../evidence/checkpoint-chain.js';
import { copyVerdicts } from '../../evidence/checkpoint-copy.js';
import { markOf } from '../../evidence/evidence-folder.js';
import { guardVerdict } from '../../evidence/log-guards.js';
import {
  type CheckVerdict,
  folderVerdict,
  limitVerdicts,
  logVerdicts,
  NOT_CHECKED,
  papersVerdict,
  recountVerdict,
  taxVerdict,
} from '../../evidence/log-verdicts.js';
import { registerVerdict } from '../../evidence/register-verdict.js';
import { openPassport } from '../../guest-register/passport-copies.js';
import type { Config } from '../../platform/config.js';
import { withLongRunningClient } from '../../platform/database.js';
import { UnreadableEventError } from '../../platform/errors.js';
import { eventStoreParts, READ_MODELS, STREAMS } from '../../streams.js';
import { createPaperRecount, papersText } from '../evidence-verifier/paper-recount.mjs';
import { createRecount } from '../evidence-verifier/recount.mjs';
import { createTaxRecount, taxMonthsText } from '../evidence-verifier/tax-recount.mjs';
import { progressLine } from './progress.js';

const MARKS = { ok: '合格  ', bad: '不合格', note: '注意  ', info: '情報  ' };
const MASTERS = STREAMS.filter(({ isReference }) => isReference).map(({ category }) => category);
const FAULTS = {
  missing: 'ログにある行がありません',
  surplus: 'ログにない行があります',
  different: '行がログと異なります',
};

/** Subject of a verification; `restoredTo` is the last position of a log just restored from a backup. */
type VerifiedHotel = Pick<Config, 'evidenceDir' | 'checkpointCopyDir'> & {
  databaseUrl: string;
  restoredTo: number | null;
};

/** Verifies log, checkpoints and read models and prints a line for each check; returns whether all passed. */
export async function verifyHotel(hotel: VerifiedHotel): Promise<boolean> {
  const { verdicts, limits, isIntact } = await checkLog(hotel);
  const isLogGood = print(verdicts);
  const areTablesGood = print(await checkReadModels(hotel, isIntact));
  const isGood = isLogGood && areTablesGood;
  print(limits);
  console.log(isGood ? '判定: 合格' : '判定: 不合格');
  return isGood;
}

function print(verdicts: CheckVerdict[]): boolean {
  for (const { state, title, text } of verdicts) console.log(`${MARKS[state]} ${title}: ${text}`);
  return verdicts.every(({ state }) => state !== 'bad');
}

/** Looks at what protects the log, and compares it with itself, its head and the checkpoints of the evidence folder. */
function checkLog({ databaseUrl, evidenceDir, checkpointCopyDir, restoredTo }: VerifiedHotel) {
  return withLongRunningClient(databaseUrl, async (client) => {
    // Before the folder is read: a node may sign meanwhile.
    const known = await knownEnds(client);
    const { checkpoints, verdict } = await folderVerdict(evidenceDir, known);
    const all = checkpoints.map(markOf);
    const marks = all.filter(({ position }) => restoredTo === null || position <= restoredTo);
    const recount = createRecount();
    const taxes = createTaxRecount();
    const issued = createPaperRecount();
    const visit = ({ staffId, recordedAt, ...row }: LinkedRow) => {
      recount.add({ ...row, staff_id: staffId, recorded_at: recordedAt });
      taxes.add(row);
      issued.add(row);
    };
    const verified = await verifyLog(client, { marks, visit, progress: progressLine('検証中') });
    const papers = issued.end();
    return {
      verdicts: [
        await guardVerdict(client, MASTERS),
        await accessVerdict(client),
        await registerVerdict(client, openPassport),
        verdict,
        ...(await copyVerdicts(evidenceDir, checkpointCopyDir)),
        ...logVerdicts(verified),
        recountVerdict(verified, recount),
        taxVerdict(verified, taxes.faults, taxMonthsText(taxes.months())),
        papersVerdict(verified, papers.faults, papersText(papers)),
        ...verdictOnLost(all.length - marks.length),
      ],
      limits: limitVerdicts(verified, checkpoints, checkpointCopyDir !== null),
      isIntact: verified.fault === null,
    };
  });
}

function verdictOnLost(checkpoints: number): CheckVerdict[] {
  if (checkpoints === 0) return [];
  const title = '新しい記録';
  const text = `バックアップより後に署名されたチェックポイントが ${checkpoints} 件あります。その間の記録は復元されていません。このままサーバーを起動すると改ざんとして知らされるため、EVIDENCE_DIR に新しいフォルダーを指定してください。`;
  return [{ state: 'note', title, text }];
}

/** Compares the read models with those rebuilt from the log; of a log that is bad itself none can be rebuilt. */
async function checkReadModels({ databaseUrl }: VerifiedHotel, isIntact: boolean): Promise<CheckVerdict[]> {
  const title = '表';
  if (!isIntact) return [{ state: 'note', title, text: NOT_CHECKED }];
  const line = progressLine('照合中');
  try {
    const { position, fault } = await verifyReadModels(
      databaseUrl,
      eventStoreParts(),
      READ_MODELS,
      ({ phase, done, head }) => phase === 'replaying' && line(done, head),
    );
    if (!fault) {
      const text = `位置 ${countText(position)} のログと一致しています。`;
      return [{ state: 'ok', title, text }];
    }
    const { table, key, kind, rows } = fault;
    const text = `${table} の ${key}: ${FAULTS[kind]} (この表で ${rows} 行)。npm run rebuild で作り直せます。`;
    return [{ state: 'bad', title, text }];
  } catch (error) {
    if (!(error instanceof UnreadableEventError)) throw error;
    const position = countText(error.position);
    return [{ state: 'bad', title, text: `記録番号 ${position} を読み取れません (${error.message})。` }];
  }
}
