import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

/** `pipeline` listens seven times for the end of an answer, beside what counts, logs and compresses it: no leak. */
const MOST_LISTENERS = 20;

/** Fires when the client goes away before it has its whole answer. */
export function onClientGone(response: Response): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  return gone.signal;
}

/** Whether an answer ended because its client went away. */
export function isClientGone(error: unknown): boolean {
  const { name, code } = error as { name?: string; code?: string };
  return name === 'AbortError' || code === 'ERR_STREAM_PREMATURE_CLOSE';
}

async function* beginningWith(
  first: IteratorResult<string>,
  rest: AsyncGenerator<string>,
): AsyncGenerator<string> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}

/**
 * Sends an answer piece by piece, no faster than the client takes it. What fails before the first piece is an error
 * answer; what fails later breaks the connection, so that a part is never taken for the whole.
 */
export async function sendChunks(
  response: Response,
  contentType: string,
  pieces: AsyncGenerator<string>,
): Promise<void> {
  const first = await pieces.next();
  // Compressed pieces would wait for each other on their way.
  response.setHeader('Cache-Control', 'no-store, no-transform');
  response.setHeader('Content-Type', contentType);
  response.setMaxListeners(MOST_LISTENERS);
  await pipeline(Readable.from(beginningWith(first, pieces)), response);
}
