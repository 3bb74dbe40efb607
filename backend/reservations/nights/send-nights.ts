import type { Request, Response } from 'express';
import { decompress } from '../../platform/http/joined-gzip.js';

/** A list as gzip, and as brotli if that was made. */
type PackedList = { gzip: Buffer; brotli: Buffer | null };

function send(response: Response, body: Buffer, encoding: string | null): void {
  if (encoding) response.setHeader('Content-Encoding', encoding);
  response.setHeader('Content-Length', body.length);
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.vary('Accept-Encoding');
  response.end(body);
}

/** Sends a list in the best encoding that there is of those that the client accepts. */
export async function sendNights(request: Request, response: Response, answer: PackedList): Promise<void> {
  const brotli = request.acceptsEncodings('br') ? answer.brotli : null;
  if (brotli) send(response, brotli, 'br');
  else if (request.acceptsEncodings('gzip')) send(response, answer.gzip, 'gzip');
  else send(response, await decompress(answer.gzip), null);
}
