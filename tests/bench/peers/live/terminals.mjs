// Terminals without screens: so many sockets that take every change, and note when the last of them had it.
import WebSocket from 'ws';
import { now, serve } from '../shared/driver.mjs';

const AT_ONCE = 50;
const sockets = [];
/** By the log position that a change leads to: where it began, when the last terminal had it, and how many had it. */
let arrivals = new Map();
let bytesBefore = 0;

const bytesRead = () => sockets.reduce((sum, socket) => sum + socket._socket.bytesRead, 0);

/** Connects as a browser does; resolves when it is told that it is up to date, and how it was brought there. */
function connectOne(url, index, { log_id = null, position = null, hash = null } = {}) {
  const started = now();
  const socket = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
  const auth = { log_id, position, hash, terminal_id: `terminal-${index}`, terminal: `front-${index}` };
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('a terminal was cut off')));
    socket.on('message', (data) => {
      const text = data.toString('utf8');
      if (text === '2') socket.send('3');
      else if (text[0] === '0') socket.send(`40${JSON.stringify(auth)}`);
      else if (text.startsWith('42["changes"')) noteArrival(text);
      else if (text.startsWith('42["reload"')) resolve({ socket, kind: 'reload', ms: now() - started });
      else if (text.startsWith('42["ready"')) resolve({ socket, kind: 'ready', ms: now() - started });
    });
  });
}

function noteArrival(text) {
  const [, from, to] = /"from":(\d+),"to":(\d+)/.exec(text);
  const key = Number(to);
  const seen = arrivals.get(key);
  if (seen) {
    seen.last = now();
    seen.count++;
  } else arrivals.set(key, { from: Number(from), to: key, last: now(), count: 1 });
}

serve({
  async connect({ url, count }) {
    for (let left = count; left > 0; left -= AT_ONCE) {
      const some = Array.from({ length: Math.min(AT_ONCE, left) }, (_, index) => connectOne(url, index));
      sockets.push(...(await Promise.all(some)).map(({ socket }) => socket));
    }
  },
  /** Returns what came since the last call. */
  heard() {
    const bytes = bytesRead();
    const answer = { bytes: bytes - bytesBefore, arrivals: [...arrivals.values()] };
    bytesBefore = bytes;
    arrivals = new Map();
    return answer;
  },
  /** One that was away comes back from a place in the log. */
  async comeBack({ url, from }) {
    arrivals = new Map();
    const { socket, kind, ms } = await connectOne(url, 0, from);
    const bytes = socket._socket.bytesRead;
    socket.terminate();
    return { kind, ms, bytes };
  },
  async disconnect() {
    bytesBefore = 0;
    for (const socket of sockets.splice(0)) socket.terminate();
  },
});
