// `npm run build`: server and screens, with the stamps by which other commands know that they need not build again.
import { buildServer, buildUi } from './prepare.mjs';

try {
  buildServer({ anew: true });
  buildUi({ anew: true });
} catch ({ message }) {
  console.error(message);
  process.exitCode = 1;
}
