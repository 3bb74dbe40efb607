// A process of terminals without screens. Each holds what it was told, as the calendar does; now and then one is away.
import { createHash, hash } from 'node:crypto';
import { io } from 'socket.io-client';
import { unpackFrame } from '../../../dist/backend/wire/live.js';
import { given, serve } from '../../bench/peers/shared/driver.mjs';

const { url, count, name } = given;
const AWAY_EVERY_MS = 1_000;
const AWAY_MS = 300;

/**
 * The rows of a frame by name, as digests: an hour's rows whole would be gigabytes. The server writes a frame once for
 * all: so do the terminals of one process read it.
 */
let newest = { name: '', rows: [] };
function rowsOf({ from, to, bookings, counts, weather }) {
  const name = `${from} ${to} ${bookings.length}`;
  if (name === newest.name) return newest.rows;
  const rows = [
    ...bookings.map((booking) => [`booking ${booking.id}`, booking]),
    ...Object.entries(counts).map(([day, count]) => [`counts ${day}`, count]),
    ...weather.map((day) => [`weather ${day.date}`, day]),
  ].map(([key, row]) => [key, hash('sha256', JSON.stringify(row))]);
  newest = { name, rows };
  return rows;
}

const faults = [];
let frames = 0;
let reconnects = 0;
/** Time at which the last terminal had got the frame up to a position. */
let arrivals = new Map();

class Terminal {
  rows = new Map();
  position = null;
  hash = null;
  logId = null;

  constructor(index) {
    this.index = index;
    this.socket = io(url, {
      auth: (give) =>
        give({
          log_id: this.logId,
          position: this.position,
          hash: this.hash,
          terminal_id: `load-${name}-${index}`,
          terminal: `端末${name}-${index}`,
        }),
      transports: ['websocket'],
      reconnectionDelay: 50,
      reconnectionDelayMax: 500,
      forceNew: true,
    });
    // Cut off for reading too slowly: it comes back and is told what it missed.
    this.socket.on('disconnect', (reason) => {
      if (reason === 'io server disconnect') this.socket.connect();
    });
    this.socket.on('ready', (state) => this.arrive(state));
    this.socket.on('reload', (state) => {
      if (this.position !== null) this.fault(`was told to reload at ${this.position}`);
      this.arrive(state);
    });
    this.socket.on('changes', (frame) => this.apply(unpackFrame(frame)));
  }

  fault(what) {
    if (faults.length < 20) faults.push(`terminal ${name}-${this.index} ${what}`);
  }

  arrive({ log_id, position, hash }) {
    this.logId = log_id;
    if (this.position !== null && position < this.position) this.fault(`went back to ${position}`);
    if (this.position === null || position >= this.position) Object.assign(this, { position, hash });
  }

  apply(frame) {
    const { from, to } = frame;
    frames += 1;
    if (this.position !== null && from > this.position) this.fault(`missed ${this.position} to ${from}`);
    if (this.position !== null && to <= this.position) this.fault(`was told of ${to} twice`);
    this.position = to;
    this.hash = frame.hash;
    for (const [key, row] of rowsOf(frame)) this.rows.set(key, row);
    arrivals.set(to, performance.timeOrigin + performance.now());
  }

  digest() {
    const all = createHash('sha256');
    for (const key of [...this.rows.keys()].sort()) all.update(`${key} ${this.rows.get(key)}\n`);
    return all.digest('hex');
  }
}

const terminals = Array.from({ length: count }, (_, index) => new Terminal(index));

let turn = 0;
setInterval(() => {
  const terminal = terminals[turn++ % terminals.length];
  if (!terminal.socket.connected) return;
  terminal.socket.disconnect();
  setTimeout(() => {
    reconnects += 1;
    terminal.socket.connect();
  }, AWAY_MS);
}, AWAY_EVERY_MS);

const until = async (condition) => {
  while (!terminals.every(condition)) await new Promise((done) => setTimeout(done, 20));
};

serve({
  ready: () => until(({ position }) => position !== null),
  /** Returns the rows of all once they have been brought to a position, and when the last of them had each frame since the last call. */
  async state({ position: wanted }) {
    await until(({ position }) => position !== null && position >= wanted);
    const digests = [...new Set(terminals.map((terminal) => terminal.digest()))];
    const told = { arrivals: [...arrivals], frames, reconnects, faults };
    arrivals = new Map();
    return { digests, rows: [...terminals[0].rows], ...told };
  },
});
