import type { MasterChange } from '@domain/masters/decide-master.js';
import type { LodgingTaxDetails } from '@domain/payment/lodging-tax.js';
import { Controller, Get, Param, Post, Put, Query, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  decodeLodgingTaxRule,
  encodeLodgingTaxRule,
  type LodgingTaxRuleRecord,
  lodgingTaxRuleShape,
} from '@wire/lodging-tax.js';
import { retiredShape } from '@wire/master-records.js';
import type { Response } from 'express';
import { EventStore } from '../event-store/event-store.js';
import { Permit } from '../platform/http/permission.js';
import { readBody, readId, readMonth } from '../platform/http/read-request.js';
import { Context, type Json, JsonBody, type RequestContext } from '../platform/http/request-context.js';
import { attachment } from '../platform/http/response-headers.js';
import { ChangeLodgingTaxRule } from './change-rule.handler.js';
import { LodgingTaxMonthReader, lodgingTaxMonthCsv } from './lodging-tax-month.query.js';
import { StayAssessment } from './stay-assessment.js';

/** A changed rule, and how many bookings got another tax by it. */
type ChangedRule = LodgingTaxRuleRecord & { bookings: number };

/** The 宿泊税: its rules, which are management, and what a month came to. */
@Controller('api/lodging-tax')
@Permit('look')
export class LodgingTaxController {
  constructor(
    private readonly commands: CommandBus,
    private readonly store: EventStore,
    private readonly months: LodgingTaxMonthReader,
    private readonly stays: StayAssessment,
  ) {}

  @Get('rules')
  async rules(): Promise<LodgingTaxRuleRecord[]> {
    const { reference } = await this.store.current();
    return reference.lodgingTaxRules.map(encodeLodgingTaxRule);
  }

  @Post('rules')
  @Permit('manage')
  define(@JsonBody() body: Json, @Context() request: RequestContext): Promise<ChangedRule> {
    const details = decodeLodgingTaxRule(readBody(lodgingTaxRuleShape, body));
    return this.change(null, { type: 'define', details }, request);
  }

  @Put('rules/:id')
  @Permit('manage')
  redefine(
    @Param('id') id: string,
    @JsonBody() body: Json,
    @Context() request: RequestContext,
  ): Promise<ChangedRule> {
    const details = decodeLodgingTaxRule(readBody(lodgingTaxRuleShape, body));
    return this.change(readId(id), { type: 'define', details }, request);
  }

  @Put('rules/:id/retired')
  @Permit('manage')
  retire(
    @Param('id') id: string,
    @JsonBody() body: Json,
    @Context() request: RequestContext,
  ): Promise<ChangedRule> {
    const known = readId(id);
    const isRetired = readBody(retiredShape, body).is_retired === 1;
    return this.change(known, { type: isRetired ? 'retire' : 'put-back' }, request);
  }

  @Get('month')
  month(@Query('month') month: unknown) {
    return this.months.read(readMonth(month, 'month'));
  }

  @Get('month.csv')
  async file(
    @Query('month') month: unknown,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string> {
    const record = await this.months.read(readMonth(month, 'month'));
    const name = record.month.slice(0, 7);
    response.setHeader('Content-Type', 'text/csv; charset=utf-8');
    response.setHeader('Content-Disposition', attachment(`宿泊税_${name}.csv`, `lodging-tax-${name}.csv`));
    return lodgingTaxMonthCsv(record);
  }

  private async change(
    id: number | null,
    change: MasterChange<LodgingTaxDetails>,
    request: RequestContext,
  ): Promise<ChangedRule> {
    const rule = await this.commands.execute(new ChangeLodgingTaxRule(id, change, request));
    return { ...rule, bookings: await this.stays.assess(request.write) };
  }
}
