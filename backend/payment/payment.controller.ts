import type { Day } from '@domain/dates.js';
import { Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { dayCloseShape, paperKind, receiptShape } from '@wire/payment.js';
import type { Response } from 'express';
import { Clock } from '../platform/clock.js';
import { unreadable } from '../platform/errors.js';
import { Permit } from '../platform/http/permission.js';
import { readBody, readDay, readId } from '../platform/http/read-request.js';
import { Context, type Json, JsonBody, type RequestContext } from '../platform/http/request-context.js';
import { attachment } from '../platform/http/response-headers.js';
import { AccountReader } from './account.query.js';
import { CloseDay } from './close-day.handler.js';
import { DailyPaymentsReader, dailyPaymentsCsv } from './daily-payments.query.js';
import { IssueReceipt, ReceiptReader } from './issue-receipt.handler.js';

/** Money at the desk: accounts of stays, papers, and the payments of a day. */
@Controller('api')
@Permit('look')
export class PaymentController {
  constructor(
    private readonly commands: CommandBus,
    private readonly payments: DailyPaymentsReader,
    private readonly receipts: ReceiptReader,
    private readonly accounts: AccountReader,
    private readonly clock: Clock,
  ) {}

  @Get('booking/:id/account')
  account(@Param('id') id: string) {
    return this.accounts.read(readId(id));
  }

  @Get('booking/:id/receipt')
  receipt(@Param('id') id: string, @Query('kind') kind: unknown) {
    const { success, data } = paperKind.safeParse(kind);
    if (!success) throw unreadable('kind', '書類の種類の選択が正しくありません。');
    return this.receipts.read(readId(id), data);
  }

  @Post('booking/:id/receipt')
  @Permit('desk')
  @HttpCode(200)
  issue(@Param('id') id: string, @JsonBody() body: Json, @Context() request: RequestContext) {
    return this.commands.execute(new IssueReceipt(readId(id), readBody(receiptShape, body), request));
  }

  @Get('daily-payments')
  day(@Query('date') date: unknown) {
    return this.payments.read(this.readDate(date));
  }

  @Get('daily-payments.csv')
  async file(@Query('date') date: unknown, @Res({ passthrough: true }) response: Response): Promise<string> {
    const day = this.readDate(date);
    response.setHeader('Content-Type', 'text/csv; charset=utf-8');
    response.setHeader('Content-Disposition', attachment(`日計_${day}.csv`, `payments-${day}.csv`));
    return dailyPaymentsCsv(await this.payments.read(day), this.clock.timezone);
  }

  @Post('daily-payments/close')
  @Permit('desk')
  @HttpCode(200)
  close(@JsonBody() body: Json, @Context() request: RequestContext) {
    const { remark = '', ...said } = readBody(dayCloseShape, body);
    return this.commands.execute(new CloseDay({ ...said, remark }, request));
  }

  /** The day asked for, today when it is left out. */
  private readDate(value: unknown): Day {
    return value === undefined ? this.clock.today() : readDay(value, 'date');
  }
}
