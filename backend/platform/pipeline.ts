import type { Socket } from 'node:net';
import type pg from 'pg';
import type { Queryable } from './database.js';
import { socketOf } from './primary-client.js';

/** Promise.all that rejects only after all have settled, so that none still uses the connection. */
export async function allEnded<Works extends readonly unknown[]>(
  ...works: Works
): Promise<{ -readonly [Index in keyof Works]: Awaited<Works[Index]> }> {
  await Promise.allSettled(works);
  return Promise.all(works);
}

/**
 * The statements of one transaction on a pipelined connection: each is sent without waiting for the previous one, and
 * those of one turn of the event loop in one packet. After a failure all later statements reject with the first error.
 */
export class Pipeline implements Queryable {
  private readonly socket: Socket;
  private failure: { error: unknown } | null = null;

  constructor(private readonly client: pg.Client) {
    this.socket = socketOf(client);
  }

  async query(question: string | pg.QueryConfig): Promise<pg.QueryResult> {
    const { socket } = this;
    socket.cork();
    process.nextTick(() => socket.uncork());
    try {
      return await this.client.query(question as pg.QueryConfig);
    } catch (error) {
      this.failure ??= { error };
      throw this.failure.error;
    }
  }
}
