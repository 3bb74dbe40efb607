import type { PaymentDetails } from '@domain/masters/masters.js';
import { Controller, Get, Param, Post, Put, Query } from '@nestjs/common';
import { type ManagedPayment, type PaymentRecord, paymentShape } from '@wire/master-records.js';
import { EventStore } from '../event-store/event-store.js';
import { Permit } from '../platform/http/permission.js';
import { readBody, readId, readSwitch } from '../platform/http/read-request.js';
import { Context, JsonBody, type RequestContext } from '../platform/http/request-context.js';
import { PastViews } from '../time-travel/past-views.public.js';
import { MasterDataService } from './master-data.service.js';
import { PAYMENTS } from './master-kinds.js';
import { encodePayment, inUseOnly } from './master-records.js';
import { readRetirement } from './read-retirement.js';

type Json = Record<string, unknown>;

function readDetails(body: Json): PaymentDetails {
  return { paymentName: readBody(paymentShape, body).payment_name };
}

/** Ways of paying in the order they were entered (spec 7), and their management. */
@Controller('api/payment_master')
@Permit('look')
export class PaymentsController {
  constructor(
    private readonly desk: MasterDataService,
    private readonly store: EventStore,
    private readonly past: PastViews,
  ) {}

  @Get()
  async list(@Query('as_of') asOf: unknown, @Query('all') all: unknown): Promise<PaymentRecord[]> {
    const position = await this.past.position(asOf);
    const { reference } = await this.store.current();
    const stored = position === null ? reference.payments.values() : await this.past.payments(position);
    const records: ManagedPayment[] = [...stored].map(encodePayment);
    return readSwitch(all, 'all') ? records : inUseOnly(records);
  }

  @Post()
  @Permit('manage')
  define(@JsonBody() body: Json, @Context() request: RequestContext): Promise<ManagedPayment> {
    return this.desk.change(PAYMENTS, null, { type: 'define', details: readDetails(body) }, request);
  }

  @Put(':id')
  @Permit('manage')
  redefine(
    @Param('id') id: string,
    @JsonBody() body: Json,
    @Context() request: RequestContext,
  ): Promise<ManagedPayment> {
    return this.desk.change(PAYMENTS, readId(id), { type: 'define', details: readDetails(body) }, request);
  }

  @Put(':id/retired')
  @Permit('manage')
  retire(
    @Param('id') id: string,
    @JsonBody() body: Json,
    @Context() request: RequestContext,
  ): Promise<ManagedPayment> {
    return this.desk.change(PAYMENTS, readId(id), readRetirement(body), request);
  }
}
