import { defineConfig } from '@playwright/test';
import { launchOptions } from '../support/browser/browser-launch.js';
import { findBrowser } from '../support/browser/find-browser.js';

export default defineConfig({
  testDir: '.',
  // What `npm test` leaves to `npm run faults`.
  testIgnore: process.env.FAULTS_LENGTH ? [] : '**/long/**',
  outputDir: '../../.cache/e2e-results',
  globalSetup: '../support/browser/playwright-setup.mjs',
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  // No test says how fast a machine must be: these only end what hangs.
  timeout: 180_000,
  expect: { timeout: 30_000 },
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
