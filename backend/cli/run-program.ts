import { RebuildError } from '../event-store/rebuild/rebuild-error.js';
import { ConfigError } from '../platform/config.js';
import { UnreadableEventError } from '../platform/errors.js';
import { MigrationError } from '../platform/migrate.js';
import { codeOf, LaunchError } from './launch-error.js';

const NOT_PERMITTED = '42501';

/** Runs one of the product's programs to its end; what stops it is one readable line where it can be. */
export function runProgram(run: () => Promise<void>): void {
  run().catch((error: unknown) => {
    console.error(explain(error));
    process.exitCode = 1;
  });
}

function explain(error: unknown): unknown {
  const isReadable = [ConfigError, LaunchError, MigrationError, RebuildError].some(
    (kind) => error instanceof kind,
  );
  if (isReadable) return (error as Error).message;
  if (error instanceof UnreadableEventError) return `${error.text} (${error.message})`;
  if (codeOf(error) !== NOT_PERMITTED) return error;
  return 'この操作は表の所有者にだけ許されています。DATABASE_URL に所有者のユーザーを指定してください。';
}
