import { multistream, pino, stdTimeFunctions } from 'pino';

type Fields = Record<string, string | number | boolean | null | undefined>;
type Log = (fields: Fields, message: string) => void;

/** One JSON line for each message; warnings and errors go to stderr. Fields never hold personal data. */
export const logger: Record<'info' | 'warn' | 'error', Log> = pino(
  {
    base: null,
    messageKey: 'message',
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (level) => ({ level }) },
  },
  multistream(
    [
      { level: 'info', stream: process.stdout },
      { level: 'warn', stream: process.stderr },
    ],
    { dedupe: true },
  ),
);
