import { Controller, Get, Res, type Type } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import type { Response } from 'express';
import { Permit } from '../platform/http/permission.js';
import { CALL_GROUPS } from './calls/all-calls.js';
import { type ApiDocument, apiDocument } from './openapi.js';
import { apiPage, PAGE_SECURITY } from './page.js';
import { servedRoutes } from './served-routes.js';

/** The documentation of the API, for everybody while sign-in is off, else for admins. */
@Controller('api')
@Permit('manage')
export class ApiDocsController {
  private document: ApiDocument | null = null;

  constructor(private readonly modules: ModulesContainer) {}

  @Get('docs')
  page(@Res() response: Response): void {
    response.setHeader('Content-Security-Policy', PAGE_SECURITY);
    response.type('html').send(apiPage(this.openapi()));
  }

  @Get('openapi.json')
  openapi(): ApiDocument {
    const wrappers = [...this.modules.values()].flatMap(({ controllers }) => [...controllers.values()]);
    this.document ??= apiDocument(
      servedRoutes(wrappers.map(({ metatype }) => metatype as Type)),
      CALL_GROUPS,
    );
    return this.document;
  }
}
