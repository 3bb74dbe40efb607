// Reads a list from so many connections, if wanted right after a change of a booking in it.
import { Connection } from '../shared/connection.mjs';
import { now, run, serve, timesOf } from '../shared/driver.mjs';

let changes = 0;

async function changeOne(writer, ids) {
  const body = JSON.stringify({ notes: `変更 ${++changes}` });
  await writer.send('PUT', `/api/booking/${ids[changes % ids.length]}`, { body });
}

/** Each connection reads once after each change; how long the changes take does not count. */
async function readAfterChanges(read, { clients, seconds, change }) {
  const times = [];
  const deadline = now() + seconds * 1000;
  let reading = 0;
  do {
    await change();
    const before = now();
    const one = async (_, client) => {
      await read(client);
      times.push(now() - before);
    };
    await Promise.all(Array.from({ length: clients }, one));
    reading += now() - before;
  } while (now() < deadline);
  return { count: times.length, seconds: reading / 1000, ...timesOf(times) };
}

serve({
  async run({ url, path, changing, headers, status, ...load }) {
    const connections = Array.from({ length: load.clients }, () => new Connection(url));
    const writer = new Connection(url);
    let bytes = 0;
    const read = async (client) => {
      ({ bytes } = await connections[client].send('GET', path, { headers, status }));
    };
    const change = () => changeOne(writer, changing);
    const done = await (changing ? readAfterChanges(read, { ...load, change }) : run(read, load));
    for (const connection of [writer, ...connections]) connection.close();
    return { ...done, bytes };
  },
});
