import { defineConfig } from '@playwright/test';
import base from '../e2e/playwright.config.js';

export default defineConfig({ ...base, testDir: '.', testMatch: '*.bench.ts', workers: 1, timeout: 600_000 });
