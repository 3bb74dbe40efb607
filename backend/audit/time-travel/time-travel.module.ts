import { Module } from '@nestjs/common';
import { LogController } from './log.controller.js';
import { PastViews } from './past-views.catalog.js';

/** The hotel as it stood before. */
@Module({ controllers: [LogController], providers: [PastViews], exports: [PastViews] })
export class TimeTravelModule {}
