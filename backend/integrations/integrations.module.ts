import { Module } from '@nestjs/common';
import { MastersModule } from '../masters/masters.module.js';
import { FeedController } from './feed/feed.controller.js';
import { FeedPages } from './feed/feed-pages.js';
import { ServiceAccountsController } from './service-accounts.controller.js';

/** Other programs (連携): service accounts and their keys, and the log as a feed. */
@Module({
  imports: [MastersModule],
  controllers: [ServiceAccountsController, FeedController],
  providers: [FeedPages],
})
export class IntegrationsModule {}
