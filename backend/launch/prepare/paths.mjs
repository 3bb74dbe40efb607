import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's top folder, wherever the command was called from. */
export const projectRoot = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');

/** A path inside the project. */
export const inProject = (...parts) => resolve(projectRoot, ...parts);
