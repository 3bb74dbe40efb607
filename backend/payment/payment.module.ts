import { Module } from '@nestjs/common';
import { ShowDailyPaymentsHandler } from './daily-payments.query.js';
import { IssueReceiptHandler, ShowReceiptHandler } from './issue-receipt.handler.js';
import { PaymentController } from './payment.controller.js';

/** Receipts, and the payments of a day. */
@Module({
  controllers: [PaymentController],
  providers: [IssueReceiptHandler, ShowReceiptHandler, ShowDailyPaymentsHandler],
})
export class PaymentModule {}
