import { type Month, monthOf } from '@domain/dates.js';
import { Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { movementsOfWays } from '@wire/account.js';
import {
  type InvoiceWritten,
  invoiceCancelShape,
  invoicePaymentShape,
  invoiceReversalShape,
  invoiceShape,
  replacementShape,
} from '@wire/invoice.js';
import { receiptPartsShape } from '@wire/payment.js';
import { refundField, returnInvoiceShape } from '@wire/return-invoice.js';
import type { Response } from 'express';
import { Clock } from '../platform/clock.js';
import { unreadable } from '../platform/errors.js';
import { Permit } from '../platform/http/permission.js';
import { readBody, readId, readMonth } from '../platform/http/read-request.js';
import { Context, type Json, JsonBody, type RequestContext } from '../platform/http/request-context.js';
import { attachment } from '../platform/http/response-headers.js';
import { ChangeInvoice, type InvoiceDeed } from './change-invoice.handler.js';
import { IssueInvoice } from './issue-invoice.handler.js';
import { IssueReceiptParts, ReceiptPartsReader } from './issue-receipt-parts.handler.js';
import { IssueReturnInvoice, ReturnInvoiceReader } from './issue-return-invoice.handler.js';
import { ReceivablesReader, receivablesCsv } from './receivables.query.js';

/** Serves debts of companies (売掛), invoices to them (請求書), papers over refunds (適格返還請求書), and receipts in parts. */
@Controller('api')
@Permit('look')
export class InvoiceController {
  constructor(
    private readonly commands: CommandBus,
    private readonly receivables: ReceivablesReader,
    private readonly returns: ReturnInvoiceReader,
    private readonly split: ReceiptPartsReader,
    private readonly clock: Clock,
  ) {}

  @Get('receivables')
  list(@Query('month') month: unknown) {
    return this.receivables.list(this.readMonth(month));
  }

  @Get('receivables.csv')
  async file(
    @Query('month') value: unknown,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string> {
    const month = this.readMonth(value);
    const name = month.slice(0, 7);
    response.setHeader('Content-Type', 'text/csv; charset=utf-8');
    response.setHeader('Content-Disposition', attachment(`売掛_${name}.csv`, `receivables-${name}.csv`));
    return receivablesCsv(await this.receivables.list(month));
  }

  @Get('receivables/:id')
  company(@Param('id') id: string, @Query('month') month: unknown) {
    return this.receivables.company(readId(id), this.readMonth(month));
  }

  @Get('invoices/:id')
  invoice(@Param('id') id: string) {
    return this.receivables.read(readId(id));
  }

  @Post('invoices')
  @Permit('desk')
  @HttpCode(200)
  issue(@JsonBody() body: Json, @Context() request: RequestContext) {
    const { corporate_id, month, booking_ids, due_day, ...texts } = readBody(invoiceShape, body);
    const said = { corporateId: corporate_id, month, bookingIds: booking_ids, dueDay: due_day, ...texts };
    return this.commands.execute(new IssueInvoice(said, request));
  }

  @Post('invoices/:id/replacement')
  @Permit('desk')
  @HttpCode(200)
  replace(@Param('id') id: string, @JsonBody() body: Json, @Context() request: RequestContext) {
    const { booking_ids, due_day, ...texts } = readBody(replacementShape, body);
    const said = { id: readId(id), bookingIds: booking_ids, dueDay: due_day, ...texts };
    return this.commands.execute(new IssueInvoice(said, request));
  }

  @Post('invoices/:id/payments')
  @Permit('desk')
  @HttpCode(200)
  pay(@Param('id') id: string, @JsonBody() body: Json, @Context() request: RequestContext) {
    const { ways, received_on } = readBody(invoicePaymentShape, body);
    return this.change(id, { type: 'pay', parts: movementsOfWays(ways), receivedOn: received_on }, request);
  }

  @Post('invoices/:id/reversals')
  @Permit('desk')
  @HttpCode(200)
  revert(@Param('id') id: string, @JsonBody() body: Json, @Context() request: RequestContext) {
    const { payment } = readBody(invoiceReversalShape, body);
    return this.change(id, { type: 'revert', payment }, request);
  }

  @Post('invoices/:id/reissue')
  @Permit('desk')
  @HttpCode(200)
  reissue(@Param('id') id: string, @JsonBody() body: Json, @Context() request: RequestContext) {
    readBody({}, body);
    return this.change(id, { type: 'reissue' }, request);
  }

  @Post('invoices/:id/cancel')
  @Permit('desk')
  @HttpCode(200)
  cancel(@Param('id') id: string, @JsonBody() body: Json, @Context() request: RequestContext) {
    const { reason } = readBody(invoiceCancelShape, body);
    return this.change(id, { type: 'cancel', reason }, request);
  }

  @Get('booking/:id/receipt-parts')
  parts(@Param('id') id: string) {
    return this.split.read(readId(id));
  }

  @Post('booking/:id/receipt-parts')
  @Permit('desk')
  @HttpCode(200)
  issueParts(@Param('id') id: string, @JsonBody() body: Json, @Context() request: RequestContext) {
    const { parts } = readBody(receiptPartsShape, body);
    return this.commands.execute(new IssueReceiptParts(readId(id), parts, request));
  }

  @Get('booking/:id/return-invoice')
  returnInvoice(@Param('id') id: string, @Query('refund') refund: unknown) {
    const { success, data } = refundField.safeParse(refund);
    if (!success) throw unreadable('refund', '返金の指定が正しくありません。');
    return this.returns.read(readId(id), data);
  }

  @Post('booking/:id/return-invoice')
  @Permit('desk')
  @HttpCode(200)
  issueReturn(@Param('id') id: string, @JsonBody() body: Json, @Context() request: RequestContext) {
    const said = readBody(returnInvoiceShape, body);
    return this.commands.execute(new IssueReturnInvoice(readId(id), said, request));
  }

  private change(id: string, deed: InvoiceDeed, request: RequestContext): Promise<InvoiceWritten> {
    return this.commands.execute(new ChangeInvoice(readId(id), deed, request));
  }

  /** The month asked for, this month when it is left out. */
  private readMonth(value: unknown): Month {
    return value === undefined ? monthOf(this.clock.today()) : readMonth(value, 'month');
  }
}
