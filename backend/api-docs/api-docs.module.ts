import { Module } from '@nestjs/common';
import { ApiDocsController } from './api-docs.controller.js';

/** The documentation of the API. */
@Module({ controllers: [ApiDocsController] })
export class ApiDocsModule {}
