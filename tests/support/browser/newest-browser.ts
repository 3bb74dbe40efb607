import type { BrowserLaunch } from './browser-launch.js';

/** A browser that may be on this machine. */
export type Candidate = { name: string; launch(): BrowserLaunch };

/** A browser that started. */
type Found = { name: string; version: string; launch: BrowserLaunch };

/** The stable Chrome of November 2025: nothing older was supported in the year to November 2026. */
const OLDEST_SUPPORTED_MAJOR = 142;

/** Starts each; answers with the newest of those that start, the first of equal ones, and with why others did not. */
export async function newestBrowser(
  candidates: readonly Candidate[],
  start: (launch: BrowserLaunch) => Promise<string>,
): Promise<{ found: Found | null; failures: string[] }> {
  let found: Found | null = null;
  const failures: string[] = [];
  for (const { name, launch: prepare } of candidates) {
    try {
      const launch = prepare();
      const version = await start(launch);
      if (!found || isNewer(version, found.version)) found = { name, version, launch };
    } catch (error) {
      failures.push(`${name}: ${error instanceof Error ? error.message.split('\n')[0] : error}`);
    }
  }
  return { found, failures };
}

/** Describes a run's browser; one that is too old for what staff use is told as such. */
export function introduce({ name, version }: Pick<Found, 'name' | 'version'>): string {
  const line = `ブラウザー: Chromium ${version} (${name})`;
  if (Number.parseInt(version, 10) >= OLDEST_SUPPORTED_MAJOR) return line;
  return `${line}\n警告: この 1 年にサポートされていた最も古い版 (${OLDEST_SUPPORTED_MAJOR}) より古いブラウザーです。`;
}

function isNewer(version: string, than: string): boolean {
  return version.localeCompare(than, 'en', { numeric: true }) > 0;
}
