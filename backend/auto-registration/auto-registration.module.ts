import { Module } from '@nestjs/common';
import { AutoRegistrationController } from './auto-registration.controller.js';

/** What the channel manager sent. */
@Module({ controllers: [AutoRegistrationController] })
export class AutoRegistrationModule {}
