import { Module } from '@nestjs/common';
import { LiveModule } from '../live/live.module.js';
import { HealthController, ScreenErrorsController } from './health.controller.js';
import { Metrics } from './metrics.js';
import { Readiness } from './readiness.js';

/** Health, metrics and the errors of screens. */
@Module({
  imports: [LiveModule],
  controllers: [HealthController, ScreenErrorsController],
  providers: [Metrics, Readiness],
  exports: [Metrics],
})
export class HealthModule {}
