import {
  type DynamicModule,
  type MiddlewareConsumer,
  Module,
  type NestModule,
  RequestMethod,
} from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { CalendarModule } from './calendar/calendar.module.js';
import { CleaningModule } from './cleaning/cleaning.module.js';
import { ErasureModule } from './erasure/erasure.module.js';
import { EventLogModule } from './event-log/event-log.module.js';
import { EventStoreModule } from './event-store/event-store.module.js';
import { EvidenceModule } from './evidence/evidence.module.js';
import { GuestCardModule } from './guest-card/guest-card.module.js';
import { GuestRegisterModule } from './guest-register/guest-register.module.js';
import { HandoverModule } from './handover/handover.module.js';
import { HealthModule } from './health/health.module.js';
import { HotelModule } from './hotel/hotel.module.js';
import { IdentityModule } from './identity/identity.module.js';
import { ImportsModule } from './imports/imports.module.js';
import { IntegrationsModule } from './integrations/integrations.module.js';
import { LiveModule } from './live/live.module.js';
import { LogPositionMiddleware } from './live/log-position.middleware.js';
import { LodgingTaxModule } from './lodging-tax/lodging-tax.module.js';
import { MastersModule } from './masters/masters.module.js';
import { MoveInModule } from './move-in/move-in.module.js';
import { PaymentModule } from './payment/payment.module.js';
import { type PlatformConfig, PlatformModule } from './platform/platform.module.js';
import { ReportsModule } from './reports/reports.module.js';
import { overlapOnClaim } from './reservations/derived-tables.projection.js';
import { ReservationsModule } from './reservations/reservations.module.js';
import { RoomsModule } from './rooms/rooms.module.js';
import { SetupModule } from './setup/setup.module.js';
import { eventStoreParts } from './streams.js';
import { TimeTravelModule } from './time-travel/time-travel.module.js';
import { ApiDocsModule } from './tools/api-docs/api-docs.module.js';

/** The table of contents: one line a feature. */
@Module({})
export class AppModule implements NestModule {
  static with(config: PlatformConfig, databaseUrl: string): DynamicModule {
    return {
      module: AppModule,
      imports: [
        PlatformModule.forRoot(config, databaseUrl),
        CqrsModule.forRoot(),
        EventStoreModule.forRoot(eventStoreParts(), overlapOnClaim),
        ReservationsModule,
        CalendarModule,
        RoomsModule,
        CleaningModule,
        GuestRegisterModule,
        GuestCardModule,
        MastersModule,
        ImportsModule,
        MoveInModule,
        HandoverModule,
        ErasureModule,
        TimeTravelModule,
        EventLogModule,
        EvidenceModule,
        PaymentModule,
        LodgingTaxModule,
        ReportsModule,
        HotelModule,
        SetupModule,
        IntegrationsModule,
        LiveModule,
        IdentityModule,
        HealthModule,
        ApiDocsModule,
      ],
    };
  }

  /** Responses that depend on the log alone carry its position as their ETag. */
  configure(consumer: MiddlewareConsumer): void {
    const lists = ['bookings', 'rooms', 'booking_type_diff', 'weather', 'corporate_master', 'payment_master'];
    const routes = [
      ...lists,
      'blacklist',
      'prepaid_words',
      'lodging-tax/rules',
      'cancellation_rules',
      'charge_items',
      'front-desk',
      'front-desk/unpaid',
      'room-months',
      'cleaning',
      'csv-reservations',
      'room-type-mappings',
      'handover-notes',
      'fetch-reservation-data/:id',
      'log/moment',
      'booking-changes',
      'reports',
    ];
    consumer
      .apply(LogPositionMiddleware)
      .forRoutes(...routes.map((path) => ({ path: `api/${path}`, method: RequestMethod.GET })));
  }
}
