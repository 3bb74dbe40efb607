import { resolve } from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { LaunchError } from './launch-error.js';

/** A path as it was typed, meant from where npm was called. */
export function typedPath(path: string): string {
  return resolve(process.env.INIT_CWD ?? process.cwd(), path);
}

/** The one folder that a command is given, and its options; anything else is answered with how to use it. */
export function readFolder<Options extends NonNullable<ParseArgsConfig['options']>>(
  usage: string,
  options: Options,
) {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options });
    const [folder, ...more] = positionals;
    if (folder === undefined || more.length > 0) throw new LaunchError(usage);
    return { folder: typedPath(folder), values };
  } catch (error) {
    throw error instanceof LaunchError ? error : new LaunchError(usage, { cause: error });
  }
}
