import {
  evolveIcalSecret,
  type IcalAddress,
  type IcalAddressEvent,
  type IcalSecret,
  type IcalSecretEvent,
} from '@domain/ical/ical-addresses.js';
import { z } from 'zod';
import { eventId, onlyVersion, type StreamDefinition } from '../event-store/event-stream.js';
import { masterParts, retired } from './master.stream.js';

/** A calendar that is subscribed to (連携). */
export const icalAddressStream: StreamDefinition<IcalAddress, IcalAddressEvent> = {
  ...masterParts,
  category: 'ical-address',
  table: 'ical_addresses',
  events: {
    IcalAddressDefined: onlyVersion(
      z.strictObject({ name: z.string(), roomNumber: z.string().nullable(), showsNames: z.boolean() }),
    ),
    IcalAddressRetired: retired,
  },
};

/** The secrets of calendars' addresses, one stream for each under its id. What is stored of one is what the log tells of it. */
export const icalSecretStream: StreamDefinition<IcalSecret, IcalSecretEvent> = {
  category: 'ical-secret',
  table: 'ical_secrets',
  key: { column: 'address_id', type: 'integer' },
  row: ({ id }) => ({ id }),
  evolve: evolveIcalSecret,
  isReference: true,
  events: {
    IcalSecretIssued: onlyVersion(
      z.strictObject({
        addressId: eventId,
        addressName: z.string(),
        secret: z.string().regex(/^[0-9a-f]{12}$/),
        digest: z.string().regex(/^[0-9a-f]{64}$/),
      }),
    ),
  },
};
