import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { expect } from '@jest/globals';
import { COLUMNS } from '#backend/rooms/room-months-file.public.js';
import type { Answer } from '#tests/support/api-client.js';
import { CHANNEL_COLUMNS } from '#tests/support/channel-file.js';
import { expectErrorShape } from '#tests/support/refusal.js';
import type { TestServer } from '#tests/support/server.js';
import { timesOf } from '#tests/support/trial-size.js';
import { fault } from '../harness.js';

/** Just below what an upload may have, and less within the gate. */
const BYTES = timesOf(40_800_000, 40_800_000, 300_000);
const ROOM_BYTES = timesOf(990_000, 990_000, 300_000);
const MOST_MIB = 150;
/** Milliseconds that the server itself may work while somebody waits for /health/live, without other work of the machine. */
const MOST_MS = 100;
const PAUSE_MS = 5;
const SLICE = 65_536;

type Watched = Pick<TestServer, 'url' | 'pid' | 'residentMiB'>;

/** Each way to send a file, with a good header. */
const READERS: Record<string, { path: string; header: string; bytes: number }> = {
  channel: { path: '/api/csv-imports', header: CHANNEL_COLUMNS.join(','), bytes: BYTES },
  'move-in': {
    path: '/api/move-in/files',
    header: '予約番号,宿泊者名,部屋番号,チェックイン日,泊数',
    bytes: BYTES,
  },
  rooms: {
    path: '/api/room-months/csv?dry_run=1',
    header: Object.values(COLUMNS).join(','),
    bytes: ROOM_BYTES,
  },
};

/** Bytes that mean something to a reader of CSV, of texts or of archives, and short sequences of them. */
// biome-ignore format: read as a list
const REPEATED = [
  ',\n', '\n', ',', '\r', '\r\n', '"', '\t', ';', '\0', ' ', '"\n', '"",', 'a,b\n', 'PK\x03\x04', '\ufeff', '\x1a', '=', "'", '\\',
].map((text) => Buffer.from(text));
const NO_UTF8 = [0x80, 0x82, 0xe3, 0xfc, 0xff].map((byte) => Buffer.from([byte]));
const ALL = [...REPEATED, ...NO_UTF8];
const PATTERNS = ALL.slice(0, timesOf(ALL.length, ALL.length, 3));

/** Milliseconds that the main thread of a process has run on a processor. */
const ranMs = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;

/** The longest that a server worked on other things while /health/live waited for an answer, until something is over, in ms. */
async function longestWait({ url, pid }: Watched, isOver: () => boolean, look = () => {}): Promise<number> {
  let longest = 0;
  while (!isOver()) {
    const before = ranMs(pid);
    await (await fetch(`${url}/health/live`)).text();
    longest = Math.max(longest, ranMs(pid) - before);
    look();
    await new Promise((done) => setTimeout(done, PAUSE_MS));
  }
  return longest;
}

const HEAD = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n';

/** Sends a form byte by byte as it is: what a client makes of a file must not keep this process from asking. */
function sent(url: string, body: Buffer): Promise<Answer<unknown>> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': body.length };
    const call = request(url, { method: 'POST', headers }, async (response) => {
      const chunks: Buffer[] = await response.toArray();
      const text = Buffer.concat(chunks).toString();
      resolve({ status: response.statusCode ?? 0, body: JSON.parse(text), text, headers: new Headers() });
    });
    call.on('error', reject);
    Readable.from(slicesOf(body)).pipe(call);
  });
}

function* slicesOf(body: Buffer): Generator<Buffer> {
  for (let from = 0; from < body.length; from += SLICE) yield body.subarray(from, from + SLICE);
}

/** Sends a file and watches the server meanwhile. */
async function watched(server: Watched, path: string, file: readonly Buffer[]) {
  const body = Buffer.concat([Buffer.from(HEAD), ...file, Buffer.from('\r\n--x--\r\n')]);
  let isOver = false;
  let mib = 0;
  const look = () => {
    mib = Math.max(mib, server.residentMiB());
  };
  const answered = sent(server.url + path, body).finally(() => {
    isOver = true;
  });
  const [answer, ms] = await Promise.all([answered, longestWait(server, () => isOver, look)]);
  return { answer, ms, mib };
}

fault(
  'repeated-bytes',
  'files of one byte repeated are taken or refused, and the server answers meanwhile and keeps its memory',
  async (world) => {
    const server = await world.hotel(true);
    for (const { path, header } of Object.values(READERS))
      await watched(server, path, [Buffer.from(`${header}\n`)]);
    const found: string[] = [];
    world.figures = { most_MiB_above_rest: 0, longest_work_ms: 0 };
    for (const [reader, { path, header, bytes }] of Object.entries(READERS)) {
      for (const pattern of PATTERNS) {
        world.struck += 1;
        const file = [Buffer.from(`${header}\n`), Buffer.alloc(bytes, pattern)];
        const rest = server.residentMiB();
        const { answer, ms, mib } = await watched(server, path, file);
        if (![200, 201, 202].includes(answer.status)) {
          expect({ status: answer.status, text: answer.text, log: server.output() }).toMatchObject({
            status: 422,
          });
          expectErrorShape(answer);
        }
        const figures = { most_MiB_above_rest: mib - rest, longest_work_ms: ms };
        if (figures.most_MiB_above_rest > MOST_MIB || figures.longest_work_ms > MOST_MS)
          found.push(`${reader} ${JSON.stringify(pattern.toString('latin1'))}: ${JSON.stringify(figures)}`);
        for (const [name, figure] of Object.entries(figures))
          world.figures[name] = Math.max(world.figures[name] ?? 0, figure);
      }
    }
    expect(found).toEqual([]);
  },
);
