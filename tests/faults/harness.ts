import { once } from 'node:events';
import { expect, test } from '@jest/globals';
import { findFreePort } from '#backend/tools/embedded-postgres/free-port.js';
import { type ApiClient, type Ask, apiClient } from '../support/api-client.js';
import { shiftDatabaseClock } from '../support/clock/chosen-clock.mjs';
import { createTestDatabase } from '../support/database.js';
import { type GatedPort, openGate } from '../support/gated-port.js';
import { type Hotel, startHotel } from '../support/hotel.js';
import { type LaunchedPostgres, launchPostgres, removeDataFolder } from '../support/launched-postgres.js';
import { LiveTerminal } from '../support/live-terminal.js';
import { recordEntry } from '../support/records.js';
import {
  type ServerProcess,
  spawnServer,
  startTestServer,
  type TestServer,
  type TestServerOptions,
} from '../support/server.js';
import { openNode, type StoreNode } from '../support/store-node.js';
import { timesOf } from '../support/trial-size.js';
import { RoamingTerminal } from './support/roaming-terminal.js';
import { type SendBooking, WriteLedger } from './support/write-ledger.js';
import { differencesOf, faultsOfDatabase } from './verdict.js';

/** `npm test` does these as well. */
const IN_GATE = [
  'contended-room',
  'killed-consumer',
  'killed-receiver',
  'killed-server',
  'lost-answer',
  'channel-files',
  'move-in-files',
  'repeated-bytes',
  'requests',
];
/** Ends only what hangs. */
const LIMIT_MS = timesOf(1_800_000, 86_400_000, 300_000);

/**
 * Declares a fault by the name under which `npm run faults -- NAME` knows it: what happens to a world. The same verdict is
 * passed on each world, after each of its steps where it has steps. `blocked` says why this machine can't do it: it is left
 * out with a line that says so.
 */
export function fault(
  name: string,
  what: string,
  act: (world: World) => Promise<unknown>,
  blocked: string | null = null,
): void {
  if (!process.env.FAULTS_LENGTH && !IN_GATE.includes(name)) return;
  if (blocked !== null) {
    // Said by its name: a file without any test would fail.
    test(`${name} is left out: ${blocked}`, () => recordEntry({ leftOut: blocked }));
    return;
  }
  const run = async () => {
    const world = new World();
    try {
      await act(world);
      if (!world.isJudged) await world.judge(what);
    } catch (error) {
      await world.close().catch(() => {});
      throw error;
    }
    await world.close();
  };
  test(`${name} ${what}`, run, LIMIT_MS);
}

/** A node in a process of its own, on one port: it can be ended and started again. */
export type NodeProcess = {
  url: string;
  /** Starts it, from now on with the build of another folder when one is named. */
  start(folder?: string): Promise<void>;
  /** Ends it with a signal, kill -9 when none is named; the code that it ended with. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
  /** Stops it as a paused machine does, with its connections and locks, and lets it go on. */
  freeze(): void;
  thaw(): void;
  /** All that it has written. */
  output(): string;
};

/** A hotel with its databases, nodes, clients and terminals, and who looks at it from outside. */
export class World {
  readonly ledger = new WriteLedger();
  /** Terminals that must equal the database. */
  terminals: RoamingTerminal[] = [];
  /** The hotel's database; empty where there is no hotel to judge. */
  databaseUrl = '';
  isRebuildable = true;
  /** Figures of the report, by name with unit. */
  figures: Record<string, number> = {};
  /** Number of strikes since the last report. */
  struck = 0;
  isJudged = false;
  private closing: (() => unknown)[] = [];
  private clients: Promise<unknown> = Promise.resolve();

  /** Closes something in the end, the last first. */
  later(close: () => unknown): void {
    this.closing.unshift(close);
  }

  /** Ends all that belongs to it; it can be filled anew. */
  async close(): Promise<void> {
    for (const terminal of this.terminals.splice(0)) terminal.close();
    const failures: unknown[] = [];
    for (const close of this.closing) await (async () => close())().catch((error) => failures.push(error));
    this.closing = [];
    this.databaseUrl = '';
    if (failures.length > 0) throw failures[0];
  }

  /** Judges a hotel that is one of several, and ends it; what was counted is reported with the last. */
  async endRound(): Promise<void> {
    const found = await faultsOfDatabase(this.databaseUrl);
    await this.close();
    expect(found).toEqual([]);
  }

  /** Gives the hotel a database of the run's PostgreSQL. */
  async database(create = createTestDatabase): Promise<string> {
    const { url, drop } = await create();
    this.later(drop);
    this.databaseUrl = url;
    return url;
  }

  /** Gives the hotel a PostgreSQL of its own. */
  async cluster(dataDir: string): Promise<LaunchedPostgres> {
    this.later(() => removeDataFolder(dataDir));
    const postgres = await launchPostgres(dataDir);
    await shiftDatabaseClock(postgres.superuserUrl, new URL(postgres.url).pathname);
    this.databaseUrl = postgres.url;
    return postgres;
  }

  /** A hotel with rooms and masters, and its server. */
  async hotel(ownProcess = false): Promise<Hotel> {
    const hotel = await startHotel({}, { ownProcess });
    this.later(hotel.stop);
    this.databaseUrl = hotel.databaseUrl;
    return hotel;
  }

  /** A gate before the database, or another server. */
  async gate(url = this.databaseUrl): Promise<GatedPort> {
    const gate = await openGate(url);
    this.later(gate.close);
    return gate;
  }

  /** A node of the hotel, as part of this process when nothing else is said. */
  async node(options: TestServerOptions = {}): Promise<TestServer> {
    const server = await startTestServer({ databaseUrl: this.databaseUrl, ...options });
    let stopped: Promise<void> | null = null;
    const stop = () => (stopped ??= server.stop());
    this.later(stop);
    return { ...server, stop };
  }

  async nodeProcess(settings: Record<string, string>, folder?: string): Promise<NodeProcess> {
    let build = folder;
    const env = { PORT: String(await findFreePort()), SAMPLE_DATA: '0', ...settings };
    let server: ServerProcess | null = null;
    const before: string[] = [];
    const node: NodeProcess = {
      url: '',
      async start(other = build) {
        build = other;
        server = await spawnServer(env, build);
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
      freeze: () => void server?.process.kill('SIGSTOP'),
      thaw: () => void server?.process.kill('SIGCONT'),
      output: () => [...before, server?.output()].join('\n'),
    };
    this.later(() => node.end('SIGTERM'));
    await node.start();
    return node;
  }

  /** An event store on the hotel's database. */
  store(): StoreNode {
    const node = openNode(this.databaseUrl);
    this.later(node.close);
    return node;
  }

  /** Opens the rooms that clients book. */
  async openRooms(numbers?: readonly string[]): Promise<void> {
    const node = openNode(this.databaseUrl);
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

  /** One of the things that happen to it, judged and reported under its own name; in `npm test` all are judged in the end. */
  async step(what: string, act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      throw new Error(`${what}\n${(error as Error).stack}`, { cause: error });
    }
    if (process.env.FAULTS_LENGTH) await this.judge(what);
  }

  /**
   * Passes the verdict, and reports it under some words with what was counted since the last report. Clients that book wait
   * from then on until they are told to go on.
   */
  async judge(what: string): Promise<void> {
    const { ledger, databaseUrl, struck: tried, figures } = this;
    this.isJudged = true;
    await ledger.hold();
    const { lost, wrong } = databaseUrl ? await differencesOf(this) : { lost: [], wrong: [] };
    const { acknowledged, unknown } = ledger;
    const writes = databaseUrl ? { acknowledged, unknown } : {};
    const lookedUp = ledger.knowsRows ? { lost: lost.length } : {};
    if (tried > 0) recordEntry({ what, tried, ...writes, ...lookedUp, wrong: wrong.length, figures });
    Object.assign(ledger, { acknowledged: 0, unknown: 0 });
    Object.assign(this, { figures: {}, struck: 0 });
    const found = [...lost.map((row) => `lost: ${row}`), ...wrong];
    if (found.length > 0)
      throw new Error(`${what}: ${found.length} faults\n${found.slice(0, 20).join('\n')}`);
  }
}

/** A terminal that goes on from where the log stands now; answers with how to wait until it was told of every booking, once. */
export async function hearsOfAll({ ledger }: World, url: string): Promise<() => Promise<void>> {
  const { body } = await apiClient(url).get<{ log_id: string; position: number }>('/api/hotel');
  const terminal = new LiveTerminal(url, body);
  const told = () => terminal.frames.flatMap(({ bookings }) => bookings.map(({ id }) => id));
  return async () => {
    await terminal.until(() => told().length >= ledger.places);
    terminal.close();
    expect(told()).toEqual([...ledger.bookings.values()].map(({ id }) => id).sort((a, b) => a - b));
  };
}

/** A hotel is full one day: the next files go to another. */
const FILES_OF_A_HOTEL = 500;

/** Gives every 500 of many files a hotel of their own, two at a time; what it holds then is judged. */
export async function inHotels(
  world: World,
  files: number,
  act: (hotel: Hotel, own: World, from: number, count: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < files) {
      const from = next;
      next += FILES_OF_A_HOTEL;
      const own = new World();
      world.later(() => own.close());
      const hotel = await own.hotel(files > FILES_OF_A_HOTEL);
      await act(hotel, own, from, Math.min(FILES_OF_A_HOTEL, files - from));
      await own.endRound();
    }
  };
  await Promise.all([lane(), lane()]);
}
