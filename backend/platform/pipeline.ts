import type { Socket } from 'node:net';
import type pg from 'pg';
import { type Queryable, socketOf } from './database.js';

/** The interface that a transaction writes through: queries return rows, statements are only sent in order. */
export type Statements = Queryable & {
  /** Sends a statement without result; it may still be running when the promise is fulfilled. */
  send: (statement: string | pg.QueryConfig) => Promise<void>;
};

/** Promise.all that rejects only after all have settled, so that none still uses the connection. */
export async function allEnded<Works extends readonly unknown[]>(
  ...works: Works
): Promise<{ -readonly [Index in keyof Works]: Awaited<Works[Index]> }> {
  await Promise.allSettled(works);
  return Promise.all(works);
}

/** Statements without pipelining: each has ended before the next is sent. */
export function oneByOne(client: Queryable): Statements {
  return {
    query: (question: string | pg.QueryConfig) => client.query(question),
    async send(statement) {
      await client.query(statement);
    },
  };
}

/**
 * The statements of one transaction on a pipelined connection: each is sent without waiting for the previous one, and
 * those of one turn of the event loop in one packet. After a failure all later statements reject with the first error.
 */
export class Pipeline implements Statements {
  private readonly socket: Socket;
  private failure: { error: unknown } | null = null;
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly client: pg.Client) {
    this.socket = socketOf(client);
  }

  /** Runs a query after everything sent so far; concurrent queries share a packet. */
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

  /** Waits for everything sent so far; rejects with the first error. */
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
