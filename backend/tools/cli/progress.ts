import type { RestoreProgress } from '../../backup/restore-backup.js';
import type { RebuildProgress } from '../../event-store/rebuild/rebuild-context.js';

const PHASES = {
  indexing: '索引を作成しています…',
  checking: 'ログと照合しています…',
  swapping: '新しい表に入れ替えています…',
  waiting: '読み取り中の処理が終わるのを待っています…',
};

type ProgressLine = (done: number, total: number) => void;

/** Prints once a second how far a command has come, its rate and the time left. */
export function progressLine(title: string, from = 0): ProgressLine {
  const started = performance.now();
  let printed = started;
  return (done, total) => {
    const now = performance.now();
    if (done < total && now - printed < 1_000) return;
    printed = now;
    const rate = (done - from) / ((now - started) / 1000);
    const left = Math.ceil((total - done) / Math.max(rate, 1));
    const percent = Math.floor((done / Math.max(total, 1)) * 100);
    console.log(
      `${title}: ${percent}% ${done} / ${total} 件 (毎秒 ${Math.round(rate)} 件、残り約 ${left} 秒)`,
    );
  };
}

/** Prints how far a rebuild has come. */
export function rebuildProgress(): RebuildProgress {
  let line: ProgressLine | null = null;
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

/** Prints how far a restore has come, table by table. */
export function tableProgress(): RestoreProgress {
  let current = { table: '', print: progressLine('') };
  return (table, rows, total) => {
    if (current.table !== table) current = { table, print: progressLine(`復元中 ${table}`) };
    current.print(rows, total);
  };
}
