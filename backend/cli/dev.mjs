// `npm run dev`: the database, the server compiled and restarted on every change, the screens with hot reload.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { buildServer, compile, sourceFolders } from './build-server.mjs';
import { endWithNpm } from './end-with-npm.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const fromServer = (file) => import(`../../dist/backend/${file}`);
const SERVER = ['--watch', '--watch-preserve-output', 'dist/backend/cli/start.js'];

async function main() {
  endWithNpm();
  await buildServer();
  const { readConfig } = await fromServer('platform/config.js');
  const { openDatabase } = await fromServer('cli/open-database.js');
  const { findFreePort, requireFreePort } = await fromServer('embedded-postgres/free-port.js');
  const config = readConfig(process.env);
  const { host, port } = config;
  await requireFreePort(host, port);
  const database = await openDatabase(config, console.log);
  const api = { HOST: '127.0.0.1', PORT: String(await findFreePort()), DATABASE_URL: database.url };
  const env = { ...process.env, ...api, SAMPLE_DATA: config.sampleData ? '1' : '0' };
  const server = spawn(process.execPath, SERVER, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] });
  const stopped = new Promise((done) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, done);
    server.once('close', done);
  });
  process.env.API_URL = `http://${api.HOST}:${api.PORT}`; // Read by vite.config.ts.
  const configFile = resolve(root, 'frontend/vite.config.ts');
  const screens = await createServer({ configFile, server: { host, port } });
  screens.watcher.add(sourceFolders).on('all', (_, path) => recompile(relative(root, path)));
  await screens.listen();
  console.log(`開発用の画面: http://${host}:${port}`);
  await stopped;
  server.kill('SIGTERM');
  if (server.exitCode === null && server.signalCode === null) await once(server, 'close');
  await screens.close();
  await database.stop();
}

function recompile(file) {
  const isOfServer = sourceFolders.some((folder) => resolve(root, file).startsWith(folder));
  if (isOfServer) compile(file).catch((error) => console.error(error.message));
}

main().catch((error) => {
  console.error(error.stack.includes('node_modules') ? error.stack : error.message);
  process.exitCode = 1;
});
