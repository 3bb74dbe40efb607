import { isUnavailable } from './errors.js';

type Named = { code?: unknown; constraint?: unknown };

/**
 * The log entry of an error: the message when the database was unavailable, else the name and the stack without the
 * message, which may quote user input.
 */
export function traceOf(thrown: unknown): string {
  const error = thrown instanceof Error ? thrown : new Error();
  if (isUnavailable(error)) return error.message;
  const { code, constraint } = error as Named;
  const known = [code, constraint].filter((part) => typeof part === 'string');
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return [[error.name, ...known].join(' '), ...frames].join('\n');
}
