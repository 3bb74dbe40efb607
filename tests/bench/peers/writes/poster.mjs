// Posts bookings to a server as terminals do, each for a free room, with an Idempotency-Key.
import { randomUUID } from 'node:crypto';
import { given, serveWay } from './driver.mjs';
import { KeepAlive } from './keep-alive.mjs';
import { bodyOf } from './slots.mjs';

const connections = [];
let next = given.firstSlot ?? 0;

async function book(client) {
  connections[client] ??= new KeepAlive(given.url);
  const body = bodyOf(given.slots, next++);
  const headers = `Idempotency-Key: ${randomUUID()}\r\nX-Terminal-Name: front-${client}\r\n`;
  const answer = await connections[client].send('POST', '/api/booking', body, headers);
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.body}`);
  return Number(/"id":(\d+)/.exec(answer.body.toString('latin1'))?.[1]);
}

serveWay(book, () => {
  for (const connection of connections.splice(0)) connection?.close();
});
