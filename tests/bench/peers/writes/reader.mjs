// Reads a list again and again, as terminals do that were just opened.
import { given, serveWay } from './driver.mjs';
import { KeepAlive } from './keep-alive.mjs';

const connections = [];

async function read(client) {
  connections[client] ??= new KeepAlive(given.url);
  const answer = await connections[client].send('GET', given.path, '', 'Accept-Encoding: gzip\r\n');
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.body}`);
}

serveWay(read, () => {
  for (const connection of connections.splice(0)) connection?.close();
});
