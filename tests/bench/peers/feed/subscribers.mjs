// Programs that follow the feed by server-sent events; some take what comes, some never read.
import { request } from 'node:http';
import { serve } from '../shared/driver.mjs';

const AT_ONCE = 50;
const calls = [];
let positions = [];

/** Subscribes from a position; resolves once the stream is open. */
function subscribe(url, index, { after, isReading }) {
  const headers = { accept: 'text/event-stream', 'last-event-id': String(after) };
  return new Promise((resolve, reject) => {
    const call = request(`${url}/api/feed`, { headers, agent: false }, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`the feed answered ${response.statusCode}`));
      if (isReading) {
        positions[index] = after;
        response.setEncoding('utf8');
        response.on('data', (text) => {
          const last = text.lastIndexOf('id: ');
          if (last >= 0) positions[index] = Number.parseInt(text.slice(last + 4), 10);
        });
      } else response.pause();
      resolve(call);
    });
    call.on('error', reject);
    call.end();
  });
}

serve({
  async connect({ url, after, reading, silent }) {
    const kinds = [...Array(reading).fill(true), ...Array(silent).fill(false)];
    for (let at = 0; at < kinds.length; at += AT_ONCE) {
      const some = kinds.slice(at, at + AT_ONCE);
      calls.push(
        ...(await Promise.all(
          some.map((isReading, index) => subscribe(url, at + index, { after, isReading })),
        )),
      );
    }
  },
  /** Returns the position that the slowest of those that read has reached. */
  slowest: () => Math.min(...positions),
  disconnect() {
    for (const call of calls.splice(0)) {
      call.on('error', () => {});
      call.destroy();
    }
    positions = [];
  },
});
