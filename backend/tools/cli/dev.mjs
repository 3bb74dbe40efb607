// `npm run dev`: the database, the server compiled and restarted on every change, the screens with hot reload.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fstatSync } from 'node:fs';
import { createServer } from 'node:http';
import { relative, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createLogger, createServer as createScreens } from 'vite';
import { buildServer, compile, sourceFolders } from './build-server.mjs';
import { endWithNpm } from './end-with-npm.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** Of its own: other programs run from the folders beside it meanwhile. */
const BUILD = 'dist/dev';
const fromServer = (file) => import(`../../../${BUILD}/backend/${file}`);
const SERVER = ['--watch', '--watch-preserve-output', `${BUILD}/backend/tools/cli/start.js`];
const STARTED = 'で起動しました';
const UNBUILT = 'the screens are not built';
/** The server drains for a moment; after this long its watcher hangs. */
const LONGEST_END_MS = 10_000;
const RESTARTING = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE'];

async function main() {
  endWithNpm();
  await buildServer(BUILD);
  const { readConfig } = await fromServer('platform/config.js');
  const { openDatabaseUntilStop } = await fromServer('tools/cli/open-database.js');
  const { closeOnStop, isStopping, onEndSignal, stopInOrder } = await fromServer(
    'tools/cli/stop-in-order.js',
  );
  const { findFreePort, requireFreePort } = await fromServer('tools/embedded-postgres/free-port.js');
  const stop = () => stopInOrder().then(() => process.exit());
  onEndSignal(stop);
  onEndOfInput(stop);
  const config = readConfig(process.env);
  const { host, port } = config;
  await requireFreePort(host, port);
  const database = await openDatabaseUntilStop(config, console.log);
  if (isStopping()) return;
  const api = { HOST: '127.0.0.1', PORT: String(await findFreePort()), DATABASE_URL: database.url };
  const env = { ...process.env, ...api, SAMPLE_DATA: config.sampleData ? '1' : '0' };
  // In a group of its own, so that it and what it watches over can be ended together.
  const stdio = ['ignore', 'pipe', 'pipe'];
  const server = spawn(process.execPath, SERVER, { cwd: root, env, stdio, detached: true });
  const ended = once(server, 'close');
  ended.then(stop);
  void closeOnStop(async () => {
    server.kill('SIGTERM');
    // Node's watcher waits for ever when it is told to end while it restarts the server.
    const late = setTimeout(() => process.kill(-server.pid, 'SIGKILL'), LONGEST_END_MS);
    await ended;
    clearTimeout(late);
  });
  printLines(server.stderr, console.error);
  const started = new Promise((done) => printLines(server.stdout, console.log, done));
  process.env.API_URL = `http://${api.HOST}:${api.PORT}`; // Read by vite.config.ts.
  // A server of its own: Vite's would end the process on SIGTERM, before the database is stopped.
  const web = createServer();
  const screens = await createScreens({
    configFile: resolve(root, 'frontend/vite.config.ts'),
    customLogger: quietWhileRestarting(),
    server: { middlewareMode: { server: web }, ws: { server: web } },
  });
  web.on('request', screens.middlewares);
  screens.watcher.add(sourceFolders).on('all', (_, path) => recompile(relative(root, path)));
  await started;
  await once(web.listen(port, host), 'listening');
  console.log(`開発用の画面: http://${host}:${port}`);
}

/** Ends when the pipe that is the input does, as it does with the program that started this one. */
function onEndOfInput(stop) {
  const input = fstatSync(process.stdin.fd);
  if (input.isFIFO() || input.isSocket()) process.stdin.resume().once('end', stop);
}

/** Prints what the server prints, without its own address, and calls `onReady` when it names that. */
function printLines(output, print, onReady) {
  createInterface({ input: output }).on('line', (line) => {
    if (line.includes(STARTED)) onReady();
    else if (!line.includes(UNBUILT)) print(line);
  });
}

/** The log of the screens without the connections that fail while the server is restarted. */
function quietWhileRestarting() {
  const logger = createLogger();
  const error = (message, options) =>
    RESTARTING.includes(options?.error?.code) || logger.error(message, options);
  return { ...logger, error };
}

function recompile(file) {
  const isOfServer = sourceFolders.some((folder) => resolve(root, file).startsWith(folder));
  if (isOfServer) compile(file, BUILD).catch((error) => console.error(error.message));
}

main().catch((error) => {
  console.error(error.stack.includes('node_modules') ? error.stack : error.message);
  process.exitCode = 1;
});
