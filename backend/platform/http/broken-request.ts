import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { BadRequestException } from '@nestjs/common';
import { errorBody } from '@wire/errors.js';
import type { NextFunction, Request, Response } from 'express';
import { rulesOf } from './error.filter.js';

const STATUSES: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** A connection that is being closed is looked at in this interval: one that was silent meanwhile is cut. */
const QUIET_MS = 1_000;
/** Looks that a connection gets at most, however much it still sends. */
const MOST_LOOKS = 30;

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
  let looks = 0;
  let read = socket.bytesRead;
  const timer = setInterval(() => {
    looks += 1;
    if (socket.bytesRead === read || looks === MOST_LOOKS) socket.destroy();
    read = socket.bytesRead;
  }, QUIET_MS);
  socket.once('close', () => clearInterval(timer));
  socket.resume();
  socket.end(text);
}

type Answered = { request: IncomingMessage; response: ServerResponse };

/** Answers bytes that are no HTTP; requests that came whole before them get their answers first, and only these. */
class BrokenConnections {
  /** The last request of each connection. */
  private readonly last = new WeakMap<Socket, Answered>();
  private readonly ending = new WeakSet<Socket>();

  note(request: IncomingMessage, response: ServerResponse): void {
    this.last.set(request.socket, { request, response });
  }

  /** Closes a connection as Node does; one whose request is not read to its end is closed gently. */
  keepAnswers(socket: Socket): void {
    const destroySoon = socket.destroySoon.bind(socket);
    socket.destroySoon = () => {
      const isRead = this.last.get(socket)?.request.complete ?? true;
      if (isRead || socket.writableEnded) destroySoon();
      else closeGently(socket);
    };
  }

  answer(error: NodeJS.ErrnoException, socket: UsedSocket): void {
    if (socket.writableEnded || this.ending.has(socket)) return;
    const last = this.last.get(socket);
    const awaited = this.awaited(socket, last);
    if (awaited) {
      this.ending.add(socket);
      if (!awaited.headersSent) awaited.setHeader('Connection', 'close');
      awaited.once('finish', () => closeGently(socket));
      return;
    }
    if (last && !last.request.complete && last.response.writableFinished) {
      // The rest of its body is no HTTP: a second answer would be taken for that of the next request.
      closeGently(socket);
      return;
    }
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    const status = STATUSES[error.code ?? ''] ?? 400;
    const { head, body } = answer(status);
    const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`);
    closeGently(socket, [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'));
  }

  /** The response that is still to be sent before anything is said of the broken bytes; null for none. */
  private awaited({ _httpMessage: sending }: UsedSocket, last: Answered | undefined): ServerResponse | null {
    if (last?.request.complete && !last.response.writableFinished) return last.response;
    const hasBegun = sending && (sending !== last?.response || sending.headersSent);
    return hasBegun ? sending : null;
  }
}

/**
 * Answers what never becomes a request (headers too long, no HTTP at all) with the error body of contract 1: Node's own
 * answers are empty. The number of headers is not limited, so that none is dropped unread; their size is.
 */
export function answerBrokenRequests(server: Server): void {
  server.maxHeadersCount = 0;
  const broken = new BrokenConnections();
  server.on('connection', (socket) => broken.keepAnswers(socket));
  server.on('request', (request, response) => broken.note(request, response));
  server.on('clientError', (error, socket: Socket) => broken.answer(error, socket));
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const { head, body } = answer(417);
    response.writeHead(417, head).end(body);
  });
}

/**
 * Refuses a request whose client hung up before its body was read. The parser takes it for one without a body, and what is
 * asked for would be done without what was said of it.
 */
export function refuseUnread(request: Request, _response: Response, next: NextFunction): void {
  const { headers, body, socket } = request;
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  next(hasBody && body === undefined && !socket.readable ? new BadRequestException() : undefined);
}
