import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { expect, jest, test } from '@jest/globals';
import { createTestDatabase } from '#tests/support/database.js';
import { LONG_MS } from '#tests/support/limits.js';
import { temporaryFolder } from '#tests/support/temporary-file.js';

// The product is copied with its packages, and started as a process.
jest.setTimeout(LONG_MS);

const COPIED = /^COPY --from=build \/product\/(\S+) /gm;
const START = 'dist/backend/cli/start.js';

test('the server runs with the packages that the image has, and no others', async () => {
  const dockerfile = readFileSync('.container/Dockerfile', 'utf8');
  const copied = [...dockerfile.matchAll(COPIED)].map(([, path = '']) => path);
  const [image, database] = [temporaryFolder(), await createTestDatabase()];
  for (const path of ['package.json', ...copied])
    cpSync(path, image.pathOf(path), { recursive: true, verbatimSymlinks: true });
  const { PATH } = process.env;
  const settings = { PORT: '0', SAMPLE_DATA: '0', EVIDENCE_DIR: image.pathOf('evidence') };
  const server = spawn(process.execPath, [START], {
    cwd: image.path,
    env: { PATH, DATABASE_URL: database.url, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(server, 'close');
  let url: string | undefined;
  for await (const line of createInterface(server.stdout)) {
    url = /http:\/\/\S+/.exec(line)?.[0];
    if (url) break;
  }
  expect((await fetch(`${url}/api/hotel`)).status).toBe(200);
  const { build } = (await (await fetch(`${url}/health/live`)).json()) as { build: string };
  expect(build).toMatch(/^[0-9a-f]{12}$/);
  expect((await fetch(`${url}/`)).headers.get('content-type')).toContain('text/html');
  // Read when somebody chooses a password.
  expect(createRequire(image.pathOf(START)).resolve('popular-passwords')).toContain(image.path);
  server.stdout.resume();
  server.kill('SIGTERM');
  await ended;
  await database.drop();
  image.remove();
});
