import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

/** An answer as it came over the line, its body as it was meant. */
export type RawAnswer = { status: number; headers: Record<string, string>; text: string };
/** Outcome of bytes that were sent: an answer, a connection closed without one, or silence until the deadline. */
export type Outcome = RawAnswer | 'closed' | 'silent';

/** Time is counted in ticks: to a process that was suspended it is one tick later, not past every deadline. */
const TICK_MS = 1_000;

function dechunked(bytes: Buffer): Buffer {
  const pieces: Buffer[] = [];
  for (let rest = bytes; ; ) {
    const end = rest.indexOf('\r\n');
    const size = Number.parseInt(rest.subarray(0, end).toString('latin1'), 16);
    if (!(size > 0)) return Buffer.concat(pieces);
    pieces.push(rest.subarray(end + 2, end + 2 + size));
    rest = rest.subarray(end + 4 + size);
  }
}

function unpacked(bytes: Buffer, coding: string | undefined): Buffer {
  if (bytes.length === 0) return bytes;
  if (coding === 'gzip') return gunzipSync(bytes);
  if (coding === 'deflate') return inflateSync(bytes);
  return coding === 'br' ? brotliDecompressSync(bytes) : bytes;
}

/** The first final answer within what a server sent; null while its head is not whole. */
function parsed(bytes: Buffer): RawAnswer | null {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1]);
  const rest = bytes.subarray(end + 4);
  if (status >= 100 && status < 200) return parsed(rest);
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const body = headers['transfer-encoding'] === 'chunked' ? dechunked(rest) : rest;
  return { status, headers, text: unpacked(body, headers['content-encoding']).toString('utf8') };
}

/**
 * Sends bytes on a connection of their own and reads until the server hangs up. `cut` hangs up after the last byte;
 * `isReadLast` sends what follows the head once an answer has come, and reads that only after the last byte.
 */
export function exchange(
  url: string,
  bytes: Buffer,
  { cut, isReadLast = false, deadlineMs }: { cut: boolean; isReadLast?: boolean; deadlineMs: number },
): Promise<Outcome> {
  const { hostname, port } = new URL(url);
  return new Promise((done, failed) => {
    const received: Buffer[] = [];
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    let ticks = Math.ceil(deadlineMs / TICK_MS);
    const timer = setInterval(() => {
      ticks -= 1;
      if (ticks === 0) finish('silent');
    }, TICK_MS);
    const finish = (outcome: Outcome) => {
      clearInterval(timer);
      socket.destroy();
      done(outcome);
    };
    const read = () => {
      try {
        finish(parsed(Buffer.concat(received)) ?? 'closed');
      } catch (error) {
        failed(error);
      }
    };
    const listen = () => socket.on('data', (chunk) => received.push(chunk));
    if (!isReadLast) listen();
    socket.on('end', read);
    socket.on('error', read);
    socket.on('close', read);
    const send = (rest: Buffer) => {
      const sent = (error?: Error | null) => !error && isReadLast && listen();
      if (cut) socket.end(rest, sent);
      else socket.write(rest, sent);
    };
    const body = bytes.indexOf('\r\n\r\n') + 4;
    socket.on('connect', () => {
      if (!isReadLast) return send(bytes);
      socket.once('readable', () => send(bytes.subarray(body)));
      socket.write(bytes.subarray(0, body));
    });
  });
}
