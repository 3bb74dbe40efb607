import { Module } from '@nestjs/common';
import { LiveModule } from '../live/live.module.js';
import { HealthController } from './health.controller.js';
import { HotelGauges } from './hotel-gauges.js';
import { Metrics } from './metrics.js';
import { NodeGauges } from './node-gauges.js';
import { Readiness } from './readiness.js';
import { ScreenErrorsController } from './screen-errors.controller.js';

/** Health, metrics and the errors of screens. */
@Module({
  imports: [LiveModule],
  controllers: [HealthController, ScreenErrorsController],
  providers: [Metrics, HotelGauges, NodeGauges, Readiness],
  exports: [Metrics],
})
export class HealthModule {}
