import { brokenIcalAddressRules, type IcalAddressDetails } from '@domain/ical/ical-addresses.js';
import type { MasterChange } from '@domain/masters/decide-master.js';
import { itemAt } from '@domain/records.js';
import { Controller, Get, Inject, Param, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  ICAL_PATH,
  ICAL_PREFIX,
  type IssuedIcalAddress,
  icalAddressShape,
  type ManagedIcalAddress,
} from '@wire/ical-addresses.js';
import { EventStore } from '../../event-store/event-store.js';
import { requireStream } from '../../event-store/unit-of-work.js';
import { type MasterKind, managed, managing } from '../../masters/masters.module.js';
import type { HotelDatabase } from '../../platform/database.js';
import { notFound } from '../../platform/errors.js';
import { Permit } from '../../platform/http/permission.js';
import { readBody, readId } from '../../platform/http/read-request.js';
import { Context, type RequestContext } from '../../platform/http/request-context.js';
import { logger } from '../../platform/logger.js';
import { DATABASE } from '../../platform/platform.module.js';
import { newSecret } from '../../platform/secrets.js';
import { icalAddressStream, icalSecretStream } from '../../streams/ical.stream.js';

/** A calendar as the log has it, without its address. */
type Calendar = Omit<ManagedIcalAddress, 'address'>;

const ICAL_ADDRESSES: MasterKind<IcalAddressDetails, Calendar> = {
  stream: icalAddressStream,
  name: 'IcalAddress',
  unknown: 'カレンダーが見つかりません。',
  rules: brokenIcalAddressRules,
  stored: ({ icalAddresses }) => icalAddresses,
  read(body) {
    const { name, room_number: roomNumber, shows_names } = readBody(icalAddressShape, body);
    return { name, roomNumber, showsNames: shows_names === 1 };
  },
  encode: (record) => ({
    ...{ id: record.id, name: record.name, room_number: record.roomNumber },
    ...{ shows_names: record.showsNames ? 1 : 0, ...managed(record) },
  }),
};

/** Calendars that are subscribed to (連携): their contents and secret addresses. */
@Controller('api/ical-addresses')
@Permit('manage')
export class IcalAddressesController extends managing(ICAL_ADDRESSES) {
  constructor(
    commands: CommandBus,
    store: EventStore,
    @Inject(DATABASE) private readonly database: HotelDatabase,
  ) {
    super(commands, store);
  }

  @Get()
  @Permit('audit')
  async list(): Promise<ManagedIcalAddress[]> {
    const { reference } = await this.store.current();
    return this.withAddresses([...reference.icalAddresses.values()].map(ICAL_ADDRESSES.encode));
  }

  /** Issues an address, told only in this answer; the one before is found no more. Not idempotent: every call makes a new one. */
  @Post(':id/address')
  async issue(@Param('id') idText: string, @Context() { write }: RequestContext): Promise<IssuedIcalAddress> {
    const addressId = readId(idText);
    const { name: secret, whole, digest } = newSecret(ICAL_PREFIX);
    await this.store.execute({
      idempotency: null,
      requirements: [requireStream(icalAddressStream, addressId), requireStream(icalSecretStream, addressId)],
      decide: (unit) => {
        const calendar = unit.get(icalAddressStream, addressId);
        if (!calendar || calendar.isRetired) throw notFound(ICAL_ADDRESSES.unknown);
        const data = { addressId, addressName: calendar.name, secret, digest };
        unit.append(icalSecretStream, addressId, { type: 'IcalSecretIssued', data }, write);
      },
    });
    const fields = { request_id: write.requestId, staff_id: write.staffId, calendar_id: addressId };
    logger.info(fields, 'an address of a calendar was issued');
    return { path: `${ICAL_PATH}${whole}.ics` };
  }

  override async change(
    id: number | null,
    change: MasterChange<IcalAddressDetails>,
    request: RequestContext,
  ): Promise<ManagedIcalAddress> {
    return itemAt(await this.withAddresses([await super.change(id, change, request)]), 0);
  }

  /** Adds the addresses; when they were last used is no event. */
  private async withAddresses(calendars: readonly Calendar[]): Promise<ManagedIcalAddress[]> {
    const { reference } = await this.store.current();
    const rows = await this.database.selectFrom('ical_secret_uses').select(['secret', 'used_at']).execute();
    const used = new Map(rows.map(({ secret, used_at }) => [secret, used_at.toISOString()]));
    const secretOf = new Map(
      [...reference.icalSecrets.values()].map((each) => [each.addressId, each.secret]),
    );
    return calendars.map((calendar) => {
      const secret = secretOf.get(calendar.id);
      const address =
        secret === undefined
          ? null
          : { secret: `${ICAL_PREFIX}${secret}`, last_used_at: used.get(secret) ?? null };
      return { ...calendar, address };
    });
  }
}
