import { once } from 'node:events';
import { invalid } from '@domain/broken-rule.js';
import { Controller, Get, Headers, Inject, Query, Req, Res } from '@nestjs/common';
import type { FeedPage } from '@wire/feed.js';
import type { Response } from 'express';
import { hashAt } from '../../event-store/log-subscription.js';
import type { Queryable } from '../../platform/database.js';
import { TooManyError } from '../../platform/errors.js';
import { GracefulShutdown } from '../../platform/http/graceful-shutdown.js';
import { Permit } from '../../platform/http/permission.js';
import {
  type Json,
  type KnownRequest,
  type SignedIn,
  seesGuests,
} from '../../platform/http/request-context.js';
import { POOL } from '../../platform/platform.module.js';
import { FeedPages } from './feed-pages.js';
import { beyondEnd, type FeedQuery, OTHER_HISTORY, readFeedQuery } from './feed-query.js';
import { FeedReaders } from './feed-readers.js';

const STREAM_TYPE = 'text/event-stream';
/** Most programs that may wait at once on a node; a further one is told to come back. */
const MOST_WAITING = 2_000;
const COME_BACK_MS = 5_000;
const CROWDED = invalid(
  'too_many_readers',
  null,
  '記録を読んでいるシステムが多すぎます。少し待ってからつなぎ直してください。',
);
/** Events that a stream hands over at a time: for each client that does not read, a few of these are in memory. */
const STREAMED = 50;
const BEAT_MS = 15_000;
/** Milliseconds after which a stream ends: the client opens it again, and its rights are checked. */
const LONGEST_STREAM_MS = 300_000;
/** Milliseconds that a client may leave sent data unread. */
const UNREAD_MS = 30_000;

/** The log for other programs (連携), as pages of JSON that may wait for news, or as a stream of server-sent events. */
@Controller('api/feed')
@Permit('audit')
export class FeedController {
  private waiting = 0;

  constructor(
    private readonly pages: FeedPages,
    private readonly readers: FeedReaders,
    private readonly shutdown: GracefulShutdown,
    @Inject(POOL) private readonly queries: Queryable,
  ) {}

  @Get()
  async feed(
    @Query() parameters: Json,
    @Headers('last-event-id') lastEventId: string | undefined,
    @Req() request: KnownRequest,
    @Res() response: Response,
  ): Promise<void> {
    const { signedIn } = request;
    const query = readFeedQuery(parameters, lastEventId);
    const logId = await this.locate(query);
    const isStream = request.accepts(['application/json', STREAM_TYPE]) === STREAM_TYPE;
    if (request.method === 'HEAD') {
      response.type(isStream ? STREAM_TYPE : 'application/json').end();
      return;
    }
    if (this.waiting >= MOST_WAITING) throw new TooManyError(CROWDED, COME_BACK_MS);
    this.waiting += 1;
    try {
      const signal = this.endOf(response, signedIn);
      const isPersonal = seesGuests(request);
      if (isStream) await this.stream(query, { isPersonal, signedIn }, response, signal);
      else await this.page(query, { isPersonal, logId, signedIn }, response, signal);
    } finally {
      this.waiting -= 1;
    }
  }

  /** The log's id; refuses a position that it does not have, or another hash at the one that was said with it. */
  private async locate({ after, known }: FeedQuery): Promise<string> {
    const { logId, position } = await this.pages.refresh();
    if (Math.max(after, known?.position ?? 0) > position) throw beyondEnd(position);
    if (known && known.hash !== (await hashAt(this.queries, known.position))) throw OTHER_HISTORY;
    return logId;
  }

  /** Aborts when the client goes, its key counts no more or the node shuts down. */
  private endOf(response: Response, signedIn: SignedIn | undefined): AbortSignal {
    const controller = new AbortController();
    const end = () => controller.abort();
    this.shutdown.onBegin(end);
    this.readers.add(controller, signedIn);
    response.once('close', () => {
      this.shutdown.forget(end);
      this.readers.remove(controller);
      end();
    });
    return controller.signal;
  }

  private async page(
    { after, limit, waitMs }: FeedQuery,
    { isPersonal, logId, signedIn }: { isPersonal: boolean; logId: string; signedIn: SignedIn | undefined },
    response: Response,
    signal: AbortSignal,
  ): Promise<void> {
    if (waitMs > 0) await this.pages.goesBeyond(after, waitMs, signal);
    // Rights are checked by the next call.
    const mayRead = waitMs === 0 || (await this.readers.mayGoOn(signedIn));
    const events = mayRead ? await this.pages.read({ after, limit, isPersonal }) : [];
    const next = events.at(-1)?.position ?? after;
    const page: FeedPage = { log_id: logId, events, next, head: Math.max(next, this.pages.head) };
    response.json(page);
  }

  private async stream(
    { after }: FeedQuery,
    { isPersonal, signedIn }: { isPersonal: boolean; signedIn: SignedIn | undefined },
    response: Response,
    signal: AbortSignal,
  ): Promise<void> {
    // Compression would hold events back, as would a proxy that collects answers.
    response.setHeader('Cache-Control', 'no-store, no-transform');
    response.setHeader('X-Accel-Buffering', 'no');
    response.setHeader('Content-Type', `${STREAM_TYPE}; charset=utf-8`);
    response.flushHeaders();
    const until = performance.now() + LONGEST_STREAM_MS;
    let place = after;
    while (!signal.aborted && performance.now() < until && (await this.readers.mayGoOn(signedIn))) {
      const { events, text } = await this.pages.stretch({ after: place, limit: STREAMED, isPersonal });
      place = events.at(-1)?.position ?? place;
      if (!(await isTaken(response, text() || ':\n\n', signal))) return;
      if (events.length < STREAMED) await this.pages.goesBeyond(place, BEAT_MS, signal);
    }
    response.end();
  }
}

/** Writes to a client; false when it went away, or did not read in time and was cut off. */
async function isTaken(response: Response, text: string, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return false;
  if (response.write(text)) return true;
  const limit = AbortSignal.any([signal, AbortSignal.timeout(UNREAD_MS)]);
  const isRead = await once(response, 'drain', { signal: limit }).then(
    () => true,
    () => false,
  );
  if (!isRead) response.destroy();
  return isRead;
}
