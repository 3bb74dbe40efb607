import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BrowserLaunch, startBrowser } from './browser-launch.js';
import { type Candidate, introduce, newestBrowser } from './newest-browser.js';
import { shippedChromium } from './shipped-chromium.js';

const cacheFolder = fileURLToPath(new URL('../../../.cache/', import.meta.url));
const INSTALL_TIMEOUT_MS = 300_000;

/** CHROMIUM_PATH, else the newest browser of this machine that really starts, else a downloaded one; says which. */
export async function findBrowser(): Promise<BrowserLaunch> {
  if (process.env.TEST_BROWSER) return JSON.parse(process.env.TEST_BROWSER);
  const failures: string[] = [];
  for (const candidates of choices()) {
    const { found, ...tried } = await newestBrowser(candidates, startBrowser);
    failures.push(...tried.failures);
    if (!found) continue;
    console.log(introduce(found));
    process.env.TEST_BROWSER = JSON.stringify(found.launch); // For Playwright's workers, which read the settings again.
    return found.launch;
  }
  throw new Error(
    `Chromium が見つかりません。CHROMIUM_PATH で実行ファイルを指定してください。\n${failures.join('\n')}`,
  );
}

function choices(): Candidate[][] {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH) return [[{ name: 'CHROMIUM_PATH', launch: () => ({ executablePath: CHROMIUM_PATH }) }]];
  const ofThisMachine = [
    { name: 'Playwright', launch: () => ({}) },
    { name: '@sparticuz/chromium', launch: () => shippedChromium(cacheFolder) },
    ...installedChromiums().map((path) => ({ name: path, launch: () => ({ executablePath: path }) })),
    ...['chrome', 'msedge'].map((channel) => ({ name: channel, launch: () => ({ channel }) })),
  ];
  return [ofThisMachine, [{ name: 'playwright install', launch: installChromium }]];
}

function installedChromiums(): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return ['chromium', 'chromium-browser'].flatMap((name) =>
    folders.map((folder) => join(folder, name)).filter((path) => existsSync(path)),
  );
}

function installChromium(): BrowserLaunch {
  const cli = createRequire(import.meta.url).resolve('@playwright/test/cli');
  execFileSync(process.execPath, [cli, 'install', 'chromium'], {
    stdio: 'pipe',
    timeout: INSTALL_TIMEOUT_MS,
  });
  return {};
}
