import type { ImportSummary } from '@wire/csv-imports.js';
import {
  type ChangeFrame,
  type Handshake,
  type PackedFrame,
  type PresenceEntry,
  unpackFrame,
  type Welcome,
} from '@wire/live.js';
import { SERVER_MESSAGES } from '@wire/live-messages.js';
import type { MoveInSummary } from '@wire/move-in.js';
import { io, type Socket } from 'socket.io-client';
import { eventually } from './eventually.js';

/** Number of its messages that a failed wait names. */
const NEWEST = 10;

type State = { log_id: string; position: number; hash: string };
type Message =
  | { kind: 'ready'; state: State }
  | { kind: 'reload'; state: State }
  | { kind: 'changes'; frame: ChangeFrame }
  | { kind: 'presence'; entries: PresenceEntry[] }
  | { kind: 'imports'; summary: ImportSummary }
  | { kind: 'move_in'; summary: MoveInSummary }
  | { kind: 'disconnect' }
  | { kind: 'connect_error'; reason: string };

/** A terminal without a screen: it keeps all messages in the order in which they came. */
export class LiveTerminal {
  readonly messages: Message[] = [];
  /** Reason why the connection ended. */
  reason: string | null = null;
  /** The version of the node, as it was told. */
  nodeVersion: string | null = null;
  /** The newest version of the protocol that the node speaks, as it was told. */
  protocol: number | null = null;
  /** True once the node has said that it records spans. */
  isTracing = false;
  private readonly undocumented: string[] = [];
  private readonly socket: Socket;

  constructor(
    url: string,
    handshake: Partial<Handshake> | Record<string, unknown> = {},
    options: { extraHeaders?: Record<string, string> } = {},
  ) {
    const terminal = {
      log_id: null,
      position: null,
      hash: null,
      terminal_id: 'terminal-1',
      terminal: 'フロント1',
    };
    this.socket = io(url, {
      auth: { ...terminal, ...handshake },
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
      ...options,
    });
    this.socket.on('disconnect', (reason) => {
      this.reason = reason;
      this.keep({ kind: 'disconnect' });
    });
    this.socket.on('connect_error', ({ message }) => this.keep({ kind: 'connect_error', reason: message }));
    // What the document of the protocol does not allow fails the test that waits for it.
    for (const [name, [schema]] of Object.entries(SERVER_MESSAGES))
      this.socket.on(name, (message: unknown) => {
        const { error } = schema.safeParse(message);
        if (error) this.undocumented.push(`${name}: ${error.message}`);
      });
    for (const kind of ['ready', 'reload'] as const) {
      this.socket.on(kind, ({ version, protocol, tracing, ...state }: Welcome) => {
        this.isTracing = tracing ?? false;
        this.protocol = protocol ?? null;
        this.nodeVersion = version ?? null;
        this.keep({ kind, state });
      });
    }
    this.socket.on('changes', (frame: PackedFrame) =>
      this.keep({ kind: 'changes', frame: unpackFrame(frame) }),
    );
    this.socket.on('imports', (summary: ImportSummary) => this.keep({ kind: 'imports', summary }));
    this.socket.on('move_in', (summary: MoveInSummary) => this.keep({ kind: 'move_in', summary }));
    this.socket.on('presence', (entries: PresenceEntry[]) => this.keep({ kind: 'presence', entries }));
  }

  /** The frames of changes so far. */
  get frames(): ChangeFrame[] {
    return this.messages.flatMap((message) => (message.kind === 'changes' ? [message.frame] : []));
  }

  /** Lists the progress of imports, as told. */
  get imports(): ImportSummary[] {
    return this.messages.flatMap((message) => (message.kind === 'imports' ? [message.summary] : []));
  }

  /** Lists the positions that it was told, by ready or reload. */
  get states(): State[] {
    return this.messages.flatMap((message) => ('state' in message ? [message.state] : []));
  }

  /** The position that it has been brought to. */
  get position(): number {
    return Math.max(0, ...this.states.map(({ position }) => position), ...this.frames.map(({ to }) => to));
  }

  /** Returns the open bookings of each terminal, as last told. */
  get presence(): PresenceEntry[] | undefined {
    return this.messages.flatMap((message) => (message.kind === 'presence' ? [message.entries] : [])).at(-1);
  }

  /** Waits until the messages so far fulfil a condition; names the last of them when they do not in time. */
  async until(condition: (terminal: this) => boolean): Promise<void> {
    const newest = () => this.messages.slice(-NEWEST);
    const [wrong] = this.undocumented;
    if (wrong !== undefined) throw new Error(wrong);
    await eventually(`the terminal has the messages for ${condition}`, newest, () => condition(this));
  }

  /** The progress of files that are moved in. */
  get moveIns(): MoveInSummary[] {
    return this.messages.flatMap((message) => (message.kind === 'move_in' ? [message.summary] : []));
  }

  /** The kinds of all messages but presence and the progress of files, in order. */
  get kinds(): string[] {
    return this.messages
      .map(({ kind }) => kind)
      .filter((kind) => !['presence', 'imports', 'move_in'].includes(kind));
  }

  /** After so long without a sign of life from the server it takes the line for dead. */
  get longestSilenceMs(): number {
    const { _pingInterval, _pingTimeout } = this.socket.io.engine as unknown as Record<string, number>;
    return (_pingInterval ?? Number.NaN) + (_pingTimeout ?? Number.NaN);
  }

  /** Sends a message, of any name and content. */
  send(name: string, ...content: unknown[]): void {
    this.socket.emit(name, ...content);
  }

  /** Sends bytes on the wire that the protocol knows nothing of. */
  sendRaw(text: string): void {
    (this.socket.io.engine.transport as unknown as { ws: WebSocket }).ws.send(text);
  }

  /** Hangs up. */
  close(): void {
    this.socket.disconnect();
  }

  private keep(message: Message): void {
    this.messages.push(message);
  }
}
