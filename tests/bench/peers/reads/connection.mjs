// HTTP over one raw socket that is kept; bodies are counted, not put together, so that the server is what is measured.
import { connect } from 'node:net';

const END_OF_HEAD = Buffer.from('\r\n\r\n');
const END_OF_CHUNKS = Buffer.from('0\r\n\r\n');

/** A connection on which one request after another is sent. */
export class Connection {
  #socket;
  #waiting = null;
  #answer = null;
  #head = Buffer.alloc(0);
  #tail = Buffer.alloc(0);

  constructor(url) {
    const { hostname, port, host } = new URL(url);
    this.host = host;
    this.#socket = connect({ host: hostname, port: Number(port), noDelay: true });
    this.#socket.on('data', (chunk) => this.#take(chunk));
    this.#socket.on('error', (error) => this.#waiting?.reject(error));
    this.#socket.on('close', () => this.#waiting?.reject(new Error('the server hung up')));
  }

  /** Sends a request; answers with status, encoding and how many bytes the body took on the wire. */
  send(method, path, headers = {}, body = '') {
    const all = { Host: this.host, ...headers, ...(body && { 'Content-Type': 'application/json' }) };
    const lines = Object.entries({ ...all, 'Content-Length': Buffer.byteLength(body) });
    const text = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#socket.write(`${method} ${path} HTTP/1.1\r\n${text}\r\n${body}`);
    });
  }

  close() {
    this.#waiting = null;
    this.#socket.destroy();
  }

  #take(chunk) {
    const body = this.#answer ? chunk : this.#readHead(chunk);
    if (body === null) return;
    const answer = this.#answer;
    answer.bytes += body.length;
    this.#tail = Buffer.concat([this.#tail, body.subarray(-END_OF_CHUNKS.length)]).subarray(
      -END_OF_CHUNKS.length,
    );
    const isDone = answer.length === null ? this.#tail.equals(END_OF_CHUNKS) : answer.bytes >= answer.length;
    if (!isDone) return;
    const { resolve } = this.#waiting;
    this.#waiting = null;
    this.#answer = null;
    this.#head = Buffer.alloc(0);
    this.#tail = Buffer.alloc(0);
    resolve(answer);
  }

  #readHead(chunk) {
    this.#head = this.#head.length === 0 ? chunk : Buffer.concat([this.#head, chunk]);
    const end = this.#head.indexOf(END_OF_HEAD);
    if (end < 0) return null;
    const head = this.#head.toString('latin1', 0, end);
    const headerOf = (name) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1].trim() ?? null;
    const isChunked = headerOf('transfer-encoding') === 'chunked';
    this.#answer = {
      status: Number(head.slice(9, 12)),
      encoding: headerOf('content-encoding'),
      bytes: 0,
      length: isChunked ? null : Number(headerOf('content-length') ?? 0),
    };
    return this.#head.subarray(end + END_OF_HEAD.length);
  }
}
