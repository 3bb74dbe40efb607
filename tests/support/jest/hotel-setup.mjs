import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { withChosenClock } from '../clock/chosen-clock.mjs';
import startDatabase from './database-setup.mjs';

const nearby = (path) => fileURLToPath(new URL(path, import.meta.url));

let hotel;

/** Serves the sample hotel to every page of the run; the workers find it through their environment. */
export default async function setUp() {
  await startDatabase();
  hotel = fork(nearby('serve-hotel.ts'), {
    execArgv: ['--no-warnings', ...withChosenClock, '--import', nearby('../typescript.mjs')],
  });
  const [url] = await Promise.race([
    once(hotel, 'message'),
    once(hotel, 'exit').then(() => Promise.reject(new Error('the sample hotel is not served'))),
  ]);
  process.env.TEST_HOTEL_URL = url;
}

/** Ends it, and waits until it has told what went wrong there. */
export async function stopHotel() {
  hotel.disconnect();
  const [code] = await once(hotel, 'exit');
  if (code !== 0) throw new Error('the server of the sample hotel failed');
}
