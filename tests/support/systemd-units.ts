import { readdirSync, readFileSync } from 'node:fs';

const FOLDER = '.debian/systemd';
const SECRETS = '/etc/hotel/secrets/';

/** A unit of systemd: what it runs, and with which settings; secrets lie where Compose puts them. */
export type Unit = { name: string; command: string; environment: Record<string, string>; text: string };

/** The names of all units. */
export const unitNames = (): string[] => readdirSync(FOLDER).sort();

/** The values that a unit gives a key, in order. */
export const valuesOf = (text: string, key: string): string[] =>
  [...text.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value);

/** Reads a service, and of a template one instance, as systemd does: `%i` is the instance, `%d` the folder of credentials. */
export function readUnit(name: string, instance = ''): Unit {
  const text = readFileSync(`${FOLDER}/${name}`, 'utf8').replaceAll('%i', instance);
  const credentials = new Map(
    valuesOf(text, 'LoadCredential').map((line) => line.split(':') as [string, string]),
  );
  const pairs = valuesOf(text, 'Environment').flatMap((line) => line.split(' '));
  const environment = Object.fromEntries(
    pairs.map((pair) => {
      const [key = '', value = ''] = pair.split(/=(.*)/s);
      const credential = credentials.get(value.replace(/^%d\//, ''));
      return [key, credential?.replace(SECRETS, '/run/secrets/') ?? value];
    }),
  );
  return { name, command: valuesOf(text, 'ExecStart')[0] ?? '', environment, text };
}
