import type { Activity } from '@wire/activity.js';
import type { ImportSummary } from '@wire/csv-imports.js';
import {
  type ChangeFrame,
  type Handshake,
  type PresenceEntry,
  type ServerMessages,
  type TerminalMessages,
  UNKNOWN_PROTOCOL,
  unpackFrame,
  type Welcome,
} from '@wire/live.js';
import type { MoveInSummary } from '@wire/move-in.js';
import type { TerminalSpan } from '@wire/terminal-span.js';
import { io, type Socket } from 'socket.io-client';

/** Receives what the connection receives. */
export type LiveListener = {
  handshake: () => Handshake;
  ready: (state: Welcome) => void;
  changes: (frame: ChangeFrame) => void;
  reload: ServerMessages['reload'];
  presence: (entries: PresenceEntry[]) => void;
  imports: (summary: ImportSummary) => void;
  moveIn: (summary: MoveInSummary) => void;
  /** The connection was lost or never came up; everything until `lastReceived` was received. */
  lost: (lastReceived: Date) => void;
  /** The server refused the connection without a session; there is no further attempt until `reconnect`. */
  signedOut: () => void;
  /** The server speaks this protocol no more; its version, for the offer of a newer page. */
  outdated: (version: string | null) => void;
};

/** The live connection as the rest of the page sees it. */
export type LiveConnection = {
  /** Tells the other terminals what is done here. */
  activity: (activity: Activity) => void;
  /** Tells the node what was measured. */
  trace: (span: TerminalSpan) => void;
  /** Cuts and connects anew, so that everything missed comes again; no-op while connecting. */
  reconnect: () => void;
  close: () => void;
};

const SIGNED_OUT = 'signed_out';
const REFUSED_RETRY_MS = 1_000;

/** Opens the socket; every (re)connection says the last position seen and gets what was missed first. */
export function openLive(listener: LiveListener): LiveConnection {
  let own: Activity | null = null;
  let lastReceived = new Date();
  let isLost = false;
  const lost = (until: Date) => {
    if (!isLost) listener.lost(until);
    isLost = true;
  };
  const socket: Socket<ServerMessages, TerminalMessages> = io({
    transports: ['websocket'],
    auth: (send) => send(listener.handshake()),
    reconnectionDelay: 300,
    reconnectionDelayMax: 3_000,
  });
  // A silently broken connection is noticed long after its last message.
  socket.io.on('ping', () => {
    lastReceived = new Date();
  });
  const tellActivity = () => own && socket.emit('activity', own);
  socket.on('ready', (state) => {
    lastReceived = new Date();
    isLost = false;
    listener.ready(state);
    tellActivity();
  });
  socket.on('changes', (frame) => listener.changes(unpackFrame(frame)));
  socket.on('reload', (state) => {
    isLost = false;
    listener.reload(state);
    tellActivity();
  });
  socket.on('presence', listener.presence);
  socket.on('imports', listener.imports);
  socket.on('move_in', listener.moveIn);
  socket.on('disconnect', (reason) => {
    lost(reason === 'ping timeout' ? lastReceived : new Date());
    if (reason === 'io server disconnect') socket.connect();
  });
  socket.on('connect_error', (error: Error & { data?: { version?: string } }) => {
    const { message, data } = error;
    if (message === SIGNED_OUT) return listener.signedOut();
    if (message === UNKNOWN_PROTOCOL) listener.outdated(data?.version ?? null);
    lost(lastReceived);
    // An active one tries again by itself.
    if (!socket.active) setTimeout(() => socket.connect(), REFUSED_RETRY_MS);
  });
  return {
    activity: (activity) => {
      own = activity;
      if (socket.connected) tellActivity();
    },
    trace: (span) => void socket.emit('trace', span),
    reconnect() {
      const isConnecting = socket.active && !socket.connected;
      if (!isConnecting) socket.disconnect().connect();
    },
    close: () => socket.disconnect(),
  };
}
