import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import compression from 'compression';
import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';
import { AppModule } from './app.module.js';
import { HolidaysAhead } from './calendar/calendar.module.js';
import { renewReadModels } from './event-store/rebuild/rebuild.js';
import type { RebuildProgress } from './event-store/rebuild/rebuild-context.js';
import { CheckpointSchedule } from './evidence/evidence.module.js';
import { RegisterExpiry } from './guest-register/guest-register.module.js';
import { Metrics } from './health/metrics.js';
import { AuthMiddleware } from './identity/identity.module.js';
import { DropFolder, ImportRunner } from './imports/imports.module.js';
import { LiveHub } from './live/live.module.js';
import { MoveInRunner } from './move-in/move-in.module.js';
import type { Config } from './platform/config.js';
import { answerBrokenRequests, refuseUnread } from './platform/http/broken-request.js';
import { browserGuard, mediaTypes, ownAddressOnly } from './platform/http/browser-guard.js';
import { ErrorFilter } from './platform/http/error.filter.js';
import { GracefulShutdown } from './platform/http/graceful-shutdown.js';
import { logRequest, sendRequestId } from './platform/http/request-log.js';
import { constantHeaders, contentSecurity, noStore } from './platform/http/response-headers.js';
import { serveScreens } from './platform/http/screens.js';
import { logger } from './platform/logger.js';
import { migrateToLatest, waitForMigration } from './platform/migrate.js';
import { traceRequest } from './platform/tracing/trace-request.js';
import { isTracing, stopTracing, traceWith } from './platform/tracing/tracing.js';
import { BookingListCache } from './reservations/nights/booking-list-cache.js';
import { FormerGuestsExpiry } from './reservations/reservations.module.js';
import { MonthsAhead } from './rooms/rooms.module.js';
import { eventStoreParts, READ_MODELS } from './streams.js';
import { loadSampleHotel } from './tools/sample/sample-hotel.js';

const LARGEST_BODY = '1mb';
/** Longer than proxies keep idle connections, so that the proxy closes them first. */
const IDLE_CONNECTION_MS = 125_000;
const UPLOADS = [
  { path: /^\/api\/(csv-imports|room-months\/csv|move-in\/files)$/, file: 'CSVファイル' },
  { path: /^\/api\/guest-register\/\d+\/\d+\/passport$/, file: '旅券の写し' },
];
/** Opened in the address bar or by programs that only know an address, without our headers. */
const PAGES = [/^\/api\/docs$/, /^\/api\/ical\/[^/]+$/];

/**
 * A running server; `close` is a graceful shutdown. `diverged` resolves when the log goes on differently than the server has
 * seen it, as after a failover that lost events: only a new server knows nothing of the lost ones.
 */
export type RunningServer = {
  url: string;
  close: (drainSeconds?: number) => Promise<void>;
  diverged: Promise<void>;
};

/** The settings of the server, with the address of the open database. */
export type ServerConfig = Omit<Config, 'dataDir' | 'databaseUrl'> & {
  databaseUrl: string;
};

function applyHttp(app: NestExpressApplication, { access, logRequests }: ServerConfig): void {
  const isSession = access.mode === 'session';
  const auth = app.get(AuthMiddleware);
  // Trusts the X-Forwarded headers of the one proxy in front.
  app.set('trust proxy', isSession ? 1 : false);
  app.set('etag', false);
  app.set('query parser', 'simple');
  app.disable('x-powered-by');
  app.use(sendRequestId, app.get(Metrics).timeRequest);
  if (isTracing()) app.use('/api', traceRequest);
  if (logRequests) app.use(logRequest);
  app.use(
    constantHeaders(
      helmet({
        contentSecurityPolicy: contentSecurity,
        strictTransportSecurity: isSession && { includeSubDomains: false },
        xFrameOptions: { action: 'deny' },
      }),
    ),
  );
  app.use(ownAddressOnly(access));
  const compress = compression();
  // Answers to changes are too small to gain by compression.
  app.use('/api', (request: Request, response: Response, next: NextFunction) =>
    request.method === 'GET' ? compress(request, response, next) : next(),
  );
  app.use('/api', noStore, browserGuard(access, PAGES));
  app.use('/api', auth.identify);
  if (isSession) app.use('/api', auth.limit);
  app.use('/api', mediaTypes(UPLOADS));
  app.useBodyParser('json', { limit: LARGEST_BODY, strict: false });
  app.use('/api', refuseUnread);
  app.useGlobalFilters(new ErrorFilter());
  serveScreens(app);
}

async function migrate(databaseUrl: string): Promise<void> {
  await migrateToLatest(databaseUrl);
  const progress: RebuildProgress = (state) => logger.info(state, 'building the read models anew');
  await renewReadModels(databaseUrl, eventStoreParts(), READ_MODELS, progress);
}

/** Migrates database and read models, or waits until a job has; loads the sample hotel if set, and serves screens, API and live updates. */
export async function startServer(config: ServerConfig): Promise<RunningServer> {
  if (config.migrate) await migrate(config.databaseUrl);
  else await waitForMigration(config.databaseUrl, READ_MODELS.form);
  if (config.isTracing) traceWith((await import('./platform/tracing/open-telemetry.js')).openTelemetry());
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
  let diverge = () => {};
  const diverged = new Promise<void>((resolve) => {
    diverge = resolve;
  });
  await app.get(LiveHub).start(app.getHttpServer(), diverge);
  await app.get(ImportRunner).start();
  await app.get(MoveInRunner).start();
  if (config.csvDropDir !== null) app.get(DropFolder).start(config.csvDropDir);
  app.get(MonthsAhead).start(config.roomMonthsAhead);
  app.get(HolidaysAhead).start(config.roomMonthsAhead);
  app.get(RegisterExpiry).start();
  app.get(FormerGuestsExpiry).start();
  app.get(CheckpointSchedule).start(config.checkpointMinutes);
  await app.listen(config.port, config.host);
  const { address, port } = app.getHttpServer().address() as AddressInfo;
  const host = address.includes(':') ? `[${address}]` : address;
  const close = (drainSeconds = config.drainSeconds) => shutDown(app, drainSeconds);
  return { url: `http://${host}:${port}`, close, diverged };
}

/** Graceful shutdown: terminals are disconnected last, after every request, and reconnect to another node. */
async function shutDown(app: NestExpressApplication, drainSeconds: number): Promise<void> {
  const shutdown = app.get(GracefulShutdown);
  await shutdown.begin(drainSeconds);
  await shutdown.finish(app.getHttpServer());
  app.get(LiveHub).disconnectAll();
  await shutdown.end();
  await app.close();
  await stopTracing();
}
