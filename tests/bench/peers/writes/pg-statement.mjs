// node `pg`, a connection a client, one prepared statement a booking.
import pg from 'pg';
import { given, serveWay } from '../shared/driver.mjs';
import { ONE_STATEMENT } from './rows.mjs';

const clients = [];
const connected = (index) => {
  clients[index] ??= (async () => {
    const client = new pg.Client({ connectionString: given.databaseUrl });
    await client.connect();
    return client;
  })();
  return clients[index];
};

serveWay(
  async (index) => (await connected(index)).query({ name: 'book', text: ONE_STATEMENT }),
  async () => {
    for (const client of clients.splice(0)) await (await client)?.end();
  },
);
