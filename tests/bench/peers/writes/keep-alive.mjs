// HTTP over one raw socket that is kept: as little as a client can do, so that the server is what is measured.
import { connect } from 'node:net';

const END = Buffer.from('\r\n\r\n');

/** A connection on which one request after another is sent. */
export class KeepAlive {
  #socket;
  #waiting = null;
  #received = Buffer.alloc(0);
  #last = Promise.resolve();

  constructor(url) {
    const { hostname, port, host } = new URL(url);
    this.host = host;
    this.#socket = connect({ host: hostname, port: Number(port), noDelay: true });
    this.#socket.on('data', (chunk) => this.#take(chunk));
    this.#socket.on('error', (error) => this.#waiting?.reject(error));
    this.#socket.on('close', () => this.#waiting?.reject(new Error('the server hung up')));
  }

  /** Sends a request when those before it are answered; answers with status and body. */
  send(...request) {
    const answer = this.#last.then(() => this.#sendNow(...request));
    this.#last = answer.catch(() => {});
    return answer;
  }

  #sendNow(method, path, body = '', headers = '') {
    const length = Buffer.byteLength(body);
    const type = length > 0 ? 'Content-Type: application/json\r\n' : '';
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#socket.write(
        `${method} ${path} HTTP/1.1\r\nHost: ${this.host}\r\n${type}${headers}Content-Length: ${length}\r\n\r\n${body}`,
      );
    });
  }

  close() {
    this.#waiting = null;
    this.#socket.destroy();
  }

  #take(chunk) {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const end = this.#received.indexOf(END);
    if (end < 0) return;
    const head = this.#received.toString('latin1', 0, end);
    const bodyEnd = bodyEndOf(head, this.#received, end + END.length);
    if (bodyEnd > this.#received.length) return;
    const answer = {
      status: Number(head.slice(9, 12)),
      body: this.#received.subarray(end + END.length, bodyEnd),
    };
    this.#received = this.#received.subarray(bodyEnd);
    const { resolve } = this.#waiting;
    this.#waiting = null;
    resolve(answer);
  }
}

function bodyEndOf(head, received, start) {
  const length = /^content-length: (\d+)/im.exec(head);
  if (length) return start + Number(length[1]);
  if (!/^transfer-encoding: chunked/im.test(head)) return start;
  const last = received.indexOf('0\r\n\r\n', start);
  return last < 0 ? Number.POSITIVE_INFINITY : last + 5;
}
