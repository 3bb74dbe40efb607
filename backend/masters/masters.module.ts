import { Module } from '@nestjs/common';
import { MastersController } from './masters.controller.js';

/** Master lists. */
@Module({ controllers: [MastersController] })
export class MastersModule {}
