import { spawn } from 'node:child_process';
import { projectRoot } from './paths.mjs';

/** A failure whose message is fit to be shown as it is. */
export class StepError extends Error {}

const KEPT_OUTPUT = 20_000;
const PROGRESS_EVERY_MS = 10_000;

const causes = [
  [
    /ENOSPC|no space left on device/i,
    'ディスクの空き容量が足りません。空きを作ってから、もう一度実行してください。',
  ],
  [/EACCES|EPERM|EROFS/, 'ファイルに書き込めません。フォルダーの権限(所有者)を確認してください。'],
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ECONNRESET/,
    'パッケージの配布元に接続できません。ネットワークを確認してください。',
  ],
];

/** Runs a Node script with a progress line every ten seconds; its output is shown only when it fails. */
export async function runStep(title, args, env = process.env) {
  const started = Date.now();
  const seconds = () => ((Date.now() - started) / 1000).toFixed(1);
  console.log(`${title}…`);
  const progress = setInterval(() => console.log(`  … ${seconds()} 秒`), PROGRESS_EVERY_MS);
  const child = spawn(process.execPath, args, { cwd: projectRoot, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const keep = (chunk) => {
    output = (output + chunk).slice(-KEPT_OUTPUT);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const ended = await new Promise((done, failed) => {
    child.on('error', failed);
    child.on('close', (code, signal) => done(signal ?? code));
  }).finally(() => clearInterval(progress));
  if (ended !== 0) {
    const cause = causes.find(([pattern]) => pattern.test(output))?.[1];
    throw new StepError(
      `${output.trimEnd()}\n\n${title}に失敗しました(${ended})。${cause ?? '上の出力を確認してください。'}`,
    );
  }
  console.log(`  完了 (${seconds()} 秒)`);
}
