import { Module } from '@nestjs/common';
import { AccountReader } from './account.query.js';
import { CloseDayHandler } from './close-day.handler.js';
import { DailyPaymentsReader } from './daily-payments.query.js';
import { IssueReceiptHandler, ReceiptReader } from './issue-receipt.handler.js';
import { PaymentController } from './payment.controller.js';

/** Accounts of stays, papers, and the payments of a day. */
@Module({
  controllers: [PaymentController],
  providers: [AccountReader, CloseDayHandler, IssueReceiptHandler, ReceiptReader, DailyPaymentsReader],
})
export class PaymentModule {}
