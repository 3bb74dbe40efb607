import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Relative to the sources, and to a build of the server in a folder of `dist`. */
const PLACES = ['../../package.json', '../../../../package.json'];
const BUILD = /\/dist\/server-([0-9a-f]+)/;

function readVersion(): string {
  const file = PLACES.map((place) => fileURLToPath(new URL(place, import.meta.url))).find(existsSync);
  return file ? JSON.parse(readFileSync(file, 'utf8')).version : '';
}

const version = readVersion();

/**
 * The version of the product, as package.json has it: the API's, the number of the newest migration, and how many releases
 * there were with both (CHANGELOG.md).
 */
export const productVersion = (): string => version;

/** Tells two builds of one version apart: by their sources; `sources` where none was built. */
export const productBuild = (): string => BUILD.exec(import.meta.url)?.[1] ?? 'sources';
