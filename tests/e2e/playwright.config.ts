import { defineConfig } from '@playwright/test';
import { launchOptions } from '../support/browser/browser-launch.js';
import { findBrowser } from '../support/browser/find-browser.js';
import { chooseClock } from '../support/clock/chosen-clock.mjs';
import '../support/clock/shift-date.cjs';

chooseClock();

const SIGN_IN = '**/sign-in.spec.ts';
/** Specs that `npm test` leaves to `npm run faults`, which runs nothing else. */
const LONG = /@long/;

export default defineConfig({
  testDir: '.',
  // Its hotel with sign-in is a worker's own: first, so that at the end no worker waits for it.
  projects: [
    { name: 'sign-in', testMatch: SIGN_IN },
    { name: 'screens', testIgnore: SIGN_IN },
  ],
  ...(process.env.FAULTS_LENGTH ? { grep: LONG } : { grepInvert: LONG }),
  outputDir: '../../.cache/e2e-results',
  globalSetup: '../support/browser/playwright-setup.mjs',
  // One where a run decides alone: two browsers and servers beside each other on two cores make waits long.
  workers: process.env.CI ? 1 : 2,
  forbidOnly: Boolean(process.env.CI),
  // Each wait fails within 15 s and says what it last saw; the limit of a whole journey only ends what hangs.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    viewport: { width: 1440, height: 900 },
    actionTimeout: 15_000,
    navigationTimeout: 15_000,
    trace: 'off', // Costs more than the tests themselves; `--trace on` when one is wanted.
    screenshot: 'only-on-failure',
    launchOptions: launchOptions(await findBrowser()),
  },
});
