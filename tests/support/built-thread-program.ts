import { join } from 'node:path';

/** The file of a thread's program as it was built, for tests of the sources. */
export const threadProgram = (name: string): string => join(process.cwd(), 'dist/backend', `${name}.js`);
