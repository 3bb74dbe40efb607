import { Module } from '@nestjs/common';
import { MastersModule } from '../masters/masters.module.js';
import { ServiceAccountsController } from './service-accounts.controller.js';

/** Other programs (連携): service accounts and their keys. */
@Module({
  imports: [MastersModule],
  controllers: [ServiceAccountsController],
})
export class IntegrationsModule {}
