// `npm run build`: server and screens, with the stamps by which other commands know that they need not build again.
import { rmSync } from 'node:fs';
import { buildServer, buildUi } from './prepare.mjs';

for (const output of ['dist/backend', 'dist/ui']) rmSync(`${output}/.stamp`, { force: true });
try {
  buildServer();
  buildUi();
} catch ({ message }) {
  console.error(message);
  process.exitCode = 1;
}
