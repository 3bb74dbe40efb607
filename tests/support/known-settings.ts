import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../backend/platform/config.js';

/** An environment with its secrets and folders here. */
function readable(environment: Record<string, string>, folder: string): Record<string, string> {
  const secret = join(folder, 'secret');
  writeFileSync(secret, 'a secret of the tests that is long enough for anything');
  const here = (name: string, value: string) => {
    if (name.endsWith('_FILE')) return secret;
    return name === 'CSV_DROP_DIR' ? folder : value;
  };
  return Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, here(name, value)]));
}

/** The settings of an environment that the product does not ask for; throws when it does not start with them. */
export function unknownSettings(environment: Record<string, string>): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'hotel-settings-test-'));
  const asked = new Set<string>();
  const env = new Proxy(readable(environment, folder), {
    get(values, name) {
      asked.add(String(name));
      return values[String(name)];
    },
  });
  try {
    readConfig(env);
    return Object.keys(environment).filter((name) => !asked.has(name));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
