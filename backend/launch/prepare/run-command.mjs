import { pathToFileURL } from 'node:url';
import { buildServer, buildUi } from './build.mjs';
import { endWithNpm } from './end-with-npm.mjs';
import { installPackages } from './install.mjs';
import { withLock } from './lock.mjs';
import { inProject } from './paths.mjs';
import { StepError } from './run-step.mjs';

const commands = {
  start: { steps: [installPackages, buildServer, buildUi], program: 'dist/backend/launch/start.js' },
  test: { steps: [installPackages, buildServer, buildUi], program: 'tests/run.mjs' },
  bench: { steps: [installPackages, buildServer, buildUi], program: 'tests/bench/run.mjs' },
  faults: { steps: [installPackages, buildServer, buildUi], program: 'tests/faults/run.mjs' },
  dev: { steps: [installPackages, buildServer], program: 'backend/launch/dev.mjs' },
  rebuild: { steps: [installPackages, buildServer], program: 'dist/backend/launch/rebuild.js' },
  verify: { steps: [installPackages, buildServer], program: 'dist/backend/launch/verify.js' },
  checkpoint: { steps: [installPackages, buildServer], program: 'dist/backend/launch/checkpoint.js' },
  'admin-code': { steps: [installPackages, buildServer], program: 'dist/backend/launch/admin-code.js' },
  backup: { steps: [installPackages, buildServer], program: 'dist/backend/launch/backup.js' },
  restore: { steps: [installPackages, buildServer], program: 'dist/backend/launch/restore.js' },
  'restore-keys': { steps: [installPackages, buildServer], program: 'dist/backend/launch/restore-keys.js' },
  migrate: { steps: [installPackages, buildServer], program: 'dist/backend/launch/migrate.js' },
  'import-csv': { steps: [installPackages, buildServer], program: 'dist/backend/launch/import-csv.js' },
};

/** Brings packages and builds up to date, then runs a command in this process; one clear line when that fails. */
export async function runCommand(name) {
  endWithNpm();
  try {
    const command = commands[name];
    if (!command) throw new StepError(`使えるコマンドは ${Object.keys(commands).join(', ')} です。`);
    await withLock(async () => {
      for (const step of command.steps) await step();
    });
    await import(pathToFileURL(inProject(command.program)).href);
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
