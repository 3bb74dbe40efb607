import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { inProject } from './paths.mjs';

/** A hash over the contents of files and folders of the project, whatever their times say. */
export function stampOf(paths) {
  const hash = createHash('sha256').update(process.version);
  for (const path of paths) addTo(hash, path);
  return hash.digest('hex');
}

function addTo(hash, path) {
  if (statSync(inProject(path)).isDirectory()) {
    for (const name of readdirSync(inProject(path)).sort()) addTo(hash, join(path, name));
  } else {
    hash.update(`\0${path}\0`).update(readFileSync(inProject(path)));
  }
}

/** The stamp that an earlier build left behind, or null. */
export function readStamp(path) {
  try {
    return readFileSync(inProject(path), 'utf8');
  } catch {
    return null;
  }
}
