import { isNativeError } from 'node:util/types';

/** Connection, authorization, catalog name, resources, operator intervention, idle session timeout. */
const SQL_STATES = /^(08|28|3D|53|57P|25P03)/;
/** Query cancelled (`statement_timeout`) and lock not available (`lock_timeout`). */
const TIMEOUTS = ['57014', '55P03'];
const SYSTEM_ERRORS = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
];
const DRIVER_MESSAGES =
  /^(connection (terminated|ended)|timeout (expired|exceeded when)|query read timeout|client (has encountered a connection error|was closed))/i;

/** Whether a database error is about the connection or the server rather than about a statement. */
export function isConnectionError(error: unknown): boolean {
  if (!isNativeError(error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code !== 'string') return DRIVER_MESSAGES.test(error.message);
  return SQL_STATES.test(code) || SYSTEM_ERRORS.includes(code);
}

/** Whether the server cancelled a statement or its wait for a lock after a timeout; the connection stays usable. */
export function isTimeout(error: unknown): boolean {
  return isNativeError(error) && TIMEOUTS.includes((error as { code?: string }).code ?? '');
}

/** Whether a query timed out without any response of the server. */
export function isQueryTimeout(error: Error): boolean {
  return error.message === 'Query read timeout';
}
