import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

const PATIENCE_MS = 2_000;

type FrameOptions = { opcode?: number; fin?: boolean; reserved?: number; masked?: boolean; length?: bigint };

/** One frame of RFC 6455 as a client sends it, masked; any part of it may be wrong. */
export function frame(
  payload: Buffer | string,
  { opcode = 1, fin = true, reserved = 0, masked = true, length }: FrameOptions = {},
): Buffer {
  const bytes = Buffer.from(payload as string);
  const size = length ?? BigInt(bytes.length);
  const mark = masked ? 0x80 : 0;
  const head = Buffer.from([(fin ? 0x80 : 0) | (reserved << 4) | opcode]);
  const isLong = size >= 126n;
  const sizes = Buffer.alloc(isLong ? 9 : 1, mark | (isLong ? 127 : Number(size)));
  if (isLong) sizes.writeBigUInt64BE(size, 1);
  if (!masked) return Buffer.concat([head, sizes, bytes]);
  const mask = randomBytes(4);
  const hidden = Buffer.from(bytes.map((byte, index) => byte ^ (mask[index % 4] as number)));
  return Buffer.concat([head, sizes, mask, hidden]);
}

/** A connection on which anything can be sent after the handshake of a websocket, good or bad. */
export class RawWebSocket {
  /** True once the server has hung up. */
  isClosed = false;
  private waiting: (() => void)[] = [];
  private received = Buffer.alloc(0);

  private constructor(private readonly socket: Socket) {
    socket.on('data', (chunk) => {
      this.received = Buffer.concat([this.received, chunk]).subarray(-100_000);
      this.tell();
    });
    const closed = () => {
      this.isClosed = true;
      this.tell();
    };
    socket.on('error', closed);
    socket.on('close', closed);
  }

  /** Asks for the live connection; further headers may be wrong, and the server need not agree. */
  static async open(url: string, path: string, headers: readonly string[]): Promise<RawWebSocket> {
    const { hostname, port, host } = new URL(url);
    const raw = new RawWebSocket(connect(Number(port), hostname));
    const lines = [`GET ${path} HTTP/1.1`, `Host: ${host}`, 'Connection: Upgrade', 'Upgrade: websocket'];
    raw.send(Buffer.from([...lines, ...headers, '', ''].join('\r\n')));
    await raw.hears('\r\n\r\n');
    return raw;
  }

  /** True once the server has agreed to speak. */
  get isOpen(): boolean {
    return !this.isClosed && this.received.toString('latin1').startsWith('HTTP/1.1 101');
  }

  /** Waits until the server has said something or has hung up: not for long, it may itself be waiting for more. */
  async hears(part: string, patienceMs = PATIENCE_MS): Promise<boolean> {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      this.tell();
    }, patienceMs);
    await this.until(() => isLate || this.isClosed || this.received.includes(part));
    clearTimeout(timer);
    return this.received.includes(part);
  }

  /** Sends bytes as they are. */
  send(bytes: Buffer): void {
    if (!this.isClosed) this.socket.write(bytes);
  }

  /** Hangs up without a word. */
  close(): void {
    this.socket.destroy();
  }

  private async until(condition: () => boolean): Promise<void> {
    while (!condition()) await new Promise<void>((done) => this.waiting.push(done));
  }

  private tell(): void {
    for (const done of this.waiting.splice(0)) done();
  }
}
