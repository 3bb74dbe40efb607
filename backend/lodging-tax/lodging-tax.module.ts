import { Module } from '@nestjs/common';
import { ChangeLodgingTaxRuleHandler } from './change-rule.handler.js';
import { LodgingTaxController } from './lodging-tax.controller.js';
import { LodgingTaxMonthReader } from './lodging-tax-month.query.js';
import { StayAssessment } from './stay-assessment.js';

export { StayAssessment };

/** The 宿泊税: its rules, the bookings that they change, and what a month came to. */
@Module({
  controllers: [LodgingTaxController],
  providers: [ChangeLodgingTaxRuleHandler, LodgingTaxMonthReader, StayAssessment],
  exports: [StayAssessment],
})
export class LodgingTaxModule {}
