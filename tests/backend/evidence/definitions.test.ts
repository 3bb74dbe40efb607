import { writeFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { definitionLine, readDefinitions } from '#backend/evidence/definitions.js';
import { MIGRATED } from '#backend/evidence/migrated-definitions.js';
import { withLongRunningClient } from '#backend/platform/database.js';
import { sharedDatabase } from '#tests/support/shared.js';

const database = sharedDatabase();
const file = new URL('../../../backend/evidence/migrated-definitions.ts', import.meta.url);

it('the list of definitions is what the migrations make (UPDATE=1 writes it anew)', async () => {
  const lines = (await withLongRunningClient(database.url, readDefinitions)).map(definitionLine);
  if (process.env.UPDATE) {
    writeFileSync(
      file,
      `/** The definitions that the migrations make, a line each; written by tests/backend/evidence/definitions.test.ts. */
export const MIGRATED: readonly string[] = \`
${lines.join('\n').replace(/[\\`]/g, '\\$&')}
\`
  .trim()
  .split('\\n');
`,
    );
  } else expect(lines).toEqual(MIGRATED);
});
