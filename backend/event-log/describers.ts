import { dayText, monthText, stayRangeText } from '@domain/calendar/stay-text.js';
import type { WeatherDay } from '@domain/calendar/weather-day.js';
import type { RoomCleaning } from '@domain/cleaning/room-cleaning.js';
import type { GuestCard } from '@domain/guest-card/guest-card.js';
import {
  type RegisterEntry,
  type RegisterRecord,
  registerRecordText,
} from '@domain/guest-register/guest-register.js';
import type { Handover, HandoverNote } from '@domain/handover/handover.js';
import type { IcalAddress, IcalSecret } from '@domain/ical/ical-addresses.js';
import type { CsvReservation } from '@domain/imports/csv-reservation.js';
import type { CancellationRule } from '@domain/masters/cancellation-rules.js';
import type { ChargeItem } from '@domain/masters/charge-items.js';
import type { Hotel } from '@domain/masters/hotel.js';
import type {
  BlacklistRecord,
  Corporate,
  Payment,
  PrepaidWord,
  RoomTypeMapping,
  Staff,
} from '@domain/masters/masters.js';
import { SCOPE_NAMES, type ServiceAccount, type ServiceKeys } from '@domain/masters/service-accounts.js';
import type { StaffAccess } from '@domain/masters/staff-access.js';
import { cashOf, type DayClose, drawerDifference } from '@domain/payment/day-close.js';
import { invoiceNumberText } from '@domain/payment/decide-invoice.js';
import { type Invoice, invoiceAmount } from '@domain/payment/invoice.js';
import type { Levy, LodgingTaxRule } from '@domain/payment/lodging-tax.js';
import type { HotelReference } from '@domain/reference.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { closureWord, type RoomClosure } from '@domain/room/room-closure.js';
import type { RoomMonth } from '@domain/room/room-month.js';
import type { Setup } from '@domain/setup/setup.js';
import type { WaitingEntry } from '@domain/waiting/waiting-entry.js';
import type { Webhook, WebhookSecrets } from '@domain/webhooks/webhooks.js';
import {
  ACCESS_FIELDS,
  BLACKLIST_FIELDS,
  BOOKING_FIELDS,
  CANCELLATION_RULE_FIELDS,
  CHARGE_ITEM_FIELDS,
  CLEANING_FIELDS,
  CORPORATE_FIELDS,
  DAY_CLOSE_FIELDS,
  DAY_FIELDS,
  type FieldTexts,
  GUEST_CARD_FIELDS,
  HANDOVER_FIELDS,
  HOTEL_FIELDS,
  ICAL_ADDRESS_FIELDS,
  ICAL_SECRET_FIELDS,
  IMPORT_FIELDS,
  INVOICE_FIELDS,
  type InZone,
  LODGING_TAX_FIELDS,
  MAPPING_FIELDS,
  NOTE_FIELDS,
  PAYMENT_FIELDS,
  PREPAID_WORD_FIELDS,
  REGISTER_FIELDS,
  ROOM_CLOSURE_FIELDS,
  ROOM_FIELDS,
  SERVICE_ACCOUNT_FIELDS,
  SERVICE_KEY_FIELDS,
  SETUP_FIELDS,
  STAFF_FIELDS,
  WAITING_FIELDS,
  WEBHOOK_FIELDS,
  WEBHOOK_SECRET_FIELDS,
} from '@wire/field-texts.js';
import { encodeHotel } from '@wire/hotel-record.js';
import { ICAL_PREFIX } from '@wire/ical-addresses.js';
import { encodeRoomClosure } from '@wire/room-closure-record.js';
import { encodeRoomMonth } from '@wire/room-record.js';
import { KEY_PREFIX } from '@wire/service-accounts.js';
import { date } from '@wire/value-texts.js';
import { encodeWaitingEntry } from '@wire/waiting-list.js';
import type { Versioned } from '../event-store/event-stream.js';
import { bookingFacts, importFacts, joined } from './booking-facts.js';
import type { Facts } from './changes.js';

/** Data that field texts are rendered with: master data and the hotel's time zone. */
export type TextContext = HotelReference & InZone;

/**
 * Description of a category of streams for auditors: its subject and its fields. Declared as methods, whose parameters are
 * bivariant: each describer takes the state of its own category.
 */
type Describer = {
  subject(state: Versioned): string;
  facts(state: Versioned, context: TextContext): Facts;
  texts: FieldTexts<string, TextContext>;
};

const levyText = ({ name, brackets }: Levy): string =>
  joined(
    name,
    brackets
      .map(({ from, yen, rate }) => `${from}円〜 ${rate === null ? `${yen}円` : `${rate / 100}%`}`)
      .join('、'),
  );

/** The describer of each category of streams. */
export const DESCRIBERS: Readonly<Record<string, Describer>> = {
  reservation: {
    subject: ({ roomNumber, guestName1, stayStart, stayEnd }: Reservation) =>
      joined(roomNumber, guestName1, stayRangeText({ start: stayStart, end: stayEnd })),
    facts: bookingFacts,
    texts: BOOKING_FIELDS,
  },
  'csv-reservation': {
    subject: ({ site, bookingNumber, guestName1, stayStart }: CsvReservation) =>
      joined(site, bookingNumber, guestName1, stayStart && `${dayText(stayStart)}～`),
    facts: importFacts,
    texts: { ...BOOKING_FIELDS, ...IMPORT_FIELDS },
  },
  day: {
    subject: (day: WeatherDay) => date(day.date, null),
    facts: ({ weather, holidayFlag }: WeatherDay) => ({ weather, holiday_flag: holidayFlag }),
    texts: DAY_FIELDS,
  },
  hotel: {
    subject: ({ name }: Hotel) => joined('ホテル', name),
    facts: (hotel: Hotel) => {
      const { version, ...facts } = encodeHotel(hotel);
      return facts;
    },
    texts: HOTEL_FIELDS,
  },
  setup: {
    subject: () => '開業準備',
    facts: ({ hasBegun, skipped, oldFigures, openedOn }: Setup) => ({
      has_begun: hasBegun ? 1 : 0,
      skipped,
      old_figures: oldFigures.length,
      opened_on: openedOn,
    }),
    texts: SETUP_FIELDS,
  },
  'room-month': {
    subject: ({ roomNumber, month }: RoomMonth) => joined(roomNumber, monthText(month)),
    facts: (room: RoomMonth) => {
      const { id, ...facts } = encodeRoomMonth(room);
      return facts;
    },
    texts: ROOM_FIELDS,
  },
  'room-closure': {
    subject: (closure: RoomClosure) =>
      joined(closureWord(closure), closure.roomNumber, stayRangeText(closure)),
    facts: (closure: RoomClosure) => {
      const { id, version, staff_id, tentative, ...facts } = encodeRoomClosure(closure);
      return { ...facts, ...tentative };
    },
    texts: ROOM_CLOSURE_FIELDS,
  },
  'waiting-entry': {
    subject: ({ guestName, ...entry }: WaitingEntry) =>
      joined('キャンセル待ち', guestName, stayRangeText(entry)),
    facts: (entry: WaitingEntry) => {
      const { id, version, staff_id, ...facts } = encodeWaitingEntry(entry);
      return facts;
    },
    texts: WAITING_FIELDS,
  },
  corporate: {
    subject: ({ corporateShortName }: Corporate) => joined('法人', corporateShortName),
    facts: ({ corporateShortName, corporateFlag, isRetired }: Corporate) => ({
      corporate_short_name: corporateShortName,
      corporate_flag: corporateFlag,
      is_retired: isRetired ? 1 : 0,
    }),
    texts: CORPORATE_FIELDS,
  },
  payment: {
    subject: ({ paymentName }: Payment) => joined('支払方法', paymentName),
    facts: ({ paymentName, kind, isRetired }: Payment) => ({
      payment_name: paymentName,
      payment_kind: kind,
      is_retired: isRetired ? 1 : 0,
    }),
    texts: PAYMENT_FIELDS,
  },
  blacklist: {
    subject: ({ guestName }: BlacklistRecord) => joined('ブラックリスト', guestName),
    facts: ({ guestName, tel, isRetired }: BlacklistRecord) => ({
      guest_name: guestName,
      tel,
      is_retired: isRetired ? 1 : 0,
    }),
    texts: BLACKLIST_FIELDS,
  },
  'prepaid-word': {
    subject: ({ word }: PrepaidWord) => joined('事前決済の言葉', word),
    facts: ({ word, isRetired }: PrepaidWord) => ({ word, is_retired: isRetired ? 1 : 0 }),
    texts: PREPAID_WORD_FIELDS,
  },
  'lodging-tax-rule': {
    subject: ({ name }: LodgingTaxRule) => joined('宿泊税', name),
    facts: (rule: LodgingTaxRule) => ({
      name: rule.name,
      first_day: rule.firstDay,
      is_included: rule.isIncluded ? 1 : 0,
      levies: rule.levies.map(levyText),
      exemptions: rule.exemptions,
      is_retired: rule.isRetired ? 1 : 0,
    }),
    texts: LODGING_TAX_FIELDS,
  },
  'cancellation-rule': {
    subject: ({ name }: CancellationRule) => joined('キャンセル規定', name),
    facts: (rule: CancellationRule) => ({
      ...{ name: rule.name, booking_source: rule.source, occasion: rule.occasion },
      ...{ days_from: rule.daysFrom, days_to: rule.daysTo, percent: rule.percent, minimum: rule.minimum },
      ...{ tax_rate: rule.taxRate, is_retired: rule.isRetired ? 1 : 0 },
    }),
    texts: CANCELLATION_RULE_FIELDS,
  },
  'charge-item': {
    subject: ({ name }: ChargeItem) => joined('明細の項目', name),
    facts: ({ name, kind, taxRate, isRetired }: ChargeItem) => ({
      ...{ name, charge_kind: kind, tax_rate: taxRate, is_retired: isRetired ? 1 : 0 },
    }),
    texts: CHARGE_ITEM_FIELDS,
  },
  staff: {
    subject: ({ name }: Staff) => joined('スタッフ', name),
    facts: ({ name, role, loginName, isRetired }: Staff) => ({
      name,
      role,
      login_name: loginName,
      is_retired: isRetired ? 1 : 0,
    }),
    texts: STAFF_FIELDS,
  },
  'staff-access': {
    subject: ({ name }: StaffAccess) => joined('スタッフ', name),
    facts: ({ passwordDigest, codeDigest, sessionDigest, address, until }: StaffAccess) => ({
      address,
      until,
      session_digest: sessionDigest,
      password_digest: passwordDigest,
      code_digest: codeDigest,
    }),
    texts: ACCESS_FIELDS,
  },
  'service-account': {
    subject: ({ name }: ServiceAccount) => joined('連携', name),
    facts: ({ name, scopes, isRetired }: ServiceAccount) => ({
      name,
      scopes: scopes.map((scope) => SCOPE_NAMES[scope]),
      is_retired: isRetired ? 1 : 0,
    }),
    texts: SERVICE_ACCOUNT_FIELDS,
  },
  'service-key': {
    subject: ({ accountName }: ServiceKeys) => joined('連携', accountName),
    facts: ({ keys: [newest, former] }: ServiceKeys) => ({
      key: `${KEY_PREFIX}${newest?.name}`,
      key_digest: newest?.digest ?? null,
      former_until: former?.until ?? null,
    }),
    texts: SERVICE_KEY_FIELDS,
  },
  webhook: {
    subject: ({ name }: Webhook) => joined('Webhook', name),
    facts: ({ name, url, scopes, isRetired }: Webhook) => ({
      ...{ name, url },
      scopes: scopes.map((scope) => SCOPE_NAMES[scope]),
      is_retired: isRetired ? 1 : 0,
    }),
    texts: WEBHOOK_FIELDS,
  },
  'webhook-secret': {
    subject: ({ webhookName }: WebhookSecrets) => joined('Webhook', webhookName),
    facts: ({ secrets: [newest, former] }: WebhookSecrets) => ({
      secret_number: newest?.number ?? null,
      former_until: former?.until ?? null,
    }),
    texts: WEBHOOK_SECRET_FIELDS,
  },
  'ical-address': {
    subject: ({ name }: IcalAddress) => joined('カレンダー（iCal）', name),
    facts: ({ name, roomNumber, showsNames, isRetired }: IcalAddress) => ({
      ...{ name, room_number: roomNumber, shows_names: showsNames ? 1 : 0 },
      is_retired: isRetired ? 1 : 0,
    }),
    texts: ICAL_ADDRESS_FIELDS,
  },
  'ical-secret': {
    subject: ({ addressName }: IcalSecret) => joined('カレンダー（iCal）', addressName),
    facts: ({ secret, digest }: IcalSecret) => ({ secret: `${ICAL_PREFIX}${secret}`, secret_digest: digest }),
    texts: ICAL_SECRET_FIELDS,
  },
  'room-type-mapping': {
    subject: ({ roomType }: RoomTypeMapping) => joined('部屋タイプ', roomType),
    facts: ({ roomType, categories, isRetired }: RoomTypeMapping) => ({
      room_type: roomType,
      categories,
      is_retired: isRetired ? 1 : 0,
    }),
    texts: MAPPING_FIELDS,
  },
  'room-cleaning': {
    subject: ({ roomNumber }: RoomCleaning) => joined(roomNumber, '清掃'),
    facts: ({ state, remark }: RoomCleaning) => ({ state, remark }),
    texts: CLEANING_FIELDS,
  },
  'guest-register': {
    subject: ({ bookingId, number }: RegisterEntry) =>
      joined('宿泊者名簿', `予約#${bookingId}`, `${number}人目`),
    facts: (entry: RegisterEntry) => ({
      number: entry.number,
      name: entry.name,
      address: entry.address,
      contact: entry.contact,
      occupation: entry.occupation,
      lives_abroad: entry.livesAbroad ? 1 : 0,
      nationality: entry.nationality,
      passport_number: entry.passportNumber,
      passport_sha256: entry.passport?.sha256 ?? null,
    }),
    texts: REGISTER_FIELDS,
  },
  'register-record': {
    subject: ({ record }: RegisterRecord) => joined('宿泊者名簿', registerRecordText(record)),
    facts: () => ({}),
    texts: {},
  },
  'guest-card': {
    subject: ({ id }: GuestCard) => joined('お客様カード', `#${id}`),
    facts: ({ members, wishes }: GuestCard) => ({
      bookings: members.map((id) => `予約#${id}`),
      wishes,
    }),
    texts: GUEST_CARD_FIELDS,
  },
  'handover-note': {
    subject: (note: HandoverNote) => joined('申し送り', dayText(note.date)),
    facts: ({ date, text, status }: HandoverNote) => ({ date, text, status }),
    texts: NOTE_FIELDS,
  },
  handover: {
    subject: () => '引継ぎ',
    facts: ({ staffId, terminal, upTo, memo }: Handover) => ({
      staff_id: staffId,
      terminal,
      up_to: upTo,
      memo,
    }),
    texts: HANDOVER_FIELDS,
  },
  'day-close': {
    subject: (close: DayClose) => joined('日締め', dayText(close.date)),
    facts: (close: DayClose) => ({
      float: close.float,
      cash: cashOf(close),
      counted: close.counted,
      difference: drawerDifference(close),
      remark: close.remark,
    }),
    texts: DAY_CLOSE_FIELDS,
  },
  invoice: {
    subject: ({ number, companyName }: Invoice) =>
      joined('請求書', `No.${invoiceNumberText(number)}`, companyName),
    facts: (invoice: Invoice) => ({
      amount: invoiceAmount(invoice),
      due_day: invoice.dueDay,
      honorific: invoice.honorific,
      remark: invoice.remark,
      stays: invoice.stays.length,
      paid: invoice.payments
        .filter(({ isReverted }) => !isReverted)
        .flatMap(({ shares }) => shares.flatMap(({ moved }) => moved))
        .reduce((sum, { amount }) => sum + amount, 0),
      reissues: invoice.reissues,
      status: invoice.status === 'cancelled' ? `取消（${invoice.cancelReason}）` : '有効',
      replaced_by: invoice.replacedBy ?? null,
    }),
    texts: INVOICE_FIELDS,
  },
};

/** The describer of a category. */
export function describerFor(category: string): Describer {
  const describer = DESCRIBERS[category];
  if (!describer) throw new Error(`streams of the category ${category} have no texts`);
  return describer;
}
