import { endsAnswer, endsRequest, WireMessages } from './wire-messages.js';

/** What is to happen on the connection that says something, in which moment. */
export type Ambush = {
  text: string;
  /** Before the database hears it, once it has answered, or with no answer at all. */
  moment: 'unheard' | 'answered' | 'unanswered';
  /** Called in that moment; nothing passes the connection in either direction from then on. */
  spring: () => void;
};

type Ends = { toServer: (bytes: Buffer) => void; toClient: (bytes: Buffer) => void };

/** One connection to PostgreSQL, message by message, until what was laid in ambush for it springs. */
export class WatchedLine {
  private readonly said = new WireMessages(false);
  private readonly answered = new WireMessages(true);
  /** Being let in is answered as well. */
  private requests = 1;
  private answers = 0;
  private isOver = false;
  /** The answer that springs the ambush, once it is known which one that is. */
  private awaited: { answer: number; spring: () => void } | null = null;
  private isHeard = true;

  constructor(
    private readonly ends: Ends,
    private readonly ambush: (message: Buffer) => Ambush | null,
  ) {}

  /** What the client says. */
  say(chunk: Buffer): void {
    for (const message of this.said.take(chunk)) {
      if (this.isOver || !this.isHeard) return;
      const met = this.awaited ? null : this.ambush(message);
      if (met?.moment === 'unheard') {
        this.end(met.spring);
        return;
      }
      if (met?.moment === 'answered') this.awaited = { answer: this.requests + 1, spring: met.spring };
      this.ends.toServer(message);
      if (met?.moment === 'unanswered') this.end(met.spring);
      if (!endsRequest(message)) continue;
      this.requests += 1;
      // What is sent behind it would be done before the answer is stopped.
      if (this.awaited) this.isHeard = false;
    }
  }

  /** What the server answers. */
  answer(chunk: Buffer): void {
    for (const message of this.answered.take(chunk)) {
      if (this.isOver) return;
      if (endsAnswer(message)) this.answers += 1;
      const { answer = Number.POSITIVE_INFINITY, spring = () => {} } = this.awaited ?? {};
      if (this.answers >= answer) this.end(spring);
      else if (this.answers < answer - 1 || endsAnswer(message)) this.ends.toClient(message);
    }
  }

  private end(spring: () => void): void {
    this.isOver = true;
    spring();
  }
}
