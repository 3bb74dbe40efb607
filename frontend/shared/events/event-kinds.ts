import { EVENT_LABELS, type EventType, isEventType } from '@wire/event-labels.js';

/** Every kind of event, by what it has to do with. */
export const EVENT_FAMILIES = {
  booking: {
    name: '予約',
    types: [
      'ReservationCreated',
      'ReservationAmended',
      'ReservationMovedIn',
      'ReservationTakenBack',
      'PartyJoined',
      'StayDivided',
      'StayContinued',
      'ReservationCancelled',
      'ReservationReturnedToAutoFail',
      'ReservationReinstated',
    ],
  },
  stay: {
    name: '滞在と入金',
    types: [
      'GuestCheckedIn',
      'CheckInReverted',
      'GuestCheckedOut',
      'CheckOutReverted',
      'GuestNoShow',
      'NoShowReverted',
      'PaymentRecorded',
      'PaymentTaken',
      'PaymentRefunded',
      'ChargeAdded',
      'ChargeRemoved',
      'LodgingTaxAssessed',
      'LodgingTaxExempted',
      'ReceiptIssued',
      'ReceiptReissued',
      'ReturnInvoiceIssued',
      'ReturnInvoiceReissued',
      'InvoiceIssued',
      'InvoiceReissued',
      'InvoicePaid',
      'InvoicePaymentReverted',
      'InvoiceCancelled',
    ],
  },
  import: {
    name: '自動登録',
    types: [
      'CsvReservationImported',
      'AutoRegistrationFailed',
      'CsvReservationRegistered',
      'CsvReservationCancelled',
      'CsvReservationDismissed',
      'CsvReservationReopened',
    ],
  },
  day: { name: '休日と天気', types: ['HolidayToggled', 'WeatherSet'] },
  cleaning: { name: '清掃', types: ['RoomCleaningStateSet', 'RoomCleaningRemarked'] },
  register: { name: '宿泊者名簿', types: ['RegisterEntryWritten', 'PassportCopied', 'RegisterListed'] },
  card: { name: 'お客様カード', types: ['StaysJoined', 'StaysSplit', 'GuestWishesWritten'] },
  handover: {
    name: '引継ぎ',
    types: [
      'HandoverNoteWritten',
      'HandoverNoteChanged',
      'HandoverNoteDone',
      'HandoverNoteReopened',
      'HandoverNoteRemoved',
      'ShiftHandedOver',
    ],
  },
  master: {
    name: '設定',
    types: [
      'HotelDefined',
      'SetupBegun',
      'SetupStepSkipped',
      'SetupStepResumed',
      'OldFiguresEntered',
      'HotelOpened',
      'RoomMonthDefined',
      'RoomClosureStarted',
      'RoomClosureChanged',
      'RoomClosureEnded',
      'TentativeStayRecorded',
      'TentativeStayChanged',
      'TentativeStayReleased',
      'TentativeStayExpired',
      'TentativeStayBooked',
      'TentativeStayRestored',
      'WaitingEntryAdded',
      'WaitingEntryChanged',
      'WaitingEntryGivenUp',
      'WaitingEntryTakenUp',
      'WaitingEntryBooked',
      'CorporateDefined',
      'CorporateRetired',
      'PaymentDefined',
      'PaymentRetired',
      'BlacklistEntryDefined',
      'BlacklistEntryRetired',
      'PrepaidWordDefined',
      'PrepaidWordRetired',
      'LodgingTaxRuleDefined',
      'LodgingTaxRuleRetired',
      'CancellationRuleDefined',
      'CancellationRuleRetired',
      'ChargeItemDefined',
      'ChargeItemRetired',
      'StaffDefined',
      'StaffRetired',
      'ServiceAccountDefined',
      'ServiceAccountRetired',
      'WebhookDefined',
      'WebhookRetired',
      'WebhookReplayed',
      'IcalAddressDefined',
      'IcalAddressRetired',
      'RoomTypeMappingDefined',
      'RoomTypeMappingRetired',
    ],
  },
  access: {
    name: 'ログイン',
    types: [
      'SessionOpened',
      'SessionClosed',
      'StaffCredentialChanged',
      'ServiceKeyIssued',
      'WebhookSecretIssued',
      'IcalSecretIssued',
    ],
  },
  erasure: { name: '個人情報', types: ['PersonalDataErased', 'RegisterEntriesExpired'] },
} as const satisfies Record<string, { name: string; types: readonly EventType[] }>;

/** Family of a kind of events. */
export type EventFamily = keyof typeof EVENT_FAMILIES;

const FAMILY_OF = new Map<string, EventFamily>(
  Object.entries(EVENT_FAMILIES).flatMap(([family, { types }]) =>
    types.map((type) => [type, family as EventFamily] as const),
  ),
);

/** Returns the family of an event. */
export function familyOf(type: string): EventFamily {
  return FAMILY_OF.get(type) ?? 'master';
}

/** An event's kind in words. */
export function kindText(type: string): string {
  return isEventType(type) ? EVENT_LABELS[type] : type;
}
