import { defineConfig } from '@playwright/test';
import { launchOptions } from '../support/browser/browser-launch.js';
import { findBrowser } from '../support/browser/find-browser.js';

export default defineConfig({
  testDir: '.',
  outputDir: '../../.cache/e2e-results',
  globalSetup: '../support/browser/playwright-setup.mjs',
  workers: 2,
  retries: 1, // A test that passes only the second time is told as flaky, by name.
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    viewport: { width: 1440, height: 900 },
    trace: 'off', // Costs more than the tests themselves; `--trace on` when one is wanted.
    screenshot: 'only-on-failure',
    launchOptions: launchOptions(await findBrowser()),
  },
});
