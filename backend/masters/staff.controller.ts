import type { StaffDetails } from '@domain/masters/masters.js';
import { Controller, Get, Inject, Param, Post, Put } from '@nestjs/common';
import type { ManagedStaff, StaffRecord } from '@wire/master-records.js';
import { staffShape } from '@wire/session.js';
import { EventStore } from '../event-store/event-store.js';
import type { HotelDatabase } from '../platform/database.js';
import { notFound } from '../platform/errors.js';
import { Permit } from '../platform/http/permission.js';
import { readBody, readId } from '../platform/http/read-request.js';
import { Context, JsonBody, type RequestContext } from '../platform/http/request-context.js';
import { DATABASE } from '../platform/platform.module.js';
import { allManagedStaff, managedStaff } from './managed-staff.query.js';
import { MasterDataService } from './master-data.service.js';
import { STAFF } from './master-kinds.js';
import { readRetirement } from './read-retirement.js';

type Json = Record<string, unknown>;
type Member = ReturnType<typeof STAFF.encode>;

function readDetails(body: Json): StaffDetails {
  const { name, role, login_name: loginName } = readBody(staffShape, body);
  return { name, role, loginName };
}

/** Staff in the order they were entered: names for everybody (spec 7), and the management of accounts. */
@Controller('api/staff')
@Permit('look')
export class StaffController {
  constructor(
    private readonly desk: MasterDataService,
    private readonly store: EventStore,
    @Inject(DATABASE) private readonly database: HotelDatabase,
  ) {}

  @Get()
  @Permit('audit')
  async list(): Promise<ManagedStaff[]> {
    const { reference } = await this.store.current();
    return allManagedStaff(this.database, reference.staff);
  }

  @Get(':id')
  async name(@Param('id') id: string): Promise<StaffRecord> {
    const { reference } = await this.store.current();
    const member = reference.staff.get(readId(id));
    if (!member) throw notFound(STAFF.unknown);
    return { name: member.name };
  }

  @Post()
  @Permit('manage')
  async define(@JsonBody() body: Json, @Context() request: RequestContext): Promise<ManagedStaff> {
    const details = readDetails(body);
    return this.answer(await this.desk.change(STAFF, null, { type: 'define', details }, request));
  }

  @Put(':id')
  @Permit('manage')
  async redefine(
    @Param('id') id: string,
    @JsonBody() body: Json,
    @Context() request: RequestContext,
  ): Promise<ManagedStaff> {
    const details = readDetails(body);
    return this.answer(await this.desk.change(STAFF, readId(id), { type: 'define', details }, request));
  }

  @Put(':id/retired')
  @Permit('manage')
  async retire(
    @Param('id') id: string,
    @JsonBody() body: Json,
    @Context() request: RequestContext,
  ): Promise<ManagedStaff> {
    return this.answer(await this.desk.change(STAFF, readId(id), readRetirement(body), request));
  }

  private async answer(member: Member): Promise<ManagedStaff> {
    const [answer] = await managedStaff(this.database, [member]);
    return answer as ManagedStaff;
  }
}
