import {
  evolveServiceKeys,
  SCOPES,
  type ServiceAccount,
  type ServiceAccountEvent,
  type ServiceKeyEvent,
  type ServiceKeys,
} from '@domain/masters/service-accounts.js';
import { z } from 'zod';
import { eventId, onlyVersion, type StreamDefinition } from '../event-store/event-stream.js';
import { masterParts, retired } from './master.stream.js';

/** Another program that calls the API (連携). */
export const serviceAccountStream: StreamDefinition<ServiceAccount, ServiceAccountEvent> = {
  ...masterParts,
  category: 'service-account',
  table: 'service_accounts',
  events: {
    ServiceAccountDefined: onlyVersion(z.strictObject({ name: z.string(), scopes: z.array(z.enum(SCOPES)) })),
    ServiceAccountRetired: retired,
  },
};

/** The keys of service accounts, one stream for each under its id. What is stored of a key is what the log tells of it. */
export const serviceKeyStream: StreamDefinition<ServiceKeys, ServiceKeyEvent> = {
  category: 'service-key',
  table: 'service_keys',
  key: { column: 'account_id', type: 'integer' },
  row: ({ id }) => ({ id }),
  evolve: evolveServiceKeys,
  isReference: true,
  events: {
    ServiceKeyIssued: onlyVersion(
      z.strictObject({
        accountId: eventId,
        accountName: z.string(),
        key: z.string().regex(/^[0-9a-f]{12}$/),
        digest: z.string().regex(/^[0-9a-f]{64}$/),
        formerUntil: z.iso.datetime(),
      }),
    ),
  },
};
