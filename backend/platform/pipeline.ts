import type { Socket } from 'node:net';
import type pg from 'pg';
import { type Queryable, socketOf } from './database.js';

/** What a transaction writes through: questions are answered, statements are only known to come in order. */
export type Statements = Queryable & {
  /** Has a statement done whose answer nobody needs; it may be under way still when the promise is fulfilled. */
  send: (statement: string | pg.QueryConfig) => Promise<void>;
};

/** What all give, in order; a failure is passed on only when every one has ended, so that none still uses a connection. */
export async function allEnded<Works extends readonly unknown[]>(
  ...works: Works
): Promise<{ -readonly [Index in keyof Works]: Awaited<Works[Index]> }> {
  await Promise.allSettled(works);
  return Promise.all(works);
}

/** Statements one by one: each is done before the next is sent. */
export function oneByOne(client: Queryable): Statements {
  return {
    query: (question) => client.query(question),
    async send(statement) {
      await client.query(statement);
    },
  };
}

/**
 * The statements of one transaction on a pipelined connection: each is sent behind the one before without waiting for it,
 * and those of one turn of the event loop leave in one packet. The first that fails is what all behind it fail with.
 */
export class Pipeline implements Statements {
  private readonly socket: Socket;
  private failure: { error: unknown } | null = null;
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly client: pg.Client) {
    this.socket = socketOf(client);
  }

  /** Asks, after everything sent so far; questions asked at once travel together. */
  async query(question: string | pg.QueryConfig): Promise<pg.QueryResult> {
    const answer = this.submit(question);
    this.last = answer.catch(() => undefined);
    try {
      return await answer;
    } catch (error) {
      this.failure ??= { error };
      throw this.failure.error;
    }
  }

  async send(statement: string | pg.QueryConfig): Promise<void> {
    this.last = this.submit(statement).catch((error: unknown) => {
      this.failure ??= { error };
    });
  }

  /** Waits for everything sent so far; rejects with what failed first. */
  async done(): Promise<void> {
    await this.last;
    if (this.failure) throw this.failure.error;
  }

  private submit(query: string | pg.QueryConfig): Promise<pg.QueryResult> {
    const { socket } = this;
    socket.cork();
    process.nextTick(() => socket.uncork());
    return this.client.query(query as pg.QueryConfig);
  }
}
