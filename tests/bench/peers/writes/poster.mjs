// Posts bookings to a server as terminals do, each for a free room, with an Idempotency-Key.
import { randomUUID } from 'node:crypto';
import { Connection } from '../shared/connection.mjs';
import { given, serveWay } from '../shared/driver.mjs';
import { bookingOf } from './slots.mjs';

const { url, slots } = given;
const connections = [];
let next = 0;

async function book(client) {
  connections[client] ??= new Connection(url);
  const body = JSON.stringify(bookingOf(slots, next++));
  const headers = { 'Idempotency-Key': randomUUID(), 'X-Terminal-Name': `front-${client}` };
  const { pieces } = await connections[client].send('POST', '/api/booking', { headers, body, status: 201 });
  return Number(/"id":(\d+)/.exec(Buffer.concat(pieces).toString('latin1'))?.[1]);
}

serveWay(book, () => {
  for (const connection of connections.splice(0)) connection.close();
});
