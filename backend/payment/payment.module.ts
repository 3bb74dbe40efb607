import { Module } from '@nestjs/common';
import { DailyPaymentsReader } from './daily-payments.query.js';
import { IssueReceiptHandler, ReceiptReader } from './issue-receipt.handler.js';
import { PaymentController } from './payment.controller.js';

/** Receipts, and the payments of a day. */
@Module({
  controllers: [PaymentController],
  providers: [IssueReceiptHandler, ReceiptReader, DailyPaymentsReader],
})
export class PaymentModule {}
