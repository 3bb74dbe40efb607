import { randomBytes } from 'node:crypto';
import { signingSecrets, type WebhookSecrets } from '@domain/webhooks/webhooks.js';
import { Inject, Injectable } from '@nestjs/common';
import { type IssuedSecret, SECRET_PREFIX } from '@wire/webhooks.js';
import { EventStore } from '../../event-store/event-store.js';
import { streamName } from '../../event-store/event-stream.js';
import { decrypt, encrypt, newKey, requireKey } from '../../event-store/personal-data.js';
import type { TableWrite } from '../../event-store/table-writes.js';
import { requireStream } from '../../event-store/unit-of-work.js';
import { Clock } from '../../platform/clock.js';
import type { Queryable } from '../../platform/database.js';
import { notFound, staleVersion } from '../../platform/errors.js';
import { POOL } from '../../platform/platform.module.js';
import type { WriteContext } from '../../platform/write-context.js';
import { webhookSecretStream, webhookStream } from '../../streams/webhook.stream.js';

const SECRET_BYTES = 32;
const AN_HOUR_MS = 3_600_000;

export const UNKNOWN_WEBHOOK = 'Webhookが見つかりません。';

const INSERT_KEY = {
  name: 'webhook_key',
  sql: (rows: string) => `
    insert into encryption_keys (stream, key)
    select stream, decode(key, 'hex') from jsonb_to_recordset(${rows}) as made(stream text, key text)`,
};

/** Keeps each secret from being read as another one, or as an event's personal fields. */
const boundTo = (stream: string, number: number): string => `${stream} ${number}`;

/** Issues and reads the secrets that sign webhooks; the log and the tables have them only encrypted. */
@Injectable()
export class WebhookSecretKeeper {
  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
    @Inject(POOL) private readonly queries: Queryable,
  ) {}

  /** A new secret, told only in this answer; the one before signs as well for these hours. 404; 409 when two do so at once. */
  async issue(webhookId: number, overlapHours: number, write: WriteContext): Promise<IssuedSecret> {
    const stream = streamName(webhookSecretStream, webhookId);
    const secret = randomBytes(SECRET_BYTES);
    const seen = (await this.store.current()).reference.webhookSecrets.get(webhookId)?.version ?? 0;
    const formerUntil = new Date(this.clock.now().getTime() + overlapHours * AN_HOUR_MS).toISOString();
    const former = await this.store.execute({
      idempotency: null,
      requirements: [
        requireStream(webhookStream, webhookId),
        requireStream(webhookSecretStream, webhookId),
        requireKey(stream),
      ],
      decide: (unit) => {
        const webhook = unit.get(webhookStream, webhookId);
        if (!webhook || webhook.isRetired) throw notFound(UNKNOWN_WEBHOOK);
        // The key of a first secret is not known to another one that is decided in the same batch.
        if ((unit.get(webhookSecretStream, webhookId)?.version ?? 0) !== seen) throw staleVersion();
        const stored = unit.cache.key(stream);
        const key = stored ?? newKey();
        const sealed = encrypt(secret, boundTo(stream, seen + 1), key).toString('base64');
        const data = { webhookId, webhookName: webhook.name, sealed, formerUntil };
        const event = { type: 'WebhookSecretIssued' as const, data };
        const { secrets } = unit.append(webhookSecretStream, webhookId, event, write);
        if (!stored) unit.write(insertKey(stream, key));
        return secrets[1]?.until ?? null;
      },
    });
    return { secret: `${SECRET_PREFIX}${secret.toString('base64')}`, former_until: former };
  }

  /** The secrets that sign now, newest first; throws where their key is lost. */
  async signing(secrets: WebhookSecrets): Promise<Buffer[]> {
    const stream = streamName(webhookSecretStream, secrets.webhookId);
    const { rows } = await this.queries.query<{ key: Buffer }>({
      text: 'select key from encryption_keys where stream = $1',
      values: [stream],
    });
    const [row] = rows;
    if (!row) throw new Error(`the key of ${stream} is lost`);
    return signingSecrets(secrets, this.clock.now()).map(({ number, sealed }) =>
      decrypt(Buffer.from(sealed, 'base64'), boundTo(stream, number), row.key),
    );
  }
}

const insertKey = (stream: string, key: Buffer): TableWrite => ({
  ...INSERT_KEY,
  rows: [{ stream, key: key.toString('hex') }],
});
