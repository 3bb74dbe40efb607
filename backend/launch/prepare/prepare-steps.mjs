import { buildServer, buildUi } from './build.mjs';
import { installPackages } from './install.mjs';
import { withLock } from './lock.mjs';
import { StepError } from './run-step.mjs';

const purposes = {
  start: [installPackages, buildServer, buildUi],
  test: [installPackages, buildServer, buildUi],
  dev: [installPackages, buildServer],
};

/** Brings packages and build outputs up to date for one purpose (start, test or dev); exits with one clear line on failure. */
export async function prepare(purpose) {
  const steps = purposes[purpose];
  try {
    if (!steps)
      throw new StepError(`prepare.mjs の引数は ${Object.keys(purposes).join(', ')} のいずれかです。`);
    await withLock(async () => {
      for (const step of steps) await step();
    });
  } catch (error) {
    console.error(explain(error));
    process.exit(1);
  }
}

function explain(error) {
  if (error instanceof StepError) return error.message;
  if (error.code === 'ENOSPC')
    return 'ディスクの空き容量が足りません。空きを作ってから、もう一度実行してください。';
  if (error.code === 'EACCES' || error.code === 'EPERM' || error.code === 'EROFS') {
    return `${error.path ?? process.cwd()} に書き込めません。フォルダーの権限を確認してください。`;
  }
  return error.stack;
}
