import type { MasterChange } from '@domain/masters/decide-master.js';
import type { StaffDetails } from '@domain/masters/masters.js';
import { itemAt } from '@domain/records.js';
import { staffName } from '@domain/reference.js';
import { Controller, Get, Inject, Param, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { ManagedStaff, StaffRecord } from '@wire/master-records.js';
import { EventStore } from '../event-store/event-store.js';
import type { HotelDatabase } from '../platform/database.js';
import { notFound } from '../platform/errors.js';
import { Permit } from '../platform/http/permission.js';
import { readId, readSwitch } from '../platform/http/read-request.js';
import type { Json, RequestContext } from '../platform/http/request-context.js';
import { DATABASE } from '../platform/platform.module.js';
import { PastViews } from '../time-travel/time-travel.module.js';
import { managing } from './managing.controller.js';
import {
  BLACKLIST,
  CORPORATES,
  type MasterKind,
  PAYMENTS,
  PREPAID_WORDS,
  STAFF,
  type StaffMember,
} from './master-kinds.js';
import { CANCELLATION_RULES, CHARGE_ITEMS } from './money-master-kinds.js';

/** Such a controller for records that everybody may list (spec 7): those in use, and for the masters screen all. */
function listing<Details extends object, Answer extends { version: number; is_retired: 0 | 1 }>(
  kind: MasterKind<Details, Answer>,
) {
  abstract class ListedMasterController extends managing(kind) {
    constructor(
      @Inject(CommandBus) commands: CommandBus,
      @Inject(EventStore) store: EventStore,
      @Inject(PastViews) readonly past: PastViews,
    ) {
      super(commands, store);
    }

    @Get()
    async list(@Query() query: Json) {
      const position = kind.past ? await this.past.position(query.as_of) : null;
      const { reference } = await this.store.current();
      const stored = kind.past && position !== null ? await kind.past(this.past, position) : null;
      const records = [...(stored ?? kind.stored(reference).values())].map(kind.encode);
      if (readSwitch(query.all, 'all')) return records;
      return records
        .filter(({ is_retired }) => is_retired === 0)
        .map(({ version, is_retired, ...record }) => record);
    }
  }
  return ListedMasterController;
}

@Controller('api/corporate_master')
@Permit('look')
export class CorporatesController extends listing(CORPORATES) {}

@Controller('api/payment_master')
@Permit('look')
export class PaymentsController extends listing(PAYMENTS) {}

/** Guests who are pointed out before a save (spec 5 and 7). */
@Controller('api/blacklist')
@Permit('look')
export class BlacklistController extends listing(BLACKLIST) {}

/** Words of channel files for what was paid in advance. */
@Controller('api/prepaid_words')
@Permit('look')
export class PrepaidWordsController extends listing(PREPAID_WORDS) {}

/** Rules for cancellations. */
@Controller('api/cancellation_rules')
@Permit('look')
export class CancellationRulesController extends listing(CANCELLATION_RULES) {}

/** Lines that are often added to a bill. */
@Controller('api/charge_items')
@Permit('look')
export class ChargeItemsController extends listing(CHARGE_ITEMS) {}

/** Staff: names for everybody (spec 7), and the management of accounts. */
@Controller('api/staff')
@Permit('look')
export class StaffController extends managing(STAFF) {
  constructor(
    commands: CommandBus,
    store: EventStore,
    @Inject(DATABASE) readonly database: HotelDatabase,
  ) {
    super(commands, store);
  }

  @Get()
  @Permit('audit')
  async list(): Promise<ManagedStaff[]> {
    const { reference } = await this.store.current();
    return this.completed([...reference.staff.values()].map(STAFF.encode));
  }

  @Get(':id')
  async name(@Param('id') id: string): Promise<StaffRecord> {
    const { reference } = await this.store.current();
    const name = staffName(reference, readId(id));
    if (name === null) throw notFound(STAFF.unknown);
    return { name };
  }

  override async change(id: number | null, change: MasterChange<StaffDetails>, request: RequestContext) {
    return itemAt(await this.completed([await super.change(id, change, request)]), 0);
  }

  /** Passwords are not events: whether one is set comes from its own table. */
  async completed(members: StaffMember[]): Promise<ManagedStaff[]> {
    const rows = await this.database.selectFrom('password_hashes').select('staff_id').execute();
    const chosen = new Set(rows.map(({ staff_id }) => staff_id));
    return members.map((member) => ({ ...member, can_sign_in: chosen.has(member.id) ? 1 : 0 }));
  }
}
