import { readConfig } from '#backend/platform/config.js';
import { temporaryFolder } from './temporary-file.js';

/** The settings of an environment that the product does not ask for; throws when it does not start with them. */
export function unknownSettings(environment: Record<string, string>): string[] {
  const folder = temporaryFolder();
  const secret = folder.write('a secret of the tests that is long enough for anything');
  // Secrets and folders are those of this machine.
  const here = (name: string, value: string) => {
    if (name.endsWith('_FILE')) return secret;
    return name === 'CSV_DROP_DIR' ? folder.path : value;
  };
  const readable = Object.entries(environment).map(([name, value]) => [name, here(name, value)]);
  const asked = new Set<string>();
  const env = new Proxy<Record<string, string>>(Object.fromEntries(readable), {
    get(values, name) {
      asked.add(String(name));
      return values[String(name)];
    },
  });
  try {
    readConfig(env);
    return Object.keys(environment).filter((name) => !asked.has(name));
  } finally {
    folder.remove();
  }
}
