import { createSampleDatabase, type ServerProcess, spawnServer } from '#tests/support/server.js';
import { temporaryFolder } from '#tests/support/temporary-file.js';
import { type Hotel, hotelAt } from './hotel.js';

/** The product with the sample hotel; it can be killed and started again on the same database and port. */
export type RestartableServer = {
  url: string;
  databaseUrl: string;
  /** Ends it at once, without any tidying up. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Lets a second node of the product work on the same database for a while. */
  onAnotherNode(work: (hotel: Hotel) => Promise<void>): Promise<void>;
};

/** Serves the sample hotel while it is used; afterwards it must still run and have logged no error. */
export async function serveRestartable(
  env: Record<string, string>,
  use: (server: RestartableServer) => Promise<void>,
): Promise<void> {
  const database = await createSampleDatabase();
  const evidence = temporaryFolder();
  const folder = { EVIDENCE_DIR: evidence.pathOf('evidence') };
  const settings = { DATABASE_URL: database.url, SAMPLE_DATA: '1', ...folder, ...env };
  let running = await spawnServer({ ...settings, PORT: '0' });
  const started = [running];
  const { url } = running;
  await use({
    url,
    databaseUrl: database.url,
    async kill() {
      const ended = new Promise((done) => running.process.once('close', done));
      running.process.kill('SIGKILL');
      await ended;
    },
    async start() {
      running = await spawnServer({ ...settings, PORT: new URL(url).port });
      started.push(running);
    },
    async onAnotherNode(work) {
      const other = await spawnServer({ ...settings, PORT: '0' });
      started.push(other);
      await work(await hotelAt(other.url));
      await other.close();
    },
  });
  const endedEarly = hasEnded(running);
  await running.close();
  await database.drop();
  evidence.remove();
  const errors = started.map((server) => errorsOf(server.output())).filter((text) => text !== '');
  if (endedEarly || errors.length > 0) {
    throw new Error(`the server ${endedEarly ? 'ended by itself' : 'logged errors'}:\n${errors.join('\n')}`);
  }
}

function hasEnded({ process }: ServerProcess): boolean {
  return process.exitCode !== null || process.signalCode !== null;
}

// The product logs a line of JSON each; anything that is none, such as an uncaught exception, is told as well.
function errorsOf(output: string): string {
  const lines = output.split('\n').filter((line) => /"level":"error"|^\s+at |Error/.test(line));
  return lines.join('\n');
}
