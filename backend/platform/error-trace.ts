type Named = { code?: unknown; constraint?: unknown };

/** The name and the places of an error for the log, without its message, which may quote what somebody typed. */
export function traceOf(thrown: unknown): string {
  const error = thrown instanceof Error ? thrown : new Error();
  const { code, constraint } = error as Named;
  const known = [code, constraint].filter((part) => typeof part === 'string');
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return [[error.name, ...known].join(' '), ...frames].join('\n');
}
