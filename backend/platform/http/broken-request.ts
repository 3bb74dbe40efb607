import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { errorBody } from '@wire/errors.js';
import { rulesOf } from './error.filter.js';

const STATUSES: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Time for a client to read its answer and hang up. */
const LINGER_MS = 1_000;

// A private member, as in Node's own handler of `clientError`. The public alternative, tracking responses by the event
// `request`, does not say which of several pipelined responses the socket is sending.
type UsedSocket = Socket & { _httpMessage?: ServerResponse | null };

function answer(status: number): { head: Record<string, string | number>; body: string } {
  const body = JSON.stringify(errorBody(rulesOf(status), randomUUID()));
  const head = {
    Connection: 'close',
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
  };
  return { head, body };
}

/** Sends what is left to send and closes; what still comes is read and dropped meanwhile, or the reset would take the answer along. */
function closeGently(socket: Socket, text = ''): void {
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
  socket.resume();
  socket.end(text);
}

/** The last request of each connection, with its response. */
type LastRequests = WeakMap<Socket, { request: IncomingMessage; response: ServerResponse }>;

function answerClientError(error: NodeJS.ErrnoException, socket: UsedSocket, requests: LastRequests): void {
  // What came before was answered already, and the socket closes behind that.
  if (socket.writableEnded) return;
  const sending = socket._httpMessage;
  const last = requests.get(socket);
  const isAnswered = sending?.writableEnded || (last?.response.writableEnded && !last.request.complete);
  if (isAnswered) {
    // The rest of its body is no HTTP: a second answer would be taken for that of the next request.
    closeGently(socket);
    return;
  }
  if (!socket.writable || sending?.headersSent) {
    socket.destroy();
    return;
  }
  const status = STATUSES[error.code ?? ''] ?? 400;
  const { head, body } = answer(status);
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`);
  closeGently(socket, [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'));
}

/**
 * Answers what never becomes a request (headers too long, no HTTP at all) with the error body of contract 1: Node's own
 * answers are empty. The number of headers is not limited, so that none is dropped unread; their size is.
 */
export function answerBrokenRequests(server: Server): void {
  server.maxHeadersCount = 0;
  const requests: LastRequests = new WeakMap();
  server.on('request', (request, response) => requests.set(request.socket, { request, response }));
  server.on('clientError', (error, socket: Socket) => answerClientError(error, socket, requests));
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const { head, body } = answer(417);
    response.writeHead(417, head).end(body);
  });
}
