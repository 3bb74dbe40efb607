// Socket.IO alone: a message of a change's size to everybody, at a pace.
import { createServer } from 'node:http';
import { Server } from 'socket.io';
import { now, pace, serve } from '../shared/driver.mjs';

const http = createServer();
const server = new Server(http, { transports: ['websocket'], serveClient: false });
let position = 0;
server.on('connection', (socket) => socket.emit('reload', { log_id: '', position }));
await new Promise((done) => http.listen(0, '127.0.0.1', done));

serve({
  url: () => `http://127.0.0.1:${http.address().port}`,
  async emit({ bytes, ...load }) {
    const pad = '予約'.repeat(Math.ceil((bytes - 40) / 6));
    const sent = [];
    await pace(load, async () => {
      const at = now();
      sent.push({ id: ++position, at, answered: at });
      server.emit('changes', { from: position - 1, to: position, pad });
    });
    return sent;
  },
});
