import type { MasterChange } from '@domain/masters/decide-master.js';
import {
  brokenServiceAccountRules,
  countingKeys,
  SCOPES,
  type ServiceAccountDetails,
} from '@domain/masters/service-accounts.js';
import { itemAt } from '@domain/records.js';
import { Controller, Get, Inject, Param, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  type IssuedKey,
  issueKeyShape,
  KEY_PREFIX,
  type ManagedServiceAccount,
  serviceAccountShape,
} from '@wire/service-accounts.js';
import { EventStore } from '../event-store/event-store.js';
import { requireStream } from '../event-store/unit-of-work.js';
import { type MasterKind, managed, managing } from '../masters/masters.module.js';
import { Clock } from '../platform/clock.js';
import type { HotelDatabase } from '../platform/database.js';
import { notFound } from '../platform/errors.js';
import { Permit } from '../platform/http/permission.js';
import { readBody, readId } from '../platform/http/read-request.js';
import { Context, type Json, JsonBody, type RequestContext } from '../platform/http/request-context.js';
import { logger } from '../platform/logger.js';
import { DATABASE } from '../platform/platform.module.js';
import { newSecret } from '../platform/secrets.js';
import { serviceAccountStream, serviceKeyStream } from '../streams/service-account.stream.js';

const AN_HOUR_MS = 3_600_000;

/** An account as the log has it, without its keys. */
type Account = Omit<ManagedServiceAccount, 'keys'>;

const SERVICE_ACCOUNTS: MasterKind<ServiceAccountDetails, Account> = {
  stream: serviceAccountStream,
  name: 'ServiceAccount',
  unknown: '連携が見つかりません。',
  rules: (id, after, { serviceAccounts }) => brokenServiceAccountRules(id, after, serviceAccounts.values()),
  stored: ({ serviceAccounts }) => serviceAccounts,
  read(body) {
    const { name, ...flags } = readBody(serviceAccountShape, body);
    return { name, scopes: SCOPES.filter((scope) => flags[scope] === 1) };
  },
  encode(record) {
    const has = (scope: (typeof SCOPES)[number]) => (record.scopes.includes(scope) ? 1 : 0);
    return {
      ...{ id: record.id, name: record.name },
      ...{ bookings: has('bookings'), rooms: has('rooms'), imports: has('imports'), events: has('events') },
      ...{ personal: has('personal'), ...managed(record) },
    };
  },
};

/** Service accounts (連携): other programs with their scopes and keys. */
@Controller('api/service-accounts')
@Permit('manage')
export class ServiceAccountsController extends managing(SERVICE_ACCOUNTS) {
  constructor(
    commands: CommandBus,
    store: EventStore,
    private readonly clock: Clock,
    @Inject(DATABASE) private readonly database: HotelDatabase,
  ) {
    super(commands, store);
  }

  @Get()
  @Permit('audit')
  async list(): Promise<ManagedServiceAccount[]> {
    const { reference } = await this.store.current();
    return this.withKeys([...reference.serviceAccounts.values()].map(SERVICE_ACCOUNTS.encode));
  }

  /** Issues a key, which is told only in this answer. Not idempotent: every call makes a new one. */
  @Post(':id/key')
  async issue(
    @Param('id') idText: string,
    @JsonBody() body: Json,
    @Context() { write }: RequestContext,
  ): Promise<IssuedKey> {
    const accountId = readId(idText);
    const { overlap_hours } = readBody(issueKeyShape, body);
    const { name: key, whole, digest } = newSecret(KEY_PREFIX);
    const formerUntil = new Date(this.clock.now().getTime() + overlap_hours * AN_HOUR_MS).toISOString();
    const former = await this.store.execute({
      idempotency: null,
      requirements: [
        requireStream(serviceAccountStream, accountId),
        requireStream(serviceKeyStream, accountId),
      ],
      decide: (unit) => {
        const account = unit.get(serviceAccountStream, accountId);
        if (!account || account.isRetired) throw notFound(SERVICE_ACCOUNTS.unknown);
        const data = { accountId, accountName: account.name, key, digest, formerUntil };
        const { keys } = unit.append(serviceKeyStream, accountId, { type: 'ServiceKeyIssued', data }, write);
        return keys[1] ?? null;
      },
    });
    const fields = { request_id: write.requestId, staff_id: write.staffId, for_account_id: accountId };
    logger.info(fields, 'a key of a service account was issued');
    return { key: whole, former_until: former === null ? null : former.until };
  }

  override async change(
    id: number | null,
    change: MasterChange<ServiceAccountDetails>,
    request: RequestContext,
  ): Promise<ManagedServiceAccount> {
    return itemAt(await this.withKeys([await super.change(id, change, request)]), 0);
  }

  /** Adds the keys that count; when they were last used is no event. */
  private async withKeys(accounts: readonly Account[]): Promise<ManagedServiceAccount[]> {
    const { reference } = await this.store.current();
    const rows = await this.database.selectFrom('service_key_uses').select(['key', 'used_at']).execute();
    const used = new Map(rows.map(({ key, used_at }) => [key, used_at.toISOString()]));
    const now = this.clock.now();
    const keysOf = new Map(
      [...reference.serviceKeys.values()].map((each) => [each.accountId, countingKeys(each, now)]),
    );
    return accounts.map((account) => ({
      ...account,
      keys: (keysOf.get(account.id) ?? []).map(({ name, until }) => ({
        ...{ key: `${KEY_PREFIX}${name}`, until },
        last_used_at: used.get(name) ?? null,
      })),
    }));
  }
}
