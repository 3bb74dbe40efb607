import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import compression from 'compression';
import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';
import { AppModule } from './app.module.js';
import { renewReadModels } from './event-store/read-model-form.js';
import type { RebuildProgress } from './event-store/rebuild/rebuild-context.js';
import { CheckpointSchedule } from './evidence/evidence.module.js';
import { Metrics } from './health/metrics.js';
import { AuthMiddleware } from './identity/identity.module.js';
import { DropFolder, ImportRunner } from './imports/imports.module.js';
import { LiveHub } from './live/live.module.js';
import type { Config } from './platform/config.js';
import { answerBrokenRequests } from './platform/http/broken-request.js';
import { browserGuard, mediaTypes } from './platform/http/browser-guard.js';
import { contentSecurity } from './platform/http/content-security.js';
import { ErrorFilter } from './platform/http/error.filter.js';
import { GracefulShutdown } from './platform/http/graceful-shutdown.js';
import { noStore } from './platform/http/no-store.js';
import { ownAddressOnly } from './platform/http/own-address.js';
import { logRequest, sendRequestId } from './platform/http/request-log.js';
import { serveScreens } from './platform/http/screens.js';
import { logger } from './platform/logger.js';
import { migrateToLatest } from './platform/migrate.js';
import { waitForMigration } from './platform/wait-for-migration.js';
import { BookingListCache } from './reservations/nights/booking-list-cache.js';
import { MonthsAhead } from './rooms/rooms.module.js';
import { loadSampleHotel } from './sample/load-sample.js';
import { eventStoreParts, READ_MODELS } from './streams.js';

const LARGEST_BODY = '1mb';
/** Longer than proxies keep idle connections: who hangs up first would be told by a broken answer. */
const IDLE_CONNECTION_MS = 125_000;
const UPLOADS = ['/api/csv-imports', '/api/room-months/csv'];
/** Opened in the address bar, which sends no header of ours. */
const PAGES = ['/api/docs'];

/** A server that runs; `close` finishes what is under way first. */
export type RunningServer = { url: string; close: () => Promise<void> };

/** What the server must be told; the database's address is known by now, wherever it came from. */
export type ServerConfig = Omit<Config, 'dataDir' | 'databaseUrl'> & {
  databaseUrl: string;
};

function applyHttp(app: NestExpressApplication, { access, logRequests }: ServerConfig): void {
  const isSession = access.mode === 'session';
  const entrance = app.get(AuthMiddleware);
  // One proxy stands in front: what it says of the client's address and of https is believed, nothing before it.
  app.set('trust proxy', isSession ? 1 : false);
  app.set('etag', false);
  app.set('query parser', 'simple');
  app.disable('x-powered-by');
  app.use(sendRequestId, app.get(Metrics).timeRequest);
  if (logRequests) app.use(logRequest);
  app.use(
    helmet({
      contentSecurityPolicy: contentSecurity,
      strictTransportSecurity: isSession && { includeSubDomains: false },
      xFrameOptions: { action: 'deny' },
    }),
  );
  app.use(ownAddressOnly(access));
  const compress = compression();
  // What a change is answered with is too small to gain by it.
  app.use('/api', (request: Request, response: Response, next: NextFunction) =>
    request.method === 'GET' ? compress(request, response, next) : next(),
  );
  app.use('/api', noStore, browserGuard(access, PAGES));
  if (isSession) app.use('/api', entrance.identify, entrance.limit);
  app.use('/api', mediaTypes(UPLOADS));
  app.useBodyParser('json', { limit: LARGEST_BODY, strict: false });
  app.useGlobalFilters(new ErrorFilter());
  serveScreens(app);
}

async function bringUpToDate(databaseUrl: string): Promise<void> {
  await migrateToLatest(databaseUrl);
  const told = (at: Parameters<RebuildProgress>[0]) => logger.info(at, 'building the read models anew');
  await renewReadModels(databaseUrl, eventStoreParts(), READ_MODELS, told);
}

/** Migrates and brings the read models into today's form, or waits until a job has; loads the sample hotel if asked, and serves screens, calls and live updates. */
export async function startServer(config: ServerConfig): Promise<RunningServer> {
  if (config.migrate) await bringUpToDate(config.databaseUrl);
  else await waitForMigration(config.databaseUrl, READ_MODELS.form);
  const app = await NestFactory.create<NestExpressApplication>(AppModule.with(config, config.databaseUrl), {
    bodyParser: false,
    rawBody: true,
    logger: ['error', 'warn'],
  });
  applyHttp(app, config);
  await app.init();
  const shutdown = app.get(GracefulShutdown);
  shutdown.watch(app.getHttpServer());
  answerBrokenRequests(app.getHttpServer());
  app.getHttpServer().keepAliveTimeout = IDLE_CONNECTION_MS;
  if (config.sampleData) await loadSampleHotel(app);
  await app.get(BookingListCache).start();
  await app.get(LiveHub).start(app.getHttpServer());
  await app.get(ImportRunner).start();
  if (config.csvDropDir !== null) app.get(DropFolder).start(config.csvDropDir);
  app.get(MonthsAhead).start(config.roomMonthsAhead);
  app.get(CheckpointSchedule).start(config.checkpointMinutes);
  await app.listen(config.port, config.host);
  const { address, port } = app.getHttpServer().address() as AddressInfo;
  const host = address.includes(':') ? `[${address}]` : address;
  return { url: `http://${host}:${port}`, close: () => leave(app, config.drainSeconds) };
}

/** Ends in order: terminals are hung up on last, when every request is answered, and find another node. */
async function leave(app: NestExpressApplication, drainSeconds: number): Promise<void> {
  const shutdown = app.get(GracefulShutdown);
  await shutdown.begin(drainSeconds);
  await shutdown.finish(app.getHttpServer());
  app.get(LiveHub).hangUp();
  await shutdown.end();
  await app.close();
}
