type Fields = Record<string, string | number | boolean | null | undefined>;

function write(level: 'info' | 'warn' | 'error', fields: Fields, message: string): void {
  const line = JSON.stringify({ time: new Date().toISOString(), level, message, ...fields });
  (level === 'info' ? process.stdout : process.stderr).write(`${line}\n`);
}

/** One JSON line for each message. Fields never hold personal data. */
export const logger = {
  info: (fields: Fields, message: string) => write('info', fields, message),
  warn: (fields: Fields, message: string) => write('warn', fields, message),
  error: (fields: Fields, message: string) => write('error', fields, message),
};
