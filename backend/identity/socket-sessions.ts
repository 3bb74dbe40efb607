import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { Access } from '../platform/config.js';
import { NotificationListener } from '../platform/notification-listener.js';
import { ACCESS, DATABASE_URL } from '../platform/platform.module.js';
import { SESSION_ENDED, SessionRepository } from './session.repository.js';
import { SessionReader } from './session-reader.js';
import { SignedInStaff } from './signed-in-staff.js';

/** A socket that lasts no longer than its session. */
type Held = { sid: string; close: () => void };

/** Lets sockets in by their session, and closes them soon after it ended, on whatever node that was. */
@Injectable()
export class SocketSessions {
  private readonly held = new Set<Held>();
  private readonly bell: NotificationListener | null;

  constructor(
    @Inject(ACCESS) private readonly access: Access,
    @Inject(DATABASE_URL) databaseUrl: string,
    private readonly sessions: SessionReader,
    private readonly book: SessionRepository,
    private readonly staff: SignedInStaff,
  ) {
    this.bell =
      access.mode === 'session'
        ? new NotificationListener(databaseUrl, SESSION_ENDED, () => this.closeEnded())
        : null;
  }

  /** Begins to watch for sessions that end. */
  async start(): Promise<void> {
    await this.bell?.start();
  }

  /** Stops watching. */
  async close(): Promise<void> {
    await this.bell?.close();
  }

  /** Whether a socket may connect: always without sign-in, else when somebody is signed in. */
  async admits(request: IncomingMessage): Promise<boolean> {
    return this.access.mode === 'off' || (await this.sessions.signedIn(request)) !== null;
  }

  /** Closes an admitted socket when its session ends; the answer is to be called when it closed by itself. */
  hold(request: IncomingMessage, close: () => void): () => void {
    if (this.access.mode === 'off') return () => {};
    const held = { sid: (request as Request).sessionID, close };
    this.held.add(held);
    return () => this.held.delete(held);
  }

  private async closeEnded(): Promise<void> {
    const held = [...this.held];
    if (held.length === 0) return;
    const open = await this.book.open(held.map(({ sid }) => sid));
    for (const { sid, close } of held) {
      const session = open.get(sid);
      if (!session || !(await this.staff.of(session))) close();
    }
  }
}
