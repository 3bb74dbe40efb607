import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { inProject } from './paths.mjs';
import { runStep } from './run-step.mjs';
import { readStamp, stampOf } from './stamp.mjs';

const settings = ['package-lock.json', 'tsconfig.json'];

/** Compiles backend and migrations into dist/backend and dist/migrations when their sources changed. */
export async function buildServer() {
  await build({
    title: 'サーバーのビルド',
    sources: ['backend', 'migrations', '.swcrc', 'nest-cli.json', ...settings],
    outputs: ['dist/backend', 'dist/migrations'],
    stampFile: 'dist/.server-stamp',
    args: ['node_modules/@nestjs/cli/bin/nest.js', 'build'],
  });
}

/** Bundles the screens into dist/ui when their sources changed. */
export async function buildUi() {
  await build({
    title: '画面のビルド',
    sources: ['frontend', 'backend/domain', 'backend/wire', ...settings],
    outputs: ['dist/ui'],
    stampFile: 'dist/.ui-stamp',
    args: ['node_modules/vite/bin/vite.js', 'build', '--config', 'frontend/vite.config.ts'],
  });
}

async function build({ title, sources, outputs, stampFile, args }) {
  const stamp = stampOf(sources);
  if (readStamp(stampFile) === stamp && outputs.every((path) => existsSync(inProject(path)))) return;
  for (const path of [stampFile, ...outputs]) rmSync(inProject(path), { recursive: true, force: true });
  await runStep(title, args);
  mkdirSync(inProject('dist'), { recursive: true });
  writeFileSync(inProject(stampFile), stamp);
}
