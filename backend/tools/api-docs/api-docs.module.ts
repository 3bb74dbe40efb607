import { Controller, Get, Module, Res, type Type } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import type { Response } from 'express';
import { Permit } from '../../platform/http/permission.js';
import { DESK_CALLS } from './desk.calls.js';
import { OFFICE_CALLS } from './office.calls.js';
import { type ApiDocument, apiDocument, servedRoutes } from './openapi.js';
import { apiPage, PAGE_SECURITY } from './pages.js';

/** Every call of the product, in the order of the documentation. */
export const CALL_GROUPS = [...DESK_CALLS, ...OFFICE_CALLS];

/** The documentation of the API, for everybody while sign-in is off, else for admins. */
@Controller('api')
@Permit('manage')
class ApiDocsController {
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

/** The documentation of the API. */
@Module({ controllers: [ApiDocsController] })
export class ApiDocsModule {}
