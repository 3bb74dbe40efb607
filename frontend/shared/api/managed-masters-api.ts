import type { IssuedIcalAddress, ManagedIcalAddress } from '@wire/ical-addresses.js';
import type {
  ManagedBlacklistEntry,
  ManagedCorporate,
  ManagedPayment,
  ManagedPrepaidWord,
  ManagedStaff,
} from '@wire/master-records.js';
import type { ManagedCancellationRule, ManagedChargeItem } from '@wire/money-masters.js';
import type { IssuedKey, ManagedServiceAccount } from '@wire/service-accounts.js';
import type { OneTimeCode } from '@wire/session.js';
import type { DeadLetters, IssuedSecret, ManagedWebhook } from '@wire/webhooks.js';
import { type Answer, get, write } from './request.js';

/** The lists of master records that the masters screen keeps, with their records. */
export type ManagedLists = {
  corporate: ManagedCorporate;
  payment: ManagedPayment;
  blacklist: ManagedBlacklistEntry;
  'charge-item': ManagedChargeItem;
  'cancellation-rule': ManagedCancellationRule;
  'prepaid-word': ManagedPrepaidWord;
  staff: ManagedStaff;
  'service-account': ManagedServiceAccount;
  webhook: ManagedWebhook;
  'ical-address': ManagedIcalAddress;
};
export type ManagedKind = keyof ManagedLists;
export type ManagedRecord = ManagedLists[ManagedKind];

export const MANAGED_KINDS: readonly ManagedKind[] = [
  'corporate',
  'payment',
  'charge-item',
  'cancellation-rule',
  'prepaid-word',
  'blacklist',
  'staff',
  'service-account',
  'webhook',
  'ical-address',
];

const PATHS: Readonly<Record<ManagedKind, string>> = {
  corporate: '/api/corporate_master',
  payment: '/api/payment_master',
  blacklist: '/api/blacklist',
  'charge-item': '/api/charge_items',
  'cancellation-rule': '/api/cancellation_rules',
  'prepaid-word': '/api/prepaid_words',
  staff: '/api/staff',
  'service-account': '/api/service-accounts',
  webhook: '/api/webhooks',
  'ical-address': '/api/ical-addresses',
};

/** A list with its retired records. */
export function fetchManaged<Kind extends ManagedKind>(
  kind: Kind,
  signal: AbortSignal,
): Promise<Answer<ManagedLists[Kind][]>> {
  return get(PATHS[kind], { all: '1' }, signal);
}

/** Writes a record: a new one, or the one that was read before anew. */
export function saveManaged(
  kind: ManagedKind,
  record: ManagedRecord | null,
  body: Readonly<Record<string, unknown>>,
): Promise<ManagedRecord> {
  return record === null
    ? write('POST', PATHS[kind], body)
    : write('PUT', `${PATHS[kind]}/${record.id}`, body, { version: record.version });
}

/** Takes a record out of use, or puts it back. */
export function retireManaged(
  kind: ManagedKind,
  { id, version }: ManagedRecord,
  retired: 0 | 1,
): Promise<ManagedRecord> {
  return write('PUT', `${PATHS[kind]}/${id}/retired`, { is_retired: retired }, { version });
}

/** Makes a one-time code to choose a password with; it is shown only this once. */
export function issueCode(staffId: number): Promise<OneTimeCode> {
  return write('POST', `${PATHS.staff}/${staffId}/one-time-code`, {});
}

/** Issues a key of a service account, shown only this once; the one before counts for these hours more. */
export function issueKey(accountId: number, overlapHours: number): Promise<IssuedKey> {
  return write('POST', `${PATHS['service-account']}/${accountId}/key`, { overlap_hours: overlapHours });
}

/** Issues a secret of a webhook, shown only this once; the one before signs as well for these hours. */
export function issueSecret(webhookId: number, overlapHours: number): Promise<IssuedSecret> {
  return write('POST', `${PATHS.webhook}/${webhookId}/secret`, { overlap_hours: overlapHours });
}

/** Goes on after another position of the log. */
export function replayWebhook({ id, version }: ManagedWebhook, after: string): Promise<ManagedWebhook> {
  return write('POST', `${PATHS.webhook}/${id}/replay`, { after }, { version });
}

/** The entries of a webhook that were given up. */
export function fetchDeadLetters(webhookId: number, signal: AbortSignal): Promise<Answer<DeadLetters>> {
  return get(`${PATHS.webhook}/${webhookId}/dead-letters`, {}, signal);
}

/** Sends dead letters again, one by its position, or all. */
export function sendAgain(webhookId: number, position: number | null): Promise<{ again: number }> {
  return write('POST', `${PATHS.webhook}/${webhookId}/dead-letters/again`, { position });
}

/** Issues the address of a calendar, shown only this once; the one before is found no more. */
export function issueIcalAddress(calendarId: number): Promise<IssuedIcalAddress> {
  return write('POST', `${PATHS['ical-address']}/${calendarId}/address`, {});
}
