import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('.', import.meta.url));

/** Installs what the product is measured beside; where that fails, the measurements say which peers are missing. */
export async function installPeers() {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  try {
    execFileSync(npm, ['ci', '--no-audit', '--no-fund', '--ignore-scripts', '--legacy-peer-deps'], {
      cwd: folder,
      stdio: 'inherit',
    });
  } catch {
    console.error('比較相手を取得できませんでした。製品だけを計測します。');
  }
}
