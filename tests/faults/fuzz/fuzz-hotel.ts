import { dayIn } from '@domain/dates.js';
import { Test } from '@nestjs/testing';
import { AppModule } from '../../../backend/app.module.js';
import { readConfig } from '../../../backend/platform/config/config.js';
import { routesOf } from '../../support/api-document.js';
import { type Hotel, startHotel } from '../../support/hotel.js';
import { WriteWatch } from '../../support/write-watch.js';
import type { Known } from './draws.js';
import type { Route } from './fuzzed-requests.js';

/** A hotel to be fuzzed: its calls, what requests can be about, and what is written. */
export type FuzzHotel = Hotel & { known: Known; routes: Route[]; watch: WriteWatch };

async function routesOn(databaseUrl: string): Promise<Route[]> {
  const module = await Test.createTestingModule({
    imports: [AppModule.with(readConfig({}), databaseUrl)],
  }).compile();
  const app = module.createNestApplication();
  await app.init();
  const routes = routesOf(app);
  await app.close();
  return routes;
}

/** Starts it, with further settings as in its environment; tables left unwatched may change on a refusal. */
export async function startFuzzHotel(
  env: Record<string, string> = {},
  unwatched: readonly string[] = ['presence'],
): Promise<FuzzHotel> {
  const hotel = await startHotel(env, { ownProcess: true });
  const watch = await WriteWatch.open(hotel.databaseUrl, unwatched);
  const { ids } = hotel;
  const imported = [await hotel.importRecord(), await hotel.importRecord(), await hotel.importRecord()];
  return {
    ...hotel,
    watch,
    routes: await routesOn(hotel.databaseUrl),
    known: {
      today: dayIn('Asia/Tokyo', new Date()),
      rooms: ids.rooms,
      ids: {
        booking: [],
        room: [...ids.rooms.values()],
        day: [],
        corporate: [ids.corporate, ids.flaggedCorporate],
        payment: [ids.cash, ids.card],
        blacklist: [ids.blacklisted],
        staff: [ids.staff],
        'import-file': [],
        imported,
        mapping: [],
        note: [],
        request: [],
      },
    },
    async stop() {
      await watch.close();
      await hotel.stop();
    },
  };
}
