import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Relative to the sources, and to a build of the server in a folder of `dist`. */
const PLACES = ['../../package.json', '../../../../package.json'];

/** The version of the product, as package.json has it. */
export function productVersion(): string {
  const file = PLACES.map((place) => fileURLToPath(new URL(place, import.meta.url))).find(existsSync);
  return file ? JSON.parse(readFileSync(file, 'utf8')).version : '';
}
