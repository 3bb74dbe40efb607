import { readConfig } from '../../backend/platform/config.js';
import { temporaryFolder } from './temporary-file.js';

/** An environment with its secrets and folders here. */
function readable(
  environment: Record<string, string>,
  folder: string,
  secret: string,
): Record<string, string> {
  const here = (name: string, value: string) => {
    if (name.endsWith('_FILE')) return secret;
    return name === 'CSV_DROP_DIR' ? folder : value;
  };
  return Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, here(name, value)]));
}

/** The settings of an environment that the product does not ask for; throws when it does not start with them. */
export function unknownSettings(environment: Record<string, string>): string[] {
  const folder = temporaryFolder();
  const secret = folder.write('a secret of the tests that is long enough for anything');
  const asked = new Set<string>();
  const env = new Proxy(readable(environment, folder.path, secret), {
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
