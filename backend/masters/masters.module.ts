import { Module } from '@nestjs/common';
import { TimeTravelModule } from '../audit/time-travel/time-travel.module.js';
import { MastersController } from './masters.controller.js';

/** Master lists. */
@Module({ imports: [TimeTravelModule], controllers: [MastersController] })
export class MastersModule {}
