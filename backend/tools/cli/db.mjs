// `npm run db`: the address of the running database, for psql and other tools; `npm run db -- "select …"` prints the rows.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

const { DATABASE_URL, DATA_DIR = '.data' } = process.env;

/** The database that `npm start` or `npm run dev` runs in the data folder. */
function embeddedUrl() {
  const home = join(DATA_DIR, 'postgres');
  const password = readFileSync(join(home, 'password'), 'utf8').trim();
  const port = readFileSync(join(home, 'cluster/postmaster.pid'), 'utf8').split('\n')[3];
  return `postgresql://hotel:${password}@127.0.0.1:${port}/hotel`;
}

try {
  const url = DATABASE_URL || embeddedUrl();
  const [statement] = process.argv.slice(2);
  if (!statement) console.log(url);
  else {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    console.table((await client.query(statement).finally(() => client.end())).rows);
  }
} catch (error) {
  const isStopped = error.code === 'ENOENT';
  console.error(
    isStopped
      ? 'データベースが動いていません。先に npm start か npm run dev を実行してください。'
      : error.message,
  );
  process.exitCode = 1;
}
