import { once } from 'node:events';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { WebhookFailure } from '@wire/webhooks.js';
import { productVersion } from '../../platform/product-version.js';
import { detailOf } from '../../platform/thrown.js';
import {
  type Address,
  AddressNotAllowed,
  allowedAddresses,
  type Resolve,
  resolveBySystem,
} from './allowed-addresses.js';

/** Outcome of sending: taken, refused for good (410), or not taken. */
export type SendResult =
  | { outcome: 'delivered' }
  | { outcome: 'gone' }
  | { outcome: 'failed'; failure: WebhookFailure; status: number | null; retryAfter?: string };

export type SenderOptions = {
  allowsPrivate: boolean;
  resolve?: Resolve;
  /** Longest time until there is a connection, and until the answer is there. */
  connectMs?: number;
  wholeMs?: number;
  /** The certificate that is trusted instead of those of Node.js. */
  ca?: string | undefined;
};

const CONNECT_MS = 5_000;
const WHOLE_MS = 15_000;
/** Most bytes of an answer's body that are read and thrown away. */
const MOST_BYTES = 4_096;
const MOST_HEADER_BYTES = 16_384;
/** Look-ups at a time: each takes one of the few threads that also read files. */
const MOST_LOOKUPS = 2;

const TLS_CODE =
  /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_MISMATCH|EPROTO|INVALID_)/;
const failed = (failure: WebhookFailure, status: number | null = null) => ({
  outcome: 'failed' as const,
  failure,
  status,
});

/** Returns the reason why there was no answer, by the error's code. */
function failureOf(error: unknown, isInTime: boolean): WebhookFailure {
  if (error instanceof AddressNotAllowed) return 'address';
  if (!isInTime) return 'timeout';
  const code = detailOf(error, 'code') ?? '';
  if (/^(ENOTFOUND|EAI_|ENODATA)/.test(code)) return 'unknown_host';
  if (/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/.test(code)) return 'refused';
  return TLS_CODE.test(code) ? 'tls' : 'cut';
}

/** Returns a look-up that answers with the checked addresses, without asking again. */
const pinned =
  (addresses: readonly Address[]): LookupFunction =>
  (_host, { all }, done) => {
    const [first] = addresses;
    if (all) done(null, [...addresses]);
    else done(null, first?.address ?? '', first?.family);
  };

/** Posts messages to URLs: only to allowed addresses, without following redirects, in bounded time and memory. */
export class WebhookSender {
  private readonly options: SenderOptions & { resolve: Resolve; connectMs: number; wholeMs: number };
  private readonly waiting: (() => void)[] = [];
  private lookups = 0;

  constructor(options: SenderOptions) {
    this.options = { resolve: resolveBySystem, connectMs: CONNECT_MS, wholeMs: WHOLE_MS, ...options };
  }

  /** Throws AddressNotAllowed for a URL whose host is not allowed; an unknown name is not refused. */
  async check(url: URL): Promise<void> {
    const signal = AbortSignal.timeout(this.options.connectMs);
    await this.addressesOf(url, signal).catch((error: unknown) => {
      if (error instanceof AddressNotAllowed) throw error;
    });
  }

  /** Sends a message; resolves also for failures, and rejects once `signal` aborts. */
  async send(
    url: URL,
    headers: Readonly<Record<string, string>>,
    body: string,
    signal: AbortSignal,
  ): Promise<SendResult> {
    const limit = AbortSignal.timeout(this.options.wholeMs);
    const either = AbortSignal.any([signal, limit]);
    const connecting = { isInTime: true };
    try {
      const addresses = await this.addressesOf(url, either);
      const answer = await this.post(url, { addresses, headers, body, signal: either, connecting });
      const { statusCode: status = 0, headers: answered } = answer;
      if (status === 410) return { outcome: 'gone' };
      if (status >= 200 && status < 300) return { outcome: 'delivered' };
      const retryAfter = answered['retry-after'];
      return { ...failed('status', status), ...(retryAfter !== undefined && { retryAfter }) };
    } catch (error) {
      signal.throwIfAborted();
      return failed(failureOf(error, !limit.aborted && connecting.isInTime));
    }
  }

  /** The answer, once its body has come or enough of it. */
  private async post(
    url: URL,
    {
      addresses,
      headers,
      body,
      signal,
      connecting,
    }: {
      addresses: readonly Address[];
      headers: Readonly<Record<string, string>>;
      body: string;
      signal: AbortSignal;
      connecting: { isInTime: boolean };
    },
  ): Promise<IncomingMessage> {
    const isSecure = url.protocol === 'https:';
    const call = (isSecure ? requestHttps : requestHttp)(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': `hotel-front-desk/${productVersion()}`,
        ...headers,
      },
      ...{ agent: false, lookup: pinned(addresses), maxHeaderSize: MOST_HEADER_BYTES, signal },
      ...(this.options.ca !== undefined && { ca: this.options.ca }),
    });
    const slow = setTimeout(() => {
      connecting.isInTime = false;
      call.destroy();
    }, this.options.connectMs);
    call.once('socket', (socket) =>
      socket.once(isSecure ? 'secureConnect' : 'connect', () => clearTimeout(slow)),
    );
    try {
      call.end(body);
      const [response] = (await once(call, 'response')) as [IncomingMessage];
      call.on('error', () => undefined);
      // Once its status is there, whatever comes of the rest changes nothing.
      await leaveOut(response).catch(() => undefined);
      return response;
    } finally {
      clearTimeout(slow);
      call.destroy();
    }
  }

  private async addressesOf(url: URL, signal: AbortSignal): Promise<Address[]> {
    const { allowsPrivate, resolve } = this.options;
    return allowedAddresses(url, { allowsPrivate, resolve: (host) => this.inTurn(resolve, host, signal) });
  }

  /** Looks a host up, waiting while too many look-ups run; rejects as soon as the signal aborts. */
  private async inTurn(resolve: Resolve, host: string, signal: AbortSignal): Promise<Address[]> {
    const aborted = new Promise<never>((_, reject) => {
      if (signal.aborted) reject(signal.reason);
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    aborted.catch(() => undefined);
    const turn = this.lookups < MOST_LOOKUPS ? null : new Promise<void>((go) => this.waiting.push(go));
    if (turn === null) this.lookups += 1;
    const found = (async () => {
      await turn;
      try {
        return signal.aborted ? [] : await resolve(host);
      } finally {
        const next = this.waiting.shift();
        if (next) next();
        else this.lookups -= 1;
      }
    })();
    found.catch(() => undefined);
    return Promise.race([found, aborted]);
  }
}

/** Reads a little of an answer's body, which is never kept. */
async function leaveOut(response: IncomingMessage): Promise<void> {
  let bytes = 0;
  for await (const chunk of response) {
    bytes += (chunk as Buffer).length;
    if (bytes >= MOST_BYTES) return;
  }
}
