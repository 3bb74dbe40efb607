import { Module } from '@nestjs/common';
import { MastersModule } from '../masters/masters.module.js';
import { CONFIG, type PlatformConfig } from '../platform/platform.module.js';
import { FeedController } from './feed/feed.controller.js';
import { FeedPages } from './feed/feed-pages.js';
import { FeedReaders } from './feed/feed-readers.js';
import { IcalController } from './ical/ical.controller.js';
import { IcalAddressesController } from './ical/ical-addresses.controller.js';
import { IcalCalendars } from './ical/ical-calendars.query.js';
import { IcalSecrets } from './ical/ical-secrets.js';
import { ServiceAccountsController } from './service-accounts.controller.js';
import { DELIVERY_TIMES, USUAL_TIMES, WebhookDeliveries } from './webhooks/webhook-deliveries.js';
import { WebhookPlaces } from './webhooks/webhook-places.js';
import { WebhookSecretKeeper } from './webhooks/webhook-secrets.js';
import { WebhookSender } from './webhooks/webhook-sender.js';
import { WebhookViews } from './webhooks/webhook-views.js';
import { WebhooksController } from './webhooks/webhooks.controller.js';

/** Other programs (連携): service accounts and their keys, the log as a feed, webhooks that it is sent to, and calendars. */
@Module({
  imports: [MastersModule],
  controllers: [
    ServiceAccountsController,
    FeedController,
    WebhooksController,
    IcalAddressesController,
    IcalController,
  ],
  providers: [
    FeedPages,
    FeedReaders,
    IcalSecrets,
    IcalCalendars,
    WebhookPlaces,
    WebhookSecretKeeper,
    WebhookViews,
    WebhookDeliveries,
    { provide: DELIVERY_TIMES, useValue: USUAL_TIMES },
    {
      provide: WebhookSender,
      inject: [CONFIG],
      useFactory: (config: PlatformConfig) =>
        new WebhookSender({ allowsPrivate: config.webhooksToPrivateAddresses }),
    },
  ],
})
export class IntegrationsModule {}
