import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import type { WeatherRecord } from '@wire/weather-record.js';
import { apiClient } from '../support/api-client.js';
import { launchIn, spawnServer } from '../support/server.js';
import { SUPPORTED_LINES } from '../support/supported-lines.mjs';
import { fault, type World } from './harness.js';

const PACKAGE = `node-${process.platform}-${process.arch}`;
const LINE = SUPPORTED_LINES.find(({ name, use }) => name === 'Node.js' && use === 'recommended')?.line ?? '';
const npm = process.env.npm_execpath ?? '';

/** The newest Node of the recommended line, as npm's own package has it. */
function newestNode(folder: string): string {
  writeFileSync(join(folder, 'package.json'), '{}');
  execFileSync(process.execPath, [npm, 'install', '--no-save', '--loglevel=error', `${PACKAGE}@${LINE}`], {
    cwd: folder,
  });
  return join(folder, 'node_modules', PACKAGE, 'bin/node');
}

/** The product is built by it, migrated, serves, signs and is verified. */
async function runOn(world: World): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'hotel-newest-node-'));
  world.later(() => rmSync(folder, { recursive: true }));
  const node = newestNode(folder);
  const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
  expect(version).toMatch(new RegExp(`^v${LINE}\\.`));
  console.log(`the product runs on Node ${version}`);
  const build = `dist/server-newest-node.unfinished`;
  world.later(() => rmSync(build, { recursive: true, force: true }));
  const built = spawnSync(node, ['backend/tools/cli/build-server.mjs', build], { encoding: 'utf8' });
  expect([built.status, built.stderr]).toEqual([0, '']);
  const DATABASE_URL = await world.database();
  const env = { PORT: '0', DATABASE_URL, SAMPLE_DATA: '1', EVIDENCE_DIR: join(folder, 'evidence') };
  const programs = { node, cli: join(build, 'backend/cli') };
  const server = await spawnServer(env, process.cwd(), programs);
  const api = apiClient(server.url);
  const day = { date: '2096-02-01', weather: '雪' };
  expect((await api.post('/api/weather', day)).status).toBe(201);
  const { body } = await api.get<WeatherRecord[]>('/api/weather?start_date=2096-02-01&end_date=2096-02-01');
  expect(body).toMatchObject([day]);
  expect((await fetch(server.url)).headers.get('content-type')).toContain('text/html');
  await server.close();
  expect(server.process.exitCode).toBe(0);
  for (const command of ['checkpoint', 'verify', 'rebuild']) {
    const run = launchIn(process.cwd(), env, command, programs);
    expect([command, await run.ended, run.output()]).toEqual([command, 0, expect.any(String)]);
  }
}

const blocked = npm === '' ? 'it is started without npm, which brings the other Node' : null;

fault('newest-node', `the product on the newest Node ${LINE}`, runOn, blocked);
