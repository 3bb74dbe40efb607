import { Module } from '@nestjs/common';
import { Reports } from './report.query.js';
import { ReportsController } from './reports.controller.js';

/** Occupancy, revenue, lead times and cancellations in figures. */
@Module({ controllers: [ReportsController], providers: [Reports] })
export class ReportsModule {}
