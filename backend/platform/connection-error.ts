const CONNECTION_CLASSES = /^(08|53|57)/;
const GAVE_UP_WAITING = ['25P03', '55P03'];

/** Whether a database error is about the connection or the server rather than about a statement. */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code !== 'string') {
    return /^(Connection terminated|connection ended|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/i.test(
      error.message,
    );
  }
  return (
    CONNECTION_CLASSES.test(code) ||
    GAVE_UP_WAITING.includes(code) ||
    ['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND', 'EHOSTUNREACH'].includes(code)
  );
}
