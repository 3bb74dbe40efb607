import { Controller, Get, Param, Query } from '@nestjs/common';
import type { BlacklistRecord, CorporateRecord, PaymentRecord, StaffRecord } from '@wire/master-records.js';
import { PastViews } from '../audit/time-travel/past-views.catalog.js';
import { EventStore } from '../event-store/event-store.js';
import { notFound } from '../platform/errors.js';
import { Permit } from '../platform/http/permission.js';
import { readId } from '../platform/http/read-request.js';

/** Master lists in the order they were entered (spec 7). */
@Controller('api')
@Permit('look')
export class MastersController {
  constructor(
    private readonly store: EventStore,
    private readonly past: PastViews,
  ) {}

  @Get('corporate_master')
  async corporates(@Query('as_of') asOf: unknown): Promise<CorporateRecord[]> {
    const position = await this.past.position(asOf);
    const corporates =
      position === null
        ? (await this.store.current()).reference.corporates.values()
        : await this.past.corporates(position);
    return [...corporates].map((corporate) => ({
      id: corporate.id,
      corporate_short_name: corporate.corporateShortName,
      corporate_flag: corporate.corporateFlag,
    }));
  }

  @Get('payment_master')
  async payments(@Query('as_of') asOf: unknown): Promise<PaymentRecord[]> {
    const position = await this.past.position(asOf);
    const payments =
      position === null
        ? (await this.store.current()).reference.payments.values()
        : await this.past.payments(position);
    return [...payments].map(({ id, paymentName }) => ({ id, payment_name: paymentName }));
  }

  @Get('blacklist')
  async blacklist(): Promise<BlacklistRecord[]> {
    const { reference } = await this.store.current();
    return [...reference.blacklist.values()].map(({ id, guestName, tel }) => ({
      id,
      guest_name: guestName,
      tel,
    }));
  }

  @Get('staff/:id')
  async staff(@Param('id') id: string): Promise<StaffRecord> {
    const { reference } = await this.store.current();
    const member = reference.staff.get(readId(id));
    if (!member) throw notFound('スタッフが見つかりません。');
    return { name: member.name };
  }
}
