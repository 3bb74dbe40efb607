import type { CorporateDetails } from '@domain/masters/masters.js';
import { Controller, Get, Param, Post, Put, Query } from '@nestjs/common';
import { type CorporateRecord, corporateShape, type ManagedCorporate } from '@wire/master-records.js';
import { EventStore } from '../event-store/event-store.js';
import { Permit } from '../platform/http/permission.js';
import { readBody, readId, readSwitch } from '../platform/http/read-request.js';
import { Context, JsonBody, type RequestContext } from '../platform/http/request-context.js';
import { PastViews } from '../time-travel/past-views.public.js';
import { MasterDataService } from './master-data.service.js';
import { CORPORATES } from './master-kinds.js';
import { encodeCorporate, inUseOnly } from './master-records.js';
import { readRetirement } from './read-retirement.js';

type Json = Record<string, unknown>;

function readDetails(body: Json): CorporateDetails {
  const fields = readBody(corporateShape, body);
  return { corporateShortName: fields.corporate_short_name, corporateFlag: fields.corporate_flag };
}

/** Companies in the order they were entered (spec 7), and their management. */
@Controller('api/corporate_master')
@Permit('look')
export class CorporatesController {
  constructor(
    private readonly desk: MasterDataService,
    private readonly store: EventStore,
    private readonly past: PastViews,
  ) {}

  @Get()
  async list(@Query('as_of') asOf: unknown, @Query('all') all: unknown): Promise<CorporateRecord[]> {
    const position = await this.past.position(asOf);
    const { reference } = await this.store.current();
    const stored = position === null ? reference.corporates.values() : await this.past.corporates(position);
    const records: ManagedCorporate[] = [...stored].map(encodeCorporate);
    return readSwitch(all, 'all') ? records : inUseOnly(records);
  }

  @Post()
  @Permit('manage')
  define(@JsonBody() body: Json, @Context() request: RequestContext): Promise<ManagedCorporate> {
    return this.desk.change(CORPORATES, null, { type: 'define', details: readDetails(body) }, request);
  }

  @Put(':id')
  @Permit('manage')
  redefine(
    @Param('id') id: string,
    @JsonBody() body: Json,
    @Context() request: RequestContext,
  ): Promise<ManagedCorporate> {
    return this.desk.change(CORPORATES, readId(id), { type: 'define', details: readDetails(body) }, request);
  }

  @Put(':id/retired')
  @Permit('manage')
  retire(
    @Param('id') id: string,
    @JsonBody() body: Json,
    @Context() request: RequestContext,
  ): Promise<ManagedCorporate> {
    return this.desk.change(CORPORATES, readId(id), readRetirement(body), request);
  }
}
