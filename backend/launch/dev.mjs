// `npm run dev`: the database, the server rebuilt and restarted on every change, the screens with hot reload.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { inProject, projectRoot } from './prepare/paths.mjs';

const fromServer = (file) => import(`../../dist/backend/${file}`);
const children = [];
let stopping = false;

function run(args, env = {}) {
  const child = spawn(process.execPath, args, {
    cwd: projectRoot,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const ended = new Promise((done) => child.once('close', done));
  children.push({ child, ended });
  return ended;
}

async function main() {
  const { readConfig } = await fromServer('platform/config/config.js');
  const { openDatabase } = await fromServer('launch/open-database.js');
  const { findFreePort, requireFreePort } = await fromServer('launch/free-port.js');
  const config = readConfig(process.env);
  await requireFreePort(config.host, config.port);
  const database = await openDatabase(config, console.log);
  const api = { PORT: String(await findFreePort()), DATABASE_URL: database.url, HOST: '127.0.0.1' };
  // The watcher writes into dist: the next `npm start` must not take that for its own build.
  rmSync(inProject('dist/.server-stamp'), { force: true });
  const ends = [
    run(['node_modules/@nestjs/cli/bin/nest.js', 'build', '--watch']),
    run(['--watch', '--watch-preserve-output', 'dist/backend/launch/start.js'], {
      ...api,
      SAMPLE_DATA: config.sampleData ? '1' : '0',
    }),
    run(
      [
        'node_modules/vite/bin/vite.js',
        '--config',
        'frontend/vite.config.ts',
        '--host',
        config.host,
        '--port',
        String(config.port),
      ],
      { API_URL: `http://127.0.0.1:${api.PORT}` },
    ),
  ];
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop());
  console.log(`開発用の画面: http://${config.host}:${config.port}`);
  await Promise.race(ends);
  await stop();
  await database.close();
}

async function stop() {
  if (!stopping) for (const { child } of children) child.kill('SIGTERM');
  stopping = true;
  await Promise.all(children.map(({ ended }) => ended));
}

main().catch((error) => {
  console.error(error.stack.includes('node_modules') ? error.stack : error.message);
  process.exitCode = 1;
});
