// HTTP over one raw socket that is kept: as little as a client can do, so that the server is what is measured.
import { connect } from 'node:net';

const END_OF_HEAD = '\r\n\r\n';
const END_OF_CHUNKS = '0\r\n\r\n';

/** A connection on which one request after another is sent. */
export class Connection {
  #socket;
  #waiting = null;
  #head = '';
  #answer = null;
  #last = Promise.resolve();

  constructor(url) {
    const { hostname, port, host } = new URL(url);
    this.host = host;
    this.#socket = connect({ host: hostname, port: Number(port), noDelay: true });
    this.#socket.on('data', (chunk) => this.#take(chunk));
    this.#socket.on('error', (error) => this.#waiting?.reject(error));
    this.#socket.on('close', () => this.#waiting?.reject(new Error('the server hung up')));
  }

  /**
   * Sends a request when those before it are answered; answers with how many bytes the body took on the wire and its
   * pieces. Fails on another status.
   */
  send(...request) {
    const answer = this.#last.then(() => this.#sendNow(...request));
    this.#last = answer.catch(() => {});
    return answer;
  }

  async #sendNow(method, path, { headers = {}, body = '', status = 200 } = {}) {
    const all = { Host: this.host, ...headers, ...(body && { 'Content-Type': 'application/json' }) };
    const lines = Object.entries({ ...all, 'Content-Length': Buffer.byteLength(body) });
    const text = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    const answer = await new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#socket.write(`${method} ${path} HTTP/1.1\r\n${text}\r\n${body}`);
    });
    if (answer.status === status) return answer;
    throw new Error(`${method} ${path} was answered ${answer.status}: ${Buffer.concat(answer.pieces)}`);
  }

  close() {
    this.#waiting = null;
    this.#socket.destroy();
  }

  // The pieces of a body are counted, not put together.
  #take(chunk) {
    const piece = this.#answer ? chunk : this.#readHead(chunk);
    if (!piece) return;
    const answer = this.#answer;
    answer.bytes += piece.length;
    answer.pieces.push(piece);
    answer.tail = (answer.tail + piece.toString('latin1', Math.max(0, piece.length - 5))).slice(-5);
    if (answer.length === null ? answer.tail !== END_OF_CHUNKS : answer.bytes < answer.length) return;
    this.#answer = null;
    const { resolve } = this.#waiting;
    this.#waiting = null;
    resolve(answer);
  }

  #readHead(chunk) {
    const before = this.#head.length;
    this.#head += chunk.toString('latin1');
    const end = this.#head.indexOf(END_OF_HEAD);
    if (end < 0) return null;
    const head = this.#head.slice(0, end);
    this.#head = '';
    const isChunked = /^transfer-encoding: chunked/im.test(head);
    const length = isChunked ? null : Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
    this.#answer = { status: Number(head.slice(9, 12)), bytes: 0, pieces: [], tail: '', length };
    return chunk.subarray(end + END_OF_HEAD.length - before);
  }
}
