import { randomUUID } from 'node:crypto';
import { day } from '@domain/dates.js';
import { expect } from '@jest/globals';
import pg from 'pg';
import { isConnectionError, isTimeout } from '#backend/platform/errors.js';
import { eventually } from '../support/eventually.js';
import { READY, SAYS } from '../support/gated-port.js';
import { LiveTerminal } from '../support/live-terminal.js';
import { cutConnections, rawLog, rawQuery } from '../support/log-rows.js';
import { openNode, recordWeather } from '../support/store-node.js';
import { timesOf } from '../support/trial-size.js';
import { fault, hearsOfAll } from './harness.js';

fault(
  'cut-connections',
  'the connections of two nodes to PostgreSQL, terminated in a loop, cost a second try at most',
  async (world) => {
    const { ledger } = world;
    const url = await world.database();
    await world.openRooms();
    const nodes = [await world.node(), await world.node()];
    for (const node of nodes) await world.terminal(node.url);
    const urlOf = (client: number) => nodes[client % nodes.length]?.url ?? '';
    const allHeard = await hearsOfAll(world, urlOf(0));
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
    await allHeard();
  },
);

fault('lost-answer', 'an answer of PostgreSQL that is lost', async (world) => {
  const url = await world.database();
  const gate = await world.gate();

  await world.step('a connection that ends in the moment in which it was made costs one try', async () => {
    const node = openNode(gate.url);
    const write = () => node.store.execute(recordWeather(day('2096-02-01'), '雪'));
    await world.strike(() => gate.endAfter(READY));
    await expect(write()).rejects.toThrow('database unreachable');
    expect(await write()).toMatchObject({ version: 1 });
    world.ledger.noteWeather('2096-02-01', '雪');
    world.ledger.acknowledged += 1;
    await node.close();
  });

  const api = world.api((await world.node({ databaseUrl: gate.url })).url);
  const setWeather = (weather: string, key = randomUUID()) =>
    api.post('/api/weather', { date: '2096-01-01', weather }, { 'idempotency-key': key });
  const count = async (weather: string) =>
    (await rawLog(url)).filter(({ payload }) => JSON.parse(payload).weather === weather).length;
  const other = openNode(url);
  world.later(() => other.close());
  for (const [moment, statement, written] of [
    ['under the lock is done again', SAYS.lock, 0],
    ['at the commit under the lock is recognised', SAYS.commit, 1],
    ['at its one statement is recognised', SAYS.append, 1],
  ] as const)
    await world.step(`a write whose answer was lost ${moment}`, async () => {
      const key = randomUUID();
      const weather = `雪 ${moment}`;
      expect((await setWeather('その前')).status).toBe(201);
      // What another node has written since makes this one take the lock.
      if (statement !== SAYS.append) await other.store.execute(recordWeather(day('2096-01-01'), '他'));
      await world.strike(() => gate.loseAnswerTo(statement));
      expect((await setWeather(weather, key)).status).toBe(503);
      expect(await count(weather)).toBe(written);
      expect((await setWeather('その後')).status).toBe(201);
      const again = await setWeather(weather, key);
      expect(again).toMatchObject({ status: 201, body: { weather } });
      expect(await setWeather(weather, key)).toMatchObject({ status: 201, body: again.body });
      expect(await count(weather)).toBe(1);
      // What was recognised was written before: the last word on the day is another's.
      expect((await setWeather('おわり')).status).toBe(201);
    });
});

fault('silent-connection', 'a connection to PostgreSQL that falls silent', async (world) => {
  const url = await world.database();
  const gate = await world.gate();
  // So that nobody has to wait for half a minute here.
  const node = await world.node({ databaseUrl: `${gate.url}&query_timeout=1500` });
  const api = world.api(node.url);
  const silence = (text: string) => world.strike(() => gate.swallowAnswersTo(text));
  const setWeather = (date: string, key = randomUUID()) =>
    api.post('/api/weather', { date, weather: '雨' }, { 'idempotency-key': key });
  const days = async () =>
    (await rawQuery(url, 'select date from weather_days order by date')).map(({ date }) => date);

  await world.step('at commit: 503, and the same key finds out what became of it', async () => {
    const key = randomUUID();
    await silence(SAYS.commit);
    const unknown = await setWeather('2096-01-01', key);
    expect([unknown.status, unknown.headers.get('retry-after')]).toEqual([503, '2']);
    expect((await setWeather('2096-01-01', key)).status).toBe(201);
    expect(await days()).toEqual(['2096-01-01']);
    expect(await rawQuery(url, "select from event_log where type = 'WeatherSet'")).toHaveLength(1);
  });

  await world.step('at begin: the writer goes on by itself, on a connection of its own', async () => {
    await silence('begin isolation level read committed');
    const waiting = ['2096-01-02', '2096-01-03'].map((date) => setWeather(date));
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([503, 503]);
    expect((await setWeather('2096-01-04')).status).toBe(201);
    expect(await days()).toEqual(['2096-01-01', '2096-01-04']);
  });

  await world.step('at a question: 503, and the next is answered', async () => {
    const ask = () => api.get('/api/weather?start_date=2096-01-01&end_date=2096-01-31');
    await silence('from "weather_days"');
    expect((await ask()).status).toBe(503);
    expect((await ask()).status).toBe(200);
  });

  await world.step('while listening for changes: a terminal goes on being told', async () => {
    const terminal = new LiveTerminal(node.url);
    await terminal.until(({ states }) => states.length > 0);
    await silence('\0head\0'); // How it asks for the newest position, by the name of the statement.
    expect((await setWeather('2096-01-05')).status).toBe(201);
    await terminal.until(({ frames }) => frames.some(({ weather }) => weather.length > 0));
    terminal.close();
  });
});

/** Number of bookings that get a long note at once, to fill the memory of a line soon. */
const AT_ONCE = 50;
const LONG_NOTE = '長い申し送り'.repeat(330);
const MOST_GROWTH_MIB = 150;

fault('terminal-network', "a terminal's network", async (world) => {
  const { ledger } = world;
  await world.database();
  await world.openRooms();
  // A process of its own: its memory is looked at.
  const { url } = await world.node({ ownProcess: true });
  const behindGate = async () => {
    const gate = await world.gate(url);
    return { gate, terminal: await world.terminal(gate.url.replace(/\/$/, '')) };
  };
  const { terminal: near } = await behindGate();

  await world.step(
    'cut, slow, or dead without a word: every terminal ends up equal to the database',
    async () => {
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
      // Until its heartbeat finds out it takes itself for connected, and knows nothing of what has been written since.
      expect(dead.terminal.losses > 0 || dead.terminal.bookings.size < ledger.places).toBe(true);
      // The network comes back and tells it; in the long run its own heartbeat finds out.
      if (timesOf(1, 0)) dead.gate.cut();
      await dead.terminal.until(({ losses, arrivals }) => losses > 0 && arrivals > 1);
      expect([near, slow.terminal, cut.terminal].map(({ losses }) => losses)).toEqual([0, 0, cuts]);
    },
  );

  const gauge = async (name: string): Promise<number> => {
    const text = await (await fetch(`${url}/metrics`)).text();
    return Number(new RegExp(`^${name}(?:{[^}]*})? (\\S+)$`, 'm').exec(text)?.[1]);
  };
  await world.step(
    'not read any more: cut off, at bounded memory, and reading again it catches up',
    async () => {
      for (const other of world.terminals.splice(1)) other.close();
      const deaf = await behindGate();
      const ids = [...ledger.bookings.values()].slice(0, AT_ONCE).map(({ id }) => id);
      await eventually(
        'two terminals are connected',
        () => gauge('hotel_live_sockets'),
        (sockets) => sockets === 2,
      );
      const before = await gauge('process_resident_memory_bytes');
      let most = before;
      let changes = 0;
      await world.strike(deaf.gate.freeze);
      // On a slow machine its heartbeat may find out first.
      while (deaf.terminal.losses === 0 && (await gauge('hotel_live_sockets')) === 2) {
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
      expect(near.losses).toBe(0);
      deaf.gate.thaw();
      await deaf.terminal.until(({ losses, arrivals }) => losses > 0 && arrivals > 1);
    },
  );
});

/** Returns the error that a promise is rejected with, null when it is fulfilled. */
const errorOf = (work: Promise<unknown>): Promise<unknown> => work.then(() => null).catch((error) => error);

async function connect(url: string, config: pg.ClientConfig = {}): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, ...config });
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** The server or the connection, a wait in vain, or the statement or product itself. */
const blameOf = (error: unknown) =>
  isConnectionError(error) ? 'connection' : isTimeout(error) ? 'wait' : 'statement';

fault('connection-error', 'an error of PostgreSQL is blamed on what is to blame', async (world) => {
  const url = await world.database();
  const gate = await world.gate();
  const with_ = (part: object) => Object.assign(new URL(url), part).href;
  /** Returns the error of a statement while something is done to its connection. */
  const broken = async (strike: () => unknown) => {
    const client = await connect(gate.url);
    const failed = errorOf(client.query('select pg_sleep(60)'));
    await strike();
    return failed.finally(() => client.end());
  };
  /** Returns the error of a pool's statement, while its only connection is taken or nobody lets it in. */
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
  /** Returns the error of a statement while another transaction has the end of the log. */
  const besideHolder = async (settings: string, statement: string) => {
    const [holder, waiter] = [await connect(url), await connect(url)];
    await holder.query('begin; select from log_head for update');
    await waiter.query(`begin; ${settings}`);
    return errorOf(waiter.query(statement)).finally(() => Promise.all([holder.end(), waiter.end()]));
  };
  const failed = async (statement: string) => {
    const client = await connect(url);
    const error = await errorOf(client.query(statement));
    await client.end();
    expect(error).toBeInstanceOf(pg.DatabaseError);
    return error;
  };
  const provoked: Record<ReturnType<typeof blameOf>, Record<string, () => Promise<unknown>>> = {
    connection: {
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
    },
    wait: {
      'a lock': () => besideHolder("set local lock_timeout = '10ms'", 'select from log_head for update'),
      'a statement': () => besideHolder("set local statement_timeout = '10ms'", 'select pg_sleep(60)'),
    },
    statement: {
      'no SQL': () => failed('select nonsense'),
      'a constraint': () => failed('insert into log_head default values'),
      'a missing value': () => failed("insert into encryption_keys values ('a', '')"),
      'the guard of the log': () => failed('truncate event_log'),
      'an error of the product': async () => new TypeError('x is undefined'),
      'an error that only speaks of a connection': async () => new Error('connection between two facts'),
      'a text': async () => 'ECONNREFUSED',
      nothing: async () => null,
    },
  };
  for (const [blamed, all] of Object.entries(provoked))
    for (const [what, provoke] of Object.entries(all))
      expect({ what, blamed: blameOf(await world.strike(provoke)) }).toEqual({ what, blamed });
});
