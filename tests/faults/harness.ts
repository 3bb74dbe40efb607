import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { findFreePort } from '../../backend/embedded-postgres/free-port.js';
import { type ApiClient, type Ask, apiClient } from '../support/api-client.js';
import { createTestDatabase } from '../support/database.js';
import { type GatedPort, openGate } from '../support/gated-port.js';
import { type LaunchedPostgres, launchPostgres, removeDataFolder } from '../support/launched-postgres.js';
import { recordTrial } from '../support/records.js';
import { RoamingTerminal } from '../support/roaming-terminal.js';
import {
  type ServerProcess,
  spawnServer,
  startTestServer,
  type TestServer,
  type TestServerOptions,
} from '../support/server.js';
import { openNode, type StoreNode } from '../support/store-node.js';
import { type SendBooking, WriteLedger } from './support/write-ledger.js';
import { judge } from './verdict.js';

/** A fault: the world it happens in, and what is done there, step by step. */
export type Fault<Parts> = {
  /** `npm test` does it as well. */
  isInGate?: boolean;
  /** Why it can't be done on this machine, if it can't: it is skipped, with the reason in its name. */
  blocked?: () => string | null;
  open(world: World): Promise<Parts>;
  steps: Step<Parts>[];
};

export type Step<Parts> = {
  name: string;
  /** The words of the report; what a step without them counts goes to the next that has them. */
  report?: string;
  limitMs?: number;
  run(parts: Parts, world: World): Promise<void>;
};

/**
 * Declares a fault by the name under which `npm run faults -- NAME` knows it. After each step the same verdict is passed on
 * its world; in the gate only its own faults are there.
 */
export function fault<Parts>(name: string, { isInGate, blocked, open, steps }: Fault<Parts>): void {
  if (!process.env.FAULTS_LENGTH && !isInGate) return;
  const reason = blocked?.() ?? null;
  const declare = reason === null ? describe : describe.skip;
  declare(reason === null ? name : `${name} (${reason})`, () => {
    const world = new World();
    let parts: Parts;
    beforeAll(async () => {
      parts = await open(world);
    });
    afterAll(() => world.close());
    for (const { name: title, report, limitMs, run } of steps) {
      test(
        title,
        async () => {
          await run(parts, world);
          await world.judge(report);
        },
        limitMs,
      );
    }
  });
}

/** A node in a process of its own, on one port: it can be ended and started again. */
export type NodeProcess = {
  url: string;
  start(): Promise<void>;
  /** Ends it with a signal, kill -9 when none is named; the code that it ended with. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
  /** All that it has written. */
  output(): string;
};

/** A hotel with its databases, nodes, clients and terminals, and who looks at it from outside. */
export class World {
  readonly ledger = new WriteLedger();
  /** Those that must equal the database. */
  terminals: RoamingTerminal[] = [];
  /** The hotel's database; none where there is no hotel to judge. */
  databaseUrl: string | null = null;
  isRebuildable = true;
  /** What is worth telling beside it, by name with unit. */
  figures: Record<string, number> = {};
  /** How often it was struck. */
  struck = 0;
  private readonly told = { struck: 0, acknowledged: 0, unknown: 0 };
  private readonly closing: (() => unknown)[] = [];
  private clients: Promise<unknown> = Promise.resolve();

  /** Closes something in the end, the last first. */
  later(close: () => unknown): void {
    this.closing.unshift(close);
  }

  async close(): Promise<void> {
    for (const terminal of this.terminals) terminal.close();
    const failures: unknown[] = [];
    for (const close of this.closing) await (async () => close())().catch((error) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  }

  /** Gives the hotel a database of the run's PostgreSQL. */
  async database(): Promise<string> {
    const { url, drop } = await createTestDatabase();
    this.later(drop);
    this.databaseUrl = url;
    return url;
  }

  /** Gives the hotel a PostgreSQL of its own. */
  async cluster(dataDir: string): Promise<LaunchedPostgres> {
    this.later(() => removeDataFolder(dataDir));
    const postgres = await launchPostgres(dataDir);
    this.databaseUrl = postgres.url;
    return postgres;
  }

  /** A gate before the database, or another server. */
  async gate(url = this.databaseUrl ?? ''): Promise<GatedPort> {
    const gate = await openGate(url);
    this.later(gate.close);
    return gate;
  }

  /** A node of the hotel, as part of this process when nothing else is said. */
  async node(options: TestServerOptions = {}): Promise<TestServer> {
    const server = await startTestServer({ databaseUrl: this.databaseUrl ?? '', ...options });
    let stopped: Promise<void> | null = null;
    const stop = () => {
      stopped ??= server.stop();
      return stopped;
    };
    this.later(stop);
    return { ...server, stop };
  }

  async nodeProcess(settings: Record<string, string>): Promise<NodeProcess> {
    const env = { PORT: String(await findFreePort()), SAMPLE_DATA: '0', ...settings };
    let server: ServerProcess | null = null;
    const before: string[] = [];
    const node: NodeProcess = {
      url: '',
      async start() {
        server = await spawnServer(env);
        node.url = server.url;
      },
      async end(signal = 'SIGKILL') {
        if (!server) return null;
        const ended = once(server.process, 'close');
        server.process.kill(signal);
        const [code] = await ended;
        before.push(server.output());
        server = null;
        return code;
      },
      output: () => [...before, server?.output()].join('\n'),
    };
    this.later(() => node.end('SIGTERM'));
    await node.start();
    return node;
  }

  /** An event store on the hotel's database. */
  async store(): Promise<StoreNode> {
    const node = openNode(this.databaseUrl ?? '');
    this.later(node.close);
    return node;
  }

  /** Opens the rooms that clients book. */
  async openRooms(numbers?: readonly string[]): Promise<void> {
    const node = openNode(this.databaseUrl ?? '');
    await this.ledger.openRooms(node.store, numbers).finally(node.close);
  }

  /** A terminal that is up to date. */
  async terminal(
    url: string,
    way: ConstructorParameters<typeof RoamingTerminal>[2] = {},
  ): Promise<RoamingTerminal> {
    const terminal = new RoamingTerminal(url, `端末${this.terminals.length}`, way);
    this.terminals.push(terminal);
    await terminal.until(({ arrivals }) => arrivals > 0);
    return terminal;
  }

  /** Calls of a client to a node; the ledger notes what it is told of its writes. */
  api(url: string): ApiClient {
    const ask: Ask = async (address, request) => {
      const answer = fetch(address, request);
      if (request.method !== 'GET') {
        const response = await answer.catch(() => null);
        const { body, headers } = request;
        const write = { body, key: headers['idempotency-key'] };
        await this.ledger.note(address.slice(url.length), write, response?.clone() ?? null);
      }
      return answer;
    };
    return apiClient(url, ask);
  }

  /** Clients begin to book, each at the address that it is given in that moment, until no place is left. */
  book(clients: number, url: (client: number) => string, send?: (client: number) => SendBooking): void {
    this.clients = Promise.all(
      Array.from({ length: clients }, (_, client) => this.ledger.book(() => url(client), send?.(client))),
    );
    this.clients.catch(() => {}); // The ledger tells who waits for it.
  }

  /** Waits until every place is booked; of one that was lost and booked again the verdict tells. */
  async allBooked(): Promise<void> {
    await this.clients;
    expect(this.ledger.bookings.size).toBeGreaterThanOrEqual(this.ledger.places);
  }

  /** Does something to the hotel, and counts it. */
  async strike<Answer>(act: () => Promise<Answer> | Answer): Promise<Answer> {
    this.struck += 1;
    return await act();
  }

  /**
   * Passes the verdict, and reports it under some words with what was counted since the last. Clients that book wait from
   * then on until they are told to go on.
   */
  async judge(report?: string): Promise<void> {
    const { databaseUrl, ledger, terminals, isRebuildable, struck, told } = this;
    await ledger.hold();
    const { lost, wrong } = databaseUrl
      ? await judge({ databaseUrl, ledger, terminals, isRebuildable })
      : { lost: [], wrong: [] };
    const { acknowledged, unknown } = ledger;
    if (report) {
      const since = {
        tried: struck - told.struck,
        ...(databaseUrl
          ? { acknowledged: acknowledged - told.acknowledged, unknown: unknown - told.unknown }
          : {}),
        ...(ledger.knowsRows ? { lost: lost.length } : {}),
      };
      recordTrial({
        part: 'faults',
        what: report,
        ...since,
        wrong: wrong.length,
        ...(Object.keys(this.figures).length > 0 ? { figures: this.figures } : {}),
      });
      Object.assign(told, { struck, acknowledged, unknown });
      this.figures = {};
    }
    const found = [...lost.map((row) => `lost: ${row}`), ...wrong];
    if (found.length === 0) return;
    throw new Error(`${report ?? 'after this'}: ${found.length} faults\n${found.slice(0, 20).join('\n')}`);
  }
}
