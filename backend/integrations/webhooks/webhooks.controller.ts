import { invalid } from '@domain/broken-rule.js';
import type { MasterChange } from '@domain/masters/decide-master.js';
import type { WebhookDetails } from '@domain/webhooks/webhooks.js';
import { Controller, Get, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  type DeadLetters,
  type IssuedSecret,
  issueSecretShape,
  type ManagedWebhook,
  replayShape,
  sendAgainShape,
} from '@wire/webhooks.js';
import { EventStore } from '../../event-store/event-store.js';
import { requireStream } from '../../event-store/unit-of-work.js';
import { managing } from '../../masters/masters.module.js';
import { Clock } from '../../platform/clock.js';
import { notFound, refusal } from '../../platform/errors.js';
import { Permit } from '../../platform/http/permission.js';
import { readBody, readId } from '../../platform/http/read-request.js';
import {
  Context,
  inVersion,
  type Json,
  JsonBody,
  type RequestContext,
} from '../../platform/http/request-context.js';
import { logger } from '../../platform/logger.js';
import { CONFIG, type PlatformConfig } from '../../platform/platform.module.js';
import { webhookStream } from '../../streams/webhook.stream.js';
import { WEBHOOKS, type WebhookRecord } from './webhook-kind.js';
import { movedPlace, WebhookPlaces } from './webhook-places.js';
import { UNKNOWN_WEBHOOK, WebhookSecretKeeper } from './webhook-secrets.js';
import { WebhookSender } from './webhook-sender.js';
import { requireAllowedUrl } from './webhook-url.js';
import { WebhookViews } from './webhook-views.js';

const beyondEnd = (head: number) =>
  refusal([invalid('beyond_end', 'after', `記録の終わり（${head}）より後の記録番号は指定できません。`)]);

/** Webhooks (連携): receivers of the log's entries, their secrets, and entries that were not taken. */
@Controller('api/webhooks')
@Permit('manage')
export class WebhooksController extends managing(WEBHOOKS) {
  constructor(
    commands: CommandBus,
    store: EventStore,
    private readonly secrets: WebhookSecretKeeper,
    private readonly places: WebhookPlaces,
    private readonly views: WebhookViews,
    private readonly sender: WebhookSender,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Pick<PlatformConfig, 'webhooksToPrivateAddresses'>,
  ) {
    super(commands, store);
  }

  @Get()
  @Permit('audit')
  list(): Promise<ManagedWebhook[]> {
    return this.views.list();
  }

  /** Issues a secret, which is told only in this answer. Not idempotent: every call makes a new one. */
  @Post(':id/secret')
  async issue(
    @Param('id') idText: string,
    @JsonBody() body: Json,
    @Context() { write }: RequestContext,
  ): Promise<IssuedSecret> {
    const id = readId(idText);
    const { overlap_hours } = readBody(issueSecretShape, body);
    const issued = await this.secrets.issue(id, overlap_hours, write);
    await this.places.resume(id, ['secret']);
    const fields = { request_id: write.requestId, staff_id: write.staffId, webhook_id: id };
    logger.info(fields, 'a secret of a webhook was issued');
    return issued;
  }

  /** Sends everything after a position again, or skips everything before it; 422 for one beyond the end of the log. */
  @Post(':id/replay')
  async replay(
    @Param('id') idText: string,
    @JsonBody() body: Json,
    @Context() request: RequestContext,
  ): Promise<ManagedWebhook> {
    const id = readId(idText);
    const { after } = readBody(replayShape, body);
    const record = await this.store.execute<WebhookRecord>({
      idempotency: request.idempotency,
      requirements: [requireStream(webhookStream, id)],
      decide: (unit) => {
        inVersion(unit.get(webhookStream, id), request, UNKNOWN_WEBHOOK);
        if (after > unit.head.position) throw beyondEnd(unit.head.position);
        const event = { type: 'WebhookReplayed' as const, data: { after } };
        const webhook = unit.append(webhookStream, id, event, request.write);
        for (const part of movedPlace(id, after)) unit.write(part);
        return WEBHOOKS.encode(webhook);
      },
    });
    return this.views.whole(record);
  }

  @Get(':id/dead-letters')
  @Permit('audit')
  async deadLetters(@Param('id') idText: string): Promise<DeadLetters> {
    const id = readId(idText);
    await this.require(id);
    return this.views.deadLetters(id);
  }

  /** Sends one dead letter again, or all; 404 for one that is none. */
  @Post(':id/dead-letters/again')
  @HttpCode(200)
  async sendAgain(
    @Param('id') idText: string,
    @JsonBody() body: Json,
    @Context() { write }: RequestContext,
  ): Promise<{ again: number }> {
    const id = readId(idText);
    const { position } = readBody(sendAgainShape, body);
    await this.require(id);
    const again = await this.places.sendAgain(id, position, this.clock.now());
    if (again === 0 && position !== null) throw notFound('この記録番号に、送れなかったものはありません。');
    const fields = { request_id: write.requestId, staff_id: write.staffId, webhook_id: id };
    logger.info({ ...fields, count: again }, 'dead letters of a webhook are sent again');
    return { again };
  }

  private async require(id: number): Promise<void> {
    const { reference } = await this.store.current();
    if (!reference.webhooks.has(id)) throw notFound(UNKNOWN_WEBHOOK);
  }

  override async change(
    id: number | null,
    change: MasterChange<WebhookDetails>,
    request: RequestContext,
  ): Promise<ManagedWebhook> {
    const url = change.type === 'define' ? change.details.url : null;
    if (url !== null) await requireAllowedUrl(url, this.sender, this.config.webhooksToPrivateAddresses);
    const webhook = await this.views.whole(await super.change(id, change, request));
    if (id !== null && url !== null) await this.places.resume(id, ['address']);
    return webhook;
  }
}
