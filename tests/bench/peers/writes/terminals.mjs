// Terminals without screens: so many sockets that take every change, and note when each came.
import { performance } from 'node:perf_hooks';
import WebSocket from 'ws';
import { given, serve } from './driver.mjs';

const sockets = [];
let heard = 0;
let bytes = 0;
/** By log position: when the last of all terminals had it. */
let arrivals = new Map();

function connectOne(url, index) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`, {
    perMessageDeflate: given.deflate ?? true,
  });
  const auth = { log_id: null, position: null, terminal_id: `terminal-${index}`, terminal: `front-${index}` };
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('message', (data) => {
      const text = data.toString('utf8');
      if (text === '2') socket.send('3');
      else if (text[0] === '0') socket.send(`40${JSON.stringify(auth)}`);
      else if (text.startsWith('42["changes"')) noteArrival(text);
      else if (text.startsWith('42["reload"')) resolve(socket);
    });
  });
}

function noteArrival(text) {
  heard++;
  bytes += Buffer.byteLength(text);
  const to = Number(/"to":(\d+)/.exec(text)?.[1]);
  const now = performance.timeOrigin + performance.now();
  const seen = arrivals.get(to);
  if (seen) {
    seen.last = now;
    seen.count++;
  } else arrivals.set(to, { last: now, count: 1 });
}

serve({
  async connect({ url, count }) {
    for (let left = count; left > 0; left -= 50) {
      const chunk = Array.from({ length: Math.min(50, left) }, () => connectOne(url, sockets.length));
      sockets.push(...(await Promise.all(chunk)));
    }
  },
  /** What came since the last time this was asked. */
  heard() {
    const answer = {
      heard,
      bytes,
      arrivals: [...arrivals].map(([to, { last, count }]) => [to, last, count]),
    };
    heard = 0;
    bytes = 0;
    arrivals = new Map();
    return answer;
  },
  disconnect() {
    for (const socket of sockets.splice(0)) socket.terminate();
  },
});
