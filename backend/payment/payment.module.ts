import { Module } from '@nestjs/common';
import { AccountReader } from './account.query.js';
import { ChangeInvoiceHandler } from './change-invoice.handler.js';
import { CloseDayHandler } from './close-day.handler.js';
import { DailyPaymentsReader } from './daily-payments.query.js';
import { InvoiceController } from './invoice.controller.js';
import { IssueInvoiceHandler } from './issue-invoice.handler.js';
import { IssueReceiptHandler, ReceiptReader } from './issue-receipt.handler.js';
import { IssueReceiptPartsHandler, ReceiptPartsReader } from './issue-receipt-parts.handler.js';
import { IssueReturnInvoiceHandler, ReturnInvoiceReader } from './issue-return-invoice.handler.js';
import { PaymentController } from './payment.controller.js';
import { ReceivablesReader } from './receivables.query.js';

/** Accounts of stays, papers, and the payments of a day. */
@Module({
  controllers: [PaymentController, InvoiceController],
  providers: [
    ...[AccountReader, DailyPaymentsReader, ReceiptReader, ReceiptPartsReader],
    ...[ReceivablesReader, ReturnInvoiceReader],
    ...[CloseDayHandler, IssueReceiptHandler, IssueReceiptPartsHandler, IssueReturnInvoiceHandler],
    ...[IssueInvoiceHandler, ChangeInvoiceHandler],
  ],
})
export class PaymentModule {}
