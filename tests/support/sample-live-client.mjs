// A client of the live protocol (.docs/live.md): the bookings of a range of days, always as the hotel has them.
import { io } from 'socket.io-client';

/** Follows the bookings whose stays begin within some days; `bookings` has each active one's newest record by its id. */
export function followBookings(url, first, last) {
  const bookings = new Map();
  const place = { log_id: null, position: null, hash: null, product_version: null };
  let reads = 0;
  /** Frames that come while everything is read anew; null at other times. */
  let waiting = null;

  const keep = (booking) => {
    const { id, is_cancelled, stay_start } = booking;
    if (is_cancelled === 0 && stay_start >= first && stay_start <= last) bookings.set(id, booking);
    else bookings.delete(id);
  };

  const take = ({ from, to, hash, bookings: changed }) => {
    if (to <= place.position) return; // Read already.
    if (from > place.position) return void socket.disconnect().connect(); // Something was missed: ask for it.
    for (const booking of changed) keep(booking);
    Object.assign(place, { position: to, hash });
  };

  const readAnew = async ({ log_id, version }) => {
    const read = ++reads;
    waiting = [];
    const answer = await fetch(`${url}/api/bookings?start_date=${first}&end_date=${last}&by_stay=1`);
    const records = await answer.json();
    if (read !== reads) return; // Cut meanwhile, and begun again.
    bookings.clear();
    for (const booking of records) keep(booking);
    const [position, hash] = ['x-log-position', 'x-log-hash'].map((name) => answer.headers.get(name));
    Object.assign(place, { log_id, position: Number(position), hash, product_version: version });
    const frames = waiting;
    waiting = null;
    for (const frame of frames) take(frame);
  };

  const auth = (send) => send({ ...place, protocol: 1, terminal_id: 'sample', terminal: 'サンプル' });
  const socket = io(url, { transports: ['websocket'], auth, reconnectionDelay: 50, forceNew: true });
  socket.on('changes', (frame) => (waiting ? waiting.push(frame) : take(frame)));
  socket.on('ready', ({ version }) => Object.assign(place, { product_version: version }));
  socket.on('reload', readAnew);
  return { bookings, place, socket };
}
