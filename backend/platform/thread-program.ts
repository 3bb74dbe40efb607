import { fileURLToPath } from 'node:url';

/** The file of a program for a thread, by its path within the server's folder without extension. */
export const threadProgram = (name: string): string =>
  fileURLToPath(new URL(`../${name}.js`, import.meta.url));
