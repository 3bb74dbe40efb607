import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BrowserLaunch, tryBrowser } from './browser-launch.js';
import { shippedChromium } from './shipped-chromium.js';

type Candidate = { name: string; launch(): BrowserLaunch };

const cacheFolder = fileURLToPath(new URL('../../../.cache/', import.meta.url));
const remembered = join(cacheFolder, 'browser.json');
const INSTALL_TIMEOUT_MS = 300_000;

/** A browser that was seen to work here: the one remembered from last time, else the first that really starts. */
export async function findBrowser(): Promise<BrowserLaunch> {
  if (process.env.TEST_BROWSER) return JSON.parse(process.env.TEST_BROWSER);
  const launch = await search();
  mkdirSync(cacheFolder, { recursive: true });
  writeFileSync(remembered, JSON.stringify(launch));
  process.env.TEST_BROWSER = JSON.stringify(launch); // For Playwright's workers, which read the settings again.
  return launch;
}

async function search(): Promise<BrowserLaunch> {
  const failures: string[] = [];
  for (const { name, launch } of candidates()) {
    try {
      const failure = await tryBrowser(launch());
      if (failure === null) return launch();
      failures.push(`${name}: ${failure}`);
    } catch (error) {
      failures.push(`${name}: ${error instanceof Error ? error.message : error}`);
    }
  }
  throw new Error(
    `Chromium が見つかりません。CHROMIUM_PATH で実行ファイルを指定してください。\n${failures.join('\n')}`,
  );
}

function candidates(): Candidate[] {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH) return [{ name: 'CHROMIUM_PATH', launch: () => ({ executablePath: CHROMIUM_PATH }) }];
  const fromLastTime = { name: 'remembered', launch: () => JSON.parse(readFileSync(remembered, 'utf8')) };
  return [
    ...(existsSync(remembered) ? [fromLastTime] : []),
    { name: 'Playwright', launch: () => ({}) },
    { name: '@sparticuz/chromium', launch: () => shippedChromium(cacheFolder) },
    ...installedChromiums().map((path) => ({ name: path, launch: () => ({ executablePath: path }) })),
    ...['chrome', 'msedge'].map((channel) => ({ name: channel, launch: () => ({ channel }) })),
    { name: 'playwright install', launch: installChromium },
  ];
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
