const QUERY = 'Q'.charCodeAt(0);
const SYNC = 'S'.charCodeAt(0);
const READY_FOR_QUERY = 'Z'.charCodeAt(0);

/** Cuts what one side of a connection to PostgreSQL says into its messages. */
export class WireMessages {
  private rest: Buffer = Buffer.alloc(0);

  /** The first message of a client has no type. */
  constructor(private isTyped: boolean) {}

  /** The messages that are whole now. */
  take(chunk: Buffer): Buffer[] {
    this.rest = Buffer.concat([this.rest, chunk]);
    const whole: Buffer[] = [];
    for (;;) {
      const type = this.isTyped ? 1 : 0;
      const length =
        this.rest.length < type + 4 ? Number.POSITIVE_INFINITY : type + this.rest.readInt32BE(type);
      if (this.rest.length < length) return whole;
      whole.push(this.rest.subarray(0, length));
      this.rest = this.rest.subarray(length);
      this.isTyped = true;
    }
  }
}

/** Whether a client's message is the end of what it asks for at once. */
export const endsRequest = (message: Buffer): boolean => message[0] === QUERY || message[0] === SYNC;

/** Whether a server's message is the end of its answer to that. */
export const endsAnswer = (message: Buffer): boolean => message[0] === READY_FOR_QUERY;
