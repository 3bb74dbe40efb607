import type { Server as HttpServer } from 'node:http';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { activitySchema } from '@wire/activity.js';
import type { PackedFrame, ServerMessages, TerminalMessages } from '@wire/live.js';
import { packFrame } from '@wire/packed-frame.js';
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
import type { Access } from '../platform/config.js';
import type { HotelDatabase, Queryable } from '../platform/database.js';
import { traceOf } from '../platform/error-trace.js';
import { isOwnHost, isOwnOrigin } from '../platform/http/browser-guard.js';
import { logger } from '../platform/logger.js';
import { ACCESS, DATABASE, DATABASE_URL, POOL } from '../platform/platform.module.js';
import { changeFrame } from './change-frame.query.js';
import { ImportProgressRelay } from './import-progress-relay.js';
import { Presence } from './presence.js';

const LARGEST_CATCH_UP = 5_000;
/** Of what waits to be sent to a terminal, in characters and bytes. */
const LARGEST_BACKLOG = 4_000_000;
const EVERYONE = 'live';
/** What a terminal is told that may not connect: nobody is signed in, or it could not be found out. */
const SIGNED_OUT = 'signed_out';
const UNAVAILABLE = 'unavailable';

/** A name that the database takes: with a NUL in one, this node's terminals could be told to no other node. */
const storableName = z.string().transform((name) => name.replace(/[\p{Cc}\p{Cs}]/gu, ''));
const handshakeSchema = z.object({
  log_id: z.string().nullable(),
  position: z.number().int().nonnegative().nullable(),
  // Older terminals send none.
  hash: z.string().nullish(),
  terminal_id: storableName.pipe(z.string().min(1).max(64)),
  terminal: storableName.pipe(z.string().max(50)),
});

/**
 * A terminal's connection: what its socket has not sent yet, and what waits until that has. Neither is public: the events
 * `packetCreate` and `drain` tell of packets, not of how much of them has left.
 */
type Line = {
  writeBuffer: readonly { data?: string }[];
  transport: { socket?: { bufferedAmount: number; terminate: () => void } };
};

type TerminalSocket = Socket<TerminalMessages, ServerMessages>;

/**
 * Pushes every committed change to every terminal of this node (contract 6). It follows the log like any other
 * reader; a terminal joins once it has been given all it missed up to the position that the hub has reached.
 */
@Injectable()
export class LiveHub implements OnApplicationShutdown {
  private server: Server<TerminalMessages, ServerMessages> | null = null;
  private subscription: LogSubscription | null = null;
  private logId = '';
  private position = 0;
  private hash = '';
  private readonly presence: Presence;
  private readonly imports: ImportProgressRelay;

  constructor(
    private readonly store: EventStore,
    @Inject(DATABASE) private readonly database: HotelDatabase,
    @Inject(POOL) private readonly queries: Queryable,
    @Inject(DATABASE_URL) databaseUrl: string,
    @Inject(ACCESS) private readonly access: Access,
    private readonly sessions: SocketSessions,
  ) {
    this.imports = new ImportProgressRelay(databaseUrl, database, (summary) => {
      this.server?.to(EVERYONE).emit('imports', summary);
    });
    this.presence = new Presence(databaseUrl, () => {
      this.server?.to(EVERYONE).emit('presence', this.presence.entries());
    });
  }

  /** Terminals connected to this node. */
  get terminals(): number {
    return this.server?.engine.clientsCount ?? 0;
  }

  /** The log position that terminals of this node have been brought to. */
  get reached(): number {
    return this.position;
  }

  /** How the hub's own reading of the log is; null before it begins. */
  get following(): LogSubscription['state'] | null {
    return this.subscription?.state ?? null;
  }

  /** Begins to serve sockets and to follow the log from where it ends now. */
  async start(http: HttpServer): Promise<void> {
    const head = await this.store.current();
    this.logId = head.logId;
    [this.position, this.hash] = [head.position, head.hash];
    this.server = new Server(http, {
      transports: ['websocket'],
      serveClient: false,
      maxHttpBufferSize: 100_000,
      allowRequest: (request, answer) => {
        const { origin, host } = request.headers;
        const isOwn = origin === undefined || isOwnOrigin(this.access, origin, host);
        answer(null, isOwn && isOwnHost(this.access, host));
      },
    });
    this.server.use((socket, next) => {
      this.sessions.admits(socket.request).then(
        (admitted) => next(admitted ? undefined : new Error(SIGNED_OUT)),
        () => next(new Error(UNAVAILABLE)),
      );
    });
    this.server.on('connection', (socket) => {
      socket.on(
        'disconnect',
        this.sessions.track(socket.request, () => socket.disconnect(true)),
      );
      this.welcome(socket).catch((error: unknown) => {
        logger.warn({ error: traceOf(error) }, 'terminal could not be brought up to date');
        socket.disconnect(true);
      });
    });
    this.subscription = this.store.follow(this.position, (range) => this.push(range));
    await this.subscription.start();
    await this.imports.start();
    await this.sessions.start();
    await this.presence.start();
  }

  /** Hangs up on every terminal, in a way that has it connect again, elsewhere. */
  hangUp(): void {
    this.server?.engine.close();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.sessions.close();
    await this.presence.close();
    await this.imports.close();
    await this.subscription?.close();
    await this.server?.close();
  }

  private async push(range: LogRange): Promise<void> {
    const { to, hash } = range;
    // Nobody to tell: whoever connects now is told what it missed.
    if (this.terminals === 0) {
      [this.position, this.hash] = [to, hash];
      return;
    }
    const frame = await this.frameOf(range);
    [this.position, this.hash] = [to, hash];
    this.server?.to(EVERYONE).emit('changes', frame);
    this.dropSlowTerminals();
  }

  /** What the hub's terminals are told of a range, as it goes over the wire. */
  private async frameOf(range: LogRange): Promise<PackedFrame> {
    const { queries, database, store } = this;
    const referenceAt = (position: number) => store.referenceAt(position);
    return packFrame(await changeFrame({ queries, database, referenceAt }, range));
  }

  /** A terminal that stopped reading is cut off before its queue fills the memory; it catches up when it returns. */
  private dropSlowTerminals(): void {
    for (const { conn } of this.server?.sockets.sockets.values() ?? []) {
      const { writeBuffer, transport } = conn as unknown as Line;
      const waiting = writeBuffer.reduce((sum, { data = '' }) => sum + data.length, 0);
      // In no order that would wait for what was sent before.
      if (waiting + (transport.socket?.bufferedAmount ?? 0) > LARGEST_BACKLOG) transport.socket?.terminate();
    }
  }

  private async welcome(socket: TerminalSocket): Promise<void> {
    const handshake = handshakeSchema.parse(socket.handshake.auth);
    this.followActivity(socket, handshake.terminal_id, handshake.terminal);
    const known = await this.knownPosition(handshake);
    if (known === null || this.position - known > LARGEST_CATCH_UP) return this.join(socket, 'reload');
    let reached = known;
    // The log may move on while what was missed is read: go on until there is nothing between.
    while (reached < this.position) {
      const { position: to, hash } = this;
      const streams = await touchedStreams(this.queries, reached, to);
      socket.emit('changes', await this.frameOf({ from: reached, to, hash, streams }));
      reached = to;
    }
    return this.join(socket, 'ready');
  }

  /** How much of this log a terminal has seen, null for none: one that was restored since may have gone on differently. */
  private async knownPosition({
    log_id,
    position,
    hash,
  }: z.infer<typeof handshakeSchema>): Promise<number | null> {
    if (log_id !== this.logId || position === null || !hash) return null;
    const ownHash = position === this.position ? this.hash : await hashAt(this.queries, position);
    return hash === ownHash ? position : null;
  }

  private async join(socket: TerminalSocket, message: 'ready' | 'reload'): Promise<void> {
    socket.join(EVERYONE);
    socket.emit(message, { log_id: this.logId, position: this.position, hash: this.hash });
    socket.emit('presence', this.presence.entries());
    for (const summary of await this.imports.running()) socket.emit('imports', summary);
  }

  private followActivity(socket: TerminalSocket, terminalId: string, terminal: string): void {
    socket.on('activity', (said: unknown) => {
      const { data: activity } = activitySchema.safeParse(said);
      if (activity) this.presence.set(socket.id, { terminal_id: terminalId, terminal }, activity);
    });
    socket.on('disconnect', () => this.presence.leave(socket.id));
  }
}
