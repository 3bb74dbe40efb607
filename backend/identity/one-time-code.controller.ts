import { invalid } from '@domain/broken-rule.js';
import { Controller, Param, Post } from '@nestjs/common';
import type { OneTimeCode } from '@wire/session.js';
import { EventStore } from '../event-store/event-store.js';
import { notFound, refusal } from '../platform/errors.js';
import { Permit } from '../platform/http/permission.js';
import { readId } from '../platform/http/read-request.js';
import { Context, type RequestContext } from '../platform/http/request-context.js';
import { logger } from '../platform/logger.js';
import { OneTimeCodes } from './one-time-codes.js';

const NO_LOGIN_NAME = refusal([
  invalid('no_login_name', 'login_name', 'ログイン名を登録してから発行してください。'),
]);

/** One-time codes for staff who choose a password. Not idempotent: every call creates a new code. */
@Controller('api/staff')
@Permit('manage')
export class OneTimeCodeController {
  constructor(
    private readonly store: EventStore,
    private readonly codes: OneTimeCodes,
  ) {}

  @Post(':id/one-time-code')
  async make(@Param('id') idText: string, @Context() { write }: RequestContext): Promise<OneTimeCode> {
    const { reference } = await this.store.current();
    const staff = reference.staff.get(readId(idText));
    if (!staff || staff.isRetired) throw notFound('スタッフが見つかりません。');
    if (staff.loginName === null) throw NO_LOGIN_NAME;
    const made = await this.codes.make(staff, write);
    logger.info(
      { request_id: write.requestId, staff_id: write.staffId, for_staff_id: staff.id },
      'a one-time code was made',
    );
    return made;
  }
}
