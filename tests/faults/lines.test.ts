import { randomUUID } from 'node:crypto';
import { day } from '@domain/dates.js';
import { expect } from '@jest/globals';
import pg from 'pg';
import { isConnectionError, isTimeout } from '../../backend/platform/errors.js';
import { apiClient } from '../support/api-client.js';
import { READY, SAYS } from '../support/gated-port.js';
import { LiveTerminal } from '../support/live-terminal.js';
import { cutConnections, rawLog, rawQuery } from '../support/log-rows.js';
import { openNode, recordWeather } from '../support/store-node.js';
import { timesOf } from '../support/trial-size.js';
import { fault } from './harness.js';

fault('cut-connections', {
  async open(world) {
    const url = await world.database();
    await world.openRooms();
    const nodes = [await world.node(), await world.node()];
    for (const node of nodes) await world.terminal(node.url);
    return { url, nodes };
  },
  steps: [
    {
      name: 'connections that are cut again and again cost a second try at most',
      report: 'the connections to PostgreSQL terminated in a loop, on two nodes',
      async run({ url, nodes }, world) {
        const { ledger } = world;
        const urlOf = (client: number) => nodes[client % nodes.length]?.url ?? '';
        const { body } = await apiClient(urlOf(0)).get<{ log_id: string; position: number }>('/api/hotel');
        const terminal = new LiveTerminal(urlOf(0), body);
        world.book(6, urlOf);
        while (ledger.bookings.size < ledger.places) {
          world.struck += (await cutConnections(url)).length;
          await ledger.moreBooked(12);
        }
        await world.allBooked();
        expect(world.struck).toBeGreaterThan(10);
        const refused = ledger.answers.filter(({ status }) => status !== 201);
        expect(refused.length).toBeGreaterThan(0);
        expect(refused.filter(({ status, retryAfter }) => status !== 503 || !Number(retryAfter))).toEqual([]);
        const told = () => terminal.frames.flatMap(({ bookings }) => bookings.map(({ id }) => id));
        await terminal.until(() => told().length >= ledger.places);
        terminal.close();
        expect(told()).toEqual([...ledger.bookings.values()].map(({ id }) => id).sort((a, b) => a - b));
      },
    },
  ],
});

fault('lost-answer', {
  isInGate: true,
  async open(world) {
    const url = await world.database();
    const gate = await world.gate();
    const api = world.api((await world.node({ databaseUrl: gate.url })).url);
    const setWeather = (weather: string, key = randomUUID()) =>
      api.post('/api/weather', { date: '2096-01-01', weather }, { 'idempotency-key': key });
    const count = async (weather: string) =>
      (await rawLog(url)).filter(({ payload }) => JSON.parse(payload).weather === weather).length;
    return { gate, setWeather, count };
  },
  steps: [
    {
      name: 'a connection that ends in the moment in which it was made costs one try',
      async run(_, world) {
        const gate = await world.gate();
        const node = openNode(gate.url);
        const write = () => node.store.execute(recordWeather(day('2096-02-01'), '雪'));
        await world.strike(() => gate.endAfter(READY));
        await expect(write()).rejects.toThrow('database unreachable');
        expect(await write()).toMatchObject({ version: 1 });
        world.ledger.noteWeather('2096-02-01', '雪');
        world.ledger.acknowledged += 1;
        await node.close();
      },
    },
    {
      name: 'a write whose answer was lost is done again before the commit, and recognised after it',
      report: 'the answer of PostgreSQL lost: at the connect, before the commit, after it',
      async run({ gate, setWeather, count }, world) {
        for (const [statement, written] of [
          [SAYS.append, 0],
          [SAYS.commit, 1],
        ] as const) {
          const key = randomUUID();
          const weather = `雪 ${written}`;
          expect((await setWeather('その前')).status).toBe(201);
          await world.strike(() => gate.loseAnswerTo(statement));
          expect((await setWeather(weather, key)).status).toBe(503);
          expect({ statement, written: await count(weather) }).toEqual({ statement, written });
          expect((await setWeather('その後')).status).toBe(201);
          const again = await setWeather(weather, key);
          expect(again).toMatchObject({ status: 201, body: { weather } });
          expect(await setWeather(weather, key)).toMatchObject({ status: 201, body: again.body });
          expect({ statement, written: await count(weather) }).toEqual({ statement, written: 1 });
          // What was recognised was written before: the last word on the day is another's.
          expect((await setWeather('おわり')).status).toBe(201);
        }
      },
    },
  ],
});

fault('silent-connection', {
  async open(world) {
    const url = await world.database();
    const gate = await world.gate();
    // So that nobody has to wait for half a minute here.
    const node = await world.node({ databaseUrl: `${gate.url}&query_timeout=1500` });
    const api = world.api(node.url);
    const setWeather = (date: string, key = randomUUID()) =>
      api.post('/api/weather', { date, weather: '雨' }, { 'idempotency-key': key });
    const days = async () =>
      (await rawQuery(url, 'select date from weather_days order by date')).map(({ date }) => date);
    return { gate, node, api, setWeather, days };
  },
  steps: [
    {
      name: 'a commit whose answer never arrives is 503, and the same key finds out what became of it',
      async run({ gate, setWeather, days }, world) {
        const key = randomUUID();
        await world.strike(() => gate.swallowAnswersTo(SAYS.commit));
        const unknown = await setWeather('2096-01-01', key);
        expect([unknown.status, unknown.headers.get('retry-after')]).toEqual([503, '2']);
        expect((await setWeather('2096-01-01', key)).status).toBe(201);
        expect(await days()).toEqual(['2096-01-01']);
        const written = "select from event_log where type = 'WeatherSet'";
        expect(await rawQuery(world.databaseUrl ?? '', written)).toHaveLength(1);
      },
    },
    {
      name: 'the writer goes on by itself, on a connection of its own',
      async run({ gate, setWeather, days }, world) {
        await world.strike(() => gate.swallowAnswersTo('begin isolation level read committed'));
        const waiting = ['2096-01-02', '2096-01-03'].map((date) => setWeather(date));
        expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([503, 503]);
        expect((await setWeather('2096-01-04')).status).toBe(201);
        expect(await days()).toEqual(['2096-01-01', '2096-01-04']);
      },
    },
    {
      name: 'a question whose answer never arrives is 503, and the next is answered',
      async run({ gate, api }, world) {
        const ask = () => api.get('/api/weather?start_date=2096-01-01&end_date=2096-01-31');
        await world.strike(() => gate.swallowAnswersTo('from "weather_days"'));
        expect((await ask()).status).toBe(503);
        expect((await ask()).status).toBe(200);
      },
    },
    {
      name: 'a terminal goes on being told when the connection that hears of changes has fallen silent',
      report:
        'a connection to PostgreSQL that falls silent: at commit, at begin, at a question, while listening',
      async run({ gate, node, setWeather }, world) {
        const terminal = new LiveTerminal(node.url);
        await terminal.until(({ states }) => states.length > 0);
        // How it asks for the newest position by the name of the statement.
        await world.strike(() => gate.swallowAnswersTo('\0head\0'));
        expect((await setWeather('2096-01-05')).status).toBe(201);
        await terminal.until(({ frames }) => frames.some(({ weather }) => weather.length > 0));
        terminal.close();
      },
    },
  ],
});

/** So many bookings get a long note at once: what fills the memory of a line soon. */
const AT_ONCE = 50;
const LONG_NOTE = '長い申し送り'.repeat(330);
const MOST_GROWTH_MIB = 150;

fault('terminal-network', {
  async open(world) {
    await world.database();
    await world.openRooms();
    // A process of its own: its memory is looked at.
    const { url } = await world.node({ ownProcess: true });
    const behindGate = async () => {
      const gate = await world.gate(url);
      return { gate, terminal: await world.terminal(gate.url.replace(/\/$/, '')) };
    };
    const gauge = async (name: string): Promise<number> => {
      const text = await (await fetch(`${url}/metrics`)).text();
      return Number(new RegExp(`^${name}(?:{[^}]*})? (\\S+)$`, 'm').exec(text)?.[1]);
    };
    return { url, behindGate, gauge, near: (await behindGate()).terminal };
  },
  steps: [
    {
      name: 'terminals whose network is cut, slow, or dead without a word end up equal to the database',
      report: "a terminal's network cut, delayed, half open",
      async run({ url, behindGate, near }, world) {
        const { ledger } = world;
        const cuts = timesOf(8, 60);
        const [cut, slow, dead] = [await behindGate(), await behindGate(), await behindGate()];
        await world.strike(() => slow.gate.delay(120));
        world.book(2, () => url);
        await ledger.moreBooked(10);
        await world.strike(dead.gate.freeze);
        for (let time = 0; time < cuts; time += 1) {
          const { arrivals } = cut.terminal;
          await world.strike(cut.gate.cut);
          await ledger.moreBooked(Math.floor((ledger.places - 20) / cuts));
          await cut.terminal.until((terminal) => terminal.arrivals > arrivals);
        }
        await world.allBooked();
        await near.until(({ bookings }) => bookings.size === ledger.places);
        // It still takes itself for connected, and knows nothing of what has been written since.
        expect([dead.terminal.losses, dead.terminal.bookings.size < ledger.places]).toEqual([0, true]);
        // The network comes back and tells it; in the long run its own heartbeat finds out.
        if (timesOf(1, 0)) dead.gate.cut();
        await dead.terminal.until(({ losses, arrivals }) => losses > 0 && arrivals > 1);
        expect([near, slow.terminal, cut.terminal].map(({ losses }) => losses)).toEqual([0, 0, cuts]);
      },
    },
    {
      name: 'a terminal that stops reading is cut off, costs bounded memory and holds up nobody; reading again it catches up',
      report: 'a terminal that stops reading',
      async run({ url, behindGate, gauge, near }, world) {
        for (const other of world.terminals.splice(1)) other.close();
        const deaf = await behindGate();
        const ids = [...world.ledger.bookings.values()].slice(0, AT_ONCE).map(({ id }) => id);
        while ((await gauge('hotel_live_sockets')) > 2);
        const before = await gauge('process_resident_memory_bytes');
        let most = before;
        let changes = 0;
        await world.strike(deaf.gate.freeze);
        while ((await gauge('hotel_live_sockets')) === 2) {
          changes += 1;
          expect(changes).toBeLessThan(150);
          const booking = { notes: `${changes} ${LONG_NOTE}` };
          const amended = { changes: ids.map((id) => ({ action: 'amend', id, booking })) };
          expect((await world.api(url).post('/api/booking-batch', amended)).status).toBe(200);
          most = Math.max(most, await gauge('process_resident_memory_bytes'));
        }
        const growth = Math.round((most - before) / 2 ** 20);
        world.figures = { 'changes until it was cut': changes, 'MiB that the node grew by': growth };
        expect(growth).toBeLessThan(MOST_GROWTH_MIB);
        expect([deaf.terminal.losses, near.losses]).toEqual([0, 0]);
        deaf.gate.thaw();
        await deaf.terminal.until(({ losses, arrivals }) => losses > 0 && arrivals > 1);
      },
    },
  ],
});

/** What a promise is rejected with. */
const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

async function connect(url: string, config: pg.ClientConfig = {}): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, ...config });
  client.on('error', () => {});
  await client.connect();
  return client;
}

fault('connection-error', {
  async open(world) {
    const url = await world.database();
    const gate = await world.gate();
    /** What a question fails with while something is done to its connection. */
    const broken = async (strike: (client: pg.Client) => unknown) => {
      const client = await connect(gate.url);
      const failed = errorOf(client.query('select pg_sleep(60)'));
      await strike(client);
      return failed.finally(() => client.end());
    };
    /** What a pool's question fails with, while its only connection is taken or nobody lets it in. */
    const refusedPool = async (address: string, isTaken: boolean) => {
      const pool = new pg.Pool({ connectionString: address, max: 1, connectionTimeoutMillis: 500 });
      const taken = isTaken ? await pool.connect() : null;
      const error = await errorOf(pool.query('select 1'));
      taken?.release();
      await pool.end();
      return error;
    };
    const whileHeld = async (work: () => Promise<unknown>) => {
      gate.hold();
      return work().finally(gate.release);
    };
    return { url, gate, broken, refusedPool, whileHeld };
  },
  steps: [
    {
      name: 'the connection or the server is to blame for what keeps a statement from being answered',
      async run({ url, gate, broken, refusedPool, whileHeld }) {
        const with_ = (part: object) => Object.assign(new URL(url), part).href;
        const provoked: Record<string, () => Promise<unknown>> = {
          'a port where nobody listens': () => errorOf(connect('postgresql://a:b@127.0.0.1:1/c')),
          'a host that has no address': () => errorOf(connect('postgresql://a:b@hotel.invalid/c')),
          'a server that does not answer': () =>
            whileHeld(() => errorOf(connect(gate.url, { connectionTimeoutMillis: 50 }))),
          'a server that does not answer a pool': () => whileHeld(() => refusedPool(gate.url, false)),
          'a pool with no connection to spare': () => refusedPool(url, true),
          'a connection that breaks': () => broken(gate.cut),
          'a connection that an administrator ends': () => broken(() => cutConnections(url)),
          'a connection that broke before': async () => {
            const client = await connect(gate.url);
            const ended = new Promise((done) => client.once('end', done));
            gate.cut();
            await ended;
            return errorOf(client.query('select 1'));
          },
          'a database that is no more': () => errorOf(connect(with_({ pathname: 'nowhere' }))),
          'a password that is no longer right': () => errorOf(connect(with_({ password: 'wrong' }))),
        };
        for (const [what, provoke] of Object.entries(provoked)) {
          expect({ what, isBlamed: isConnectionError(await provoke()) }).toEqual({ what, isBlamed: true });
        }
      },
    },
    {
      name: 'a statement is to blame for what it waited for in vain, and may be tried again',
      async run({ url }) {
        for (const [settings, statement] of [
          ["set local lock_timeout = '10ms'", 'select from log_head for update'],
          ["set local statement_timeout = '10ms'", 'select pg_sleep(60)'],
        ]) {
          const [holder, waiter] = [await connect(url), await connect(url)];
          await holder.query('begin; select from log_head for update');
          await waiter.query(`begin; ${settings}`);
          const error = await errorOf(waiter.query(statement ?? ''));
          await Promise.all([holder.end(), waiter.end()]);
          expect([settings, isConnectionError(error), isTimeout(error)]).toEqual([settings, false, true]);
        }
      },
    },
    {
      name: 'a statement or the product itself is to blame for everything else',
      async run({ url }) {
        const client = await connect(url);
        for (const statement of [
          'select nonsense',
          'insert into log_head default values',
          "insert into encryption_keys values ('a', '')",
          'truncate event_log',
        ]) {
          const error = await errorOf(client.query(statement));
          const found = [statement, error instanceof pg.DatabaseError, isConnectionError(error)];
          expect(found).toEqual([statement, true, false]);
        }
        await client.end();
        const own = [new TypeError('x is undefined'), new Error('connection between two facts')];
        for (const error of [...own, 'ECONNREFUSED', null]) {
          expect([error, isConnectionError(error)]).toEqual([error, false]);
        }
      },
    },
  ],
});
