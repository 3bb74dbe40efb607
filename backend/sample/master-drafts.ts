import type { Draft } from './sample-event.js';
import type { Setting } from './setting.js';

/** The definitions of all master records; the first staff member makes them. */
export function masterDrafts({ masters, opening }: Setting): Draft[] {
  const by = masters.manager;
  const at = opening;
  return [
    ...masters.staff.map(
      (data): Draft => ({
        category: 'staff',
        subject: data,
        at,
        by: null,
        event: () => ({ type: 'StaffDefined', data }),
      }),
    ),
    ...masters.corporates.map(
      (data): Draft => ({
        category: 'corporate',
        subject: data,
        at,
        by,
        event: () => ({ type: 'CorporateDefined', data }),
      }),
    ),
    ...Object.values(masters.payments).map(
      (data): Draft => ({
        category: 'payment',
        subject: data,
        at,
        by,
        event: () => ({ type: 'PaymentDefined', data }),
      }),
    ),
    ...masters.blacklist.map(
      (entry): Draft => ({
        category: 'blacklist',
        subject: entry,
        at,
        by,
        event: () => ({ type: 'BlacklistEntryDefined', data: entry.details }),
      }),
    ),
    ...masters.mappings.map(
      (data): Draft => ({
        category: 'room-type-mapping',
        subject: data,
        at,
        by,
        event: () => ({ type: 'RoomTypeMappingDefined', data }),
      }),
    ),
  ];
}
