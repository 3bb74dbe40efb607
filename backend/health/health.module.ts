import { Module } from '@nestjs/common';
import { LiveModule } from '../live/live.module.js';
import { HealthController } from './health.controller.js';
import { Metrics } from './metrics.js';

/** Health and metrics. */
@Module({ imports: [LiveModule], controllers: [HealthController], providers: [Metrics], exports: [Metrics] })
export class HealthModule {}
