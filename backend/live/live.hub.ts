import type { Server as HttpServer } from 'node:http';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { activitySchema } from '@wire/activity.js';
import type { ImportSummary } from '@wire/csv-imports.js';
import {
  LIVE_PROTOCOLS,
  type PackedFrame,
  packFrame,
  type ServerMessages,
  type TerminalMessages,
  UNKNOWN_PROTOCOL,
} from '@wire/live.js';
import type { MoveInSummary } from '@wire/move-in.js';
import { type RawBuilder, sql } from 'kysely';
import { Server, type Socket } from 'socket.io';
import { z } from 'zod';
import { EventStore } from '../event-store/event-store.js';
import {
  hashAt,
  type LogRange,
  type LogSubscription,
  touchedStreams,
} from '../event-store/log-subscription.js';
import { SocketSessions } from '../identity/identity.module.js';
import { IMPORT_PROGRESS, importSummaries } from '../imports/import-summaries.public.js';
import { MOVE_IN_PROGRESS, moveInSummaries } from '../move-in/move-in.public.js';
import { Clock } from '../platform/clock.js';
import type { Access } from '../platform/config.js';
import type { HotelDatabase, Queryable } from '../platform/database.js';
import { traceOf } from '../platform/errors.js';
import { isOwnSocket } from '../platform/http/browser-guard.js';
import { logger } from '../platform/logger.js';
import { ACCESS, DATABASE, DATABASE_URL, POOL } from '../platform/platform.module.js';
import { productVersion } from '../platform/product-version.js';
import { isTracing, within } from '../platform/tracing/tracing.js';
import { changeFrame } from './change-frame.query.js';
import { Presence } from './presence.js';
import { ProgressRelay } from './progress-relay.js';
import { recordTerminalSpan, startPush } from './traced-frames.js';

const LARGEST_CATCH_UP = 5_000;
/** Largest unsent backlog of a terminal, in characters and bytes. */
const LARGEST_BACKLOG = 4_000_000;
const ROOM = 'live';
/** Reasons for refusing a connection: nobody is signed in, or the session could not be checked. */
const SIGNED_OUT = 'signed_out';
const UNAVAILABLE = 'unavailable';

/** A name without control characters: PostgreSQL refuses NUL, which would stop this node's presence. */
const storableName = z.string().transform((name) => name.replace(/[\p{Cc}\p{Cs}]/gu, ''));
const handshakeSchema = z.object({
  log_id: z.string().nullable(),
  position: z.number().int().nonnegative().nullable(),
  // Absent in older terminals.
  hash: z.string().nullish(),
  // Other versions may have had other fields; who says none is told of changes only.
  product_version: z.string().nullish(),
  protocol: z.number().int().optional(),
  terminal_id: storableName.pipe(z.string().min(1).max(64)),
  terminal: storableName.pipe(z.string().max(50)),
});
type Handshake = z.infer<typeof handshakeSchema>;

/**
 * Unsent data of a terminal's connection: packets in the engine's buffer, and bytes in the WebSocket. Neither is public:
 * the events `packetCreate` and `drain` do not tell how much has been sent.
 */
type Backlog = {
  writeBuffer: readonly { data?: string }[];
  transport: { socket?: { bufferedAmount: number; terminate: () => void } };
};

/** Returns what runs, has just ended, or is one of these; of imports and files that are moved in alike. */
const changingOr = (ids: number[]): RawBuilder<boolean> => sql<boolean>`(
  status = 'running' or id = any(${ids}::int[]) or finished_at > clock_timestamp() - interval '1 minute')`;

/** A terminal whose line or node is dead notices within the sum of both, 7.5 s, and says 再接続中. */
const PING_MS = 2_500;
const PONG_MS = 5_000;

/** Returns why a client can't be served, undefined when it can: it speaks a version of the protocol that this node does not. */
function refusalOf({ protocol = 1 }: Record<string, unknown>): Error | undefined {
  const isKnown = LIVE_PROTOCOLS.some((known) => known === protocol);
  if (isKnown) return undefined;
  const told = { version: productVersion(), protocols: LIVE_PROTOCOLS };
  return Object.assign(new Error(UNKNOWN_PROTOCOL), { data: told });
}

type TerminalSocket = Socket<TerminalMessages, ServerMessages>;

/**
 * Pushes every committed change to every terminal of this node (contract 6). It subscribes to the log; a terminal joins
 * once it has received what it missed up to the hub's position.
 */
@Injectable()
export class LiveHub implements OnApplicationShutdown {
  private server: Server<TerminalMessages, ServerMessages> | null = null;
  private subscription: LogSubscription | null = null;
  private logId = '';
  private position = 0;
  private hash = '';
  private readonly presence: Presence;
  private readonly imports: ProgressRelay<ImportSummary>;
  private readonly moveIns: ProgressRelay<MoveInSummary>;

  constructor(
    private readonly store: EventStore,
    @Inject(DATABASE) private readonly database: HotelDatabase,
    @Inject(POOL) private readonly queries: Queryable,
    @Inject(DATABASE_URL) databaseUrl: string,
    @Inject(ACCESS) private readonly access: Access,
    private readonly sessions: SocketSessions,
    private readonly clock: Clock,
  ) {
    this.imports = new ProgressRelay(
      { databaseUrl, channel: IMPORT_PROGRESS },
      (ids) => importSummaries(database, changingOr(ids)),
      (summary) => this.server?.to(ROOM).emit('imports', summary),
    );
    this.moveIns = new ProgressRelay(
      { databaseUrl, channel: MOVE_IN_PROGRESS },
      (ids) => moveInSummaries(database, changingOr(ids)),
      (summary) => this.server?.to(ROOM).emit('move_in', summary),
    );
    this.presence = new Presence(databaseUrl, () => {
      this.server?.to(ROOM).emit('presence', this.presence.entries());
    });
  }

  /** Terminals connected to this node. */
  get terminals(): number {
    return this.server?.engine.clientsCount ?? 0;
  }

  /** The log position that terminals of this node are current as of. */
  get currentPosition(): number {
    return this.position;
  }

  /** State of the hub's log subscription; null before it starts. */
  get subscriptionState(): LogSubscription['state'] | null {
    return this.subscription?.state ?? null;
  }

  /**
   * Starts serving sockets and following the log from its current end. `onDivergence` is called when the log goes on
   * differently than this node has seen it: what it holds in memory may be of the lost part.
   */
  async start(http: HttpServer, onDivergence: () => void): Promise<void> {
    const head = await this.store.current();
    this.logId = head.logId;
    [this.position, this.hash] = [head.position, head.hash];
    this.server = new Server(http, {
      transports: ['websocket'],
      serveClient: false,
      pingInterval: PING_MS,
      pingTimeout: PONG_MS,
      maxHttpBufferSize: 100_000,
      allowRequest: (request, answer) => answer(null, isOwnSocket(this.access, request)),
    });
    this.server.use((socket, next) => {
      this.sessions.admits(socket.request).then(
        (admitted) => next(admitted ? refusalOf(socket.handshake.auth) : new Error(SIGNED_OUT)),
        () => next(new Error(UNAVAILABLE)),
      );
    });
    this.server.on('connection', (socket) => {
      socket.on(
        'disconnect',
        this.sessions.track(socket.request, () => socket.disconnect(true)),
      );
      this.connect(socket).catch((error: unknown) => {
        logger.warn({ error: traceOf(error) }, 'terminal could not be brought up to date');
        socket.disconnect(true);
      });
    });
    const publish = (range: LogRange) => this.publish(range);
    this.subscription = this.store.follow(head, publish, onDivergence);
    await this.subscription.start();
    await this.imports.start();
    await this.moveIns.start();
    await this.sessions.start();
    await this.presence.start();
  }

  /** Disconnects every terminal so that it reconnects, to another node. */
  disconnectAll(): void {
    this.server?.engine.close();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.sessions.close();
    await this.presence.close();
    await this.imports.close();
    await this.moveIns.close();
    await this.subscription?.close();
    await this.server?.close();
  }

  private async publish(range: LogRange): Promise<void> {
    const { to, hash } = range;
    // Terminals that connect later catch up.
    if (this.terminals === 0) {
      [this.position, this.hash] = [to, hash];
      return;
    }
    const span = await startPush(this.queries, range);
    const frame = await within(span, () => this.frameOf(range)).finally(() => span?.end());
    [this.position, this.hash] = [to, hash];
    this.server?.to(ROOM).emit('changes', span ? { ...frame, traceparent: span.traceparent } : frame);
    this.dropSlowTerminals();
  }

  private async frameOf(range: LogRange): Promise<PackedFrame> {
    const { queries, database, store } = this;
    const today = this.clock.today();
    return packFrame(await changeFrame({ queries, database, store, today }, range));
  }

  /** Disconnects terminals that stopped reading, before their queues fill the memory; they catch up on reconnecting. */
  private dropSlowTerminals(): void {
    for (const { conn } of this.server?.sockets.sockets.values() ?? []) {
      const { writeBuffer, transport } = conn as unknown as Backlog;
      const unsent = writeBuffer.reduce((sum, { data = '' }) => sum + data.length, 0);
      // An orderly close would wait for the unsent data.
      if (unsent + (transport.socket?.bufferedAmount ?? 0) > LARGEST_BACKLOG) transport.socket?.terminate();
    }
  }

  private async connect(socket: TerminalSocket): Promise<void> {
    const handshake = handshakeSchema.parse(socket.handshake.auth);
    this.followActivity(socket, handshake.terminal_id, handshake.terminal);
    const known = await this.knownPosition(handshake);
    const { product_version: version = productVersion() } = handshake;
    if (known === null || this.position - known > LARGEST_CATCH_UP || version !== productVersion()) {
      const isOther = known === null && handshake.position !== null && Boolean(handshake.hash);
      return this.join(socket, 'reload', isOther);
    }
    let current = known;
    // The log may advance while missed changes are read: repeat until current.
    while (current < this.position) {
      const { position: to, hash } = this;
      const streams = await touchedStreams(this.queries, current, to);
      socket.emit('changes', await this.frameOf({ from: current, to, hash, streams }));
      current = to;
    }
    return this.join(socket, 'ready');
  }

  /** The terminal's position in this log, null if its hash differs, as after a restored backup. */
  private async knownPosition({ log_id, position, hash }: Handshake): Promise<number | null> {
    if (log_id !== this.logId || position === null || !hash) return null;
    const ownHash = position === this.position ? this.hash : await hashAt(this.queries, position);
    return hash === ownHash ? position : null;
  }

  private async join(
    socket: TerminalSocket,
    message: 'ready' | 'reload',
    isOtherHistory = false,
  ): Promise<void> {
    const { logId: log_id, position, hash } = this;
    socket.join(ROOM);
    const version = productVersion();
    socket.emit(message, {
      log_id,
      position,
      hash,
      version,
      protocol: LIVE_PROTOCOLS[0],
      ...(isTracing() ? { tracing: true } : {}),
      ...(isOtherHistory ? { is_other_history: true } : {}),
    });
    socket.emit('presence', this.presence.entries());
    const running = await importSummaries(this.database, sql`status = 'running'`);
    for (const summary of running) socket.emit('imports', summary);
    for (const summary of await moveInSummaries(this.database, sql`status = 'running'`))
      socket.emit('move_in', summary);
  }

  private followActivity(socket: TerminalSocket, terminalId: string, terminal: string): void {
    socket.on('activity', (message: unknown) => {
      const { data: activity } = activitySchema.safeParse(message);
      if (activity) this.presence.set(socket.id, { terminal_id: terminalId, terminal }, activity);
    });
    socket.on('trace', recordTerminalSpan);
    socket.on('disconnect', () => this.presence.leave(socket.id));
  }
}
