import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from './database.js';
import { type Hotel, type SignInHotel, startHotel, startSignInHotel } from './hotel.js';
import { startTestServer, type TestServer, type TestServerOptions } from './server.js';
import { openNode, type StoreNode } from './store-node.js';

/*
 * Something that all tests of a file share, started before the first and stopped after the last, what was started last first. For
 * the top of a file only. It is filled by the start: take nothing out of it while tests are being defined.
 */

/** Milliseconds until a shared hotel is ready: it may have to be filled first, or is filled by another file. */
const START_MS = 90_000;

let stops: (() => Promise<unknown>)[] = [];

function shared<Thing extends object>(
  start: () => Promise<Thing>,
  stop: (thing: Thing) => Promise<unknown>,
): Thing {
  const thing = {} as Thing;
  beforeAll(async () => {
    Object.assign(thing, await start());
    stops.unshift(() => stop(thing));
  }, START_MS);
  // The first of these hooks stops everything.
  afterAll(async () => {
    const all = stops;
    stops = [];
    for (const stopOne of all) await stopOne();
  }, START_MS);
  return thing;
}

/** A hotel, with further settings as in its environment. */
export const sharedHotel = (...start: Parameters<typeof startHotel>): Hotel =>
  shared(
    () => startHotel(...start),
    (hotel) => hotel.stop(),
  );

/** A hotel with sign-in, with further settings as in its environment. */
export const sharedSignInHotel = (env?: Record<string, string>): SignInHotel =>
  shared(
    () => startSignInHotel(env),
    (hotel) => hotel.stop(),
  );

/** A server, on a database of its own unless told another. */
export const sharedServer = (options: () => TestServerOptions = () => ({})): TestServer =>
  shared(
    () => startTestServer(options()),
    (server) => server.stop(),
  );

/** A node on the database of something else that is shared. */
export const sharedNodeOn = (databaseUrl: () => string): StoreNode =>
  shared(
    async () => openNode(databaseUrl()),
    (node) => node.close(),
  );

/** A database, empty unless it is made otherwise. */
export const sharedDatabase = (create = createTestDatabase): TestDatabase =>
  shared(create, (database) => database.drop());

/** A database and two nodes on it, or only one of them. */
export function sharedNodes(create = createTestDatabase): {
  database: TestDatabase;
  here: StoreNode;
  there: StoreNode;
} {
  const [here, there] = [{} as StoreNode, {} as StoreNode];
  const database = shared(
    async () => {
      const made = await create();
      for (const node of [here, there]) Object.assign(node, openNode(made.url));
      return made;
    },
    async ({ drop }) => {
      await Promise.all([here.close(), there.close()]);
      await drop();
    },
  );
  return { database, here, there };
}

/** A database and two nodes on it, new for each test: what one leaves behind is not there for the next. */
export function nodesOfEachTest(create = createTestDatabase): ReturnType<typeof sharedNodes> {
  const [database, here, there] = [{} as TestDatabase, {} as StoreNode, {} as StoreNode];
  beforeEach(async () => {
    Object.assign(database, await create());
    for (const node of [here, there]) Object.assign(node, openNode(database.url));
  });
  afterEach(async () => {
    await Promise.all([here.close(), there.close()]);
    await database.drop();
  });
  return { database, here, there };
}
