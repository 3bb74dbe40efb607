import type { RebuildProgress } from '../event-store/rebuild/rebuild-context.js';
import { progressLine } from './progress-line.js';

const PHASES = {
  indexing: '索引を作成しています…',
  checking: 'ログと照合しています…',
  swapping: '新しい表に入れ替えています…',
  waiting: '読み取り中の処理が終わるのを待っています…',
};

/** Prints how far a rebuild has come. */
export function rebuildLines(): RebuildProgress {
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
