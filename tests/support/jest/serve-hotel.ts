import { once } from 'node:events';
import { serveRestartable } from '#tests/e2e/support/restartable-server.js';

// Serves the sample hotel until whoever asked for it is gone.
await serveRestartable({}, async ({ url }) => {
  const ended = once(process, 'disconnect');
  process.send?.(url);
  await ended;
});
