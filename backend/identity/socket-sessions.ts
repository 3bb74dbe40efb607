import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { Access } from '../platform/config.js';
import { NotificationListener } from '../platform/notification-listener.js';
import { ACCESS, DATABASE_URL } from '../platform/platform.module.js';
import { SESSION_ENDED, SessionRepository } from './session.repository.js';
import { SessionReader } from './session-reader.js';
import { SignedInStaff } from './signed-in-staff.js';

/** A socket of a session. */
type OpenSocket = { sid: string; close: () => void };

/** Admits sockets by their session and closes them soon after it ends, on every node. */
@Injectable()
export class SocketSessions {
  private readonly sockets = new Set<OpenSocket>();
  private readonly listener: NotificationListener | null;

  constructor(
    @Inject(ACCESS) private readonly access: Access,
    @Inject(DATABASE_URL) databaseUrl: string,
    private readonly sessions: SessionReader,
    private readonly repository: SessionRepository,
    private readonly staff: SignedInStaff,
  ) {
    this.listener =
      access.mode === 'session'
        ? new NotificationListener(databaseUrl, SESSION_ENDED, () => this.closeEnded())
        : null;
  }

  async start(): Promise<void> {
    await this.listener?.start();
  }

  async close(): Promise<void> {
    await this.listener?.close();
  }

  /** Returns whether a socket may connect: always without sign-in, else when somebody is signed in. */
  async admits(request: IncomingMessage): Promise<boolean> {
    return this.access.mode === 'off' || (await this.sessions.signedIn(request)) !== null;
  }

  /** Closes an admitted socket when its session ends; call the returned function when it has closed. */
  track(request: IncomingMessage, close: () => void): () => void {
    if (this.access.mode === 'off') return () => {};
    const socket = { sid: (request as Request).sessionID, close };
    this.sockets.add(socket);
    return () => this.sockets.delete(socket);
  }

  private async closeEnded(): Promise<void> {
    const sockets = [...this.sockets];
    if (sockets.length === 0) return;
    const open = await this.repository.open(sockets.map(({ sid }) => sid));
    for (const { sid, close } of sockets) {
      const session = open.get(sid);
      if (!session || !(await this.staff.of(session))) close();
    }
  }
}
