import type { BlacklistEntryDetails } from '@domain/masters/masters.js';
import { Controller, Get, Param, Post, Put, Query } from '@nestjs/common';
import { type BlacklistRecord, blacklistShape, type ManagedBlacklistEntry } from '@wire/master-records.js';
import { EventStore } from '../event-store/event-store.js';
import { Permit } from '../platform/http/permission.js';
import { readBody, readId, readSwitch } from '../platform/http/read-request.js';
import { Context, JsonBody, type RequestContext } from '../platform/http/request-context.js';
import { MasterDataService } from './master-data.service.js';
import { BLACKLIST } from './master-kinds.js';
import { encodeBlacklistEntry, inUseOnly } from './master-records.js';
import { readRetirement } from './read-retirement.js';

type Json = Record<string, unknown>;

function readDetails(body: Json): BlacklistEntryDetails {
  const fields = readBody(blacklistShape, body);
  return { guestName: fields.guest_name, tel: fields.tel };
}

/** Guests who are pointed out before a save (spec 5 and 7), and their management. */
@Controller('api/blacklist')
@Permit('look')
export class BlacklistController {
  constructor(
    private readonly desk: MasterDataService,
    private readonly store: EventStore,
  ) {}

  @Get()
  async list(@Query('all') all: unknown): Promise<BlacklistRecord[]> {
    const { reference } = await this.store.current();
    const records: ManagedBlacklistEntry[] = [...reference.blacklist.values()].map(encodeBlacklistEntry);
    return readSwitch(all, 'all') ? records : inUseOnly(records);
  }

  @Post()
  @Permit('manage')
  define(@JsonBody() body: Json, @Context() request: RequestContext): Promise<ManagedBlacklistEntry> {
    return this.desk.change(BLACKLIST, null, { type: 'define', details: readDetails(body) }, request);
  }

  @Put(':id')
  @Permit('manage')
  redefine(
    @Param('id') id: string,
    @JsonBody() body: Json,
    @Context() request: RequestContext,
  ): Promise<ManagedBlacklistEntry> {
    return this.desk.change(BLACKLIST, readId(id), { type: 'define', details: readDetails(body) }, request);
  }

  @Put(':id/retired')
  @Permit('manage')
  retire(
    @Param('id') id: string,
    @JsonBody() body: Json,
    @Context() request: RequestContext,
  ): Promise<ManagedBlacklistEntry> {
    return this.desk.change(BLACKLIST, readId(id), readRetirement(body), request);
  }
}
