import { randomUUID } from 'node:crypto';
import { invalid } from '@domain/broken-rule.js';
import type { Staff } from '@domain/masters/masters.js';
import { Injectable } from '@nestjs/common';
import { decodeFields } from '@wire/decode.js';
import { type OneTimeCode, staffShape } from '@wire/session.js';
import { EventStore } from '../event-store/event-store.js';
import type { UnitOfWork } from '../event-store/unit-of-work.js';
import { staffStream } from '../masters/master.stream.js';
import { refusal } from '../platform/errors.js';
import { OneTimeCodes } from './one-time-codes.js';

const COMMAND = 'コマンド';

const NO_ADMIN = refusal([
  invalid('not_admin', 'login_name', 'このログイン名のスタッフは管理者ではありません。'),
]);

/** The way in from the command line, for the first admin and for one whose password is lost. */
@Injectable()
export class AdminCodes {
  constructor(
    private readonly store: EventStore,
    private readonly codes: OneTimeCodes,
  ) {}

  /** A one-time code for the admin of a login name, who is made a member of staff when nobody in use has it. */
  async make(login_name: string, name: string): Promise<OneTimeCode> {
    const { values, unreadable } = decodeFields(staffShape, { login_name, name, role: 'admin' });
    if (unreadable.length > 0) throw refusal(unreadable);
    const details = { name: values.name ?? '', role: 'admin' as const, loginName: values.login_name ?? '' };
    const decide = (unit: UnitOfWork): Staff => {
      const known = [...unit.reference.staff.values()].find(
        ({ loginName, isRetired }) => loginName === details.loginName && !isRetired,
      );
      if (known && known.role !== 'admin') throw NO_ADMIN;
      const write = { staffId: null, terminal: COMMAND, requestId: randomUUID() };
      return (
        known ?? unit.append(staffStream, unit.nextPosition, { type: 'StaffDefined', data: details }, write)
      );
    };
    const { id } = await this.store.execute({ idempotency: null, requirements: [], decide });
    return this.codes.make(id);
  }
}
