import type { BrokenRule } from '@domain/broken-rule.js';
import { dayText } from '@domain/calendar/stay-text.js';
import { type Day, daysBetween, type Stay } from '@domain/dates.js';
import { keysOf } from '@domain/records.js';
import {
  brokenSaveRules,
  MAX_GUESTS,
  type SaveFacts,
  type SaveRequest,
  unusualReasons,
} from '@domain/reservation/save-rules.js';
import { roomText } from '@domain/room/room-number.js';
import { halfWidth, tidyPhone, toKatakana } from '@domain/typed-text.js';
import type { BookingSave } from '@wire/booking-save.js';
import type { ProposedRoom } from '@wire/room-proposals.js';
import { parseDateText, parseStayEnd } from '../shared/ui/date-text.js';
import { parseNumberText, roundedTimeText } from './field-texts.js';
import { checkedInUntil, editedId, type FormMode } from './form-mode.js';
import { FORM_FIELDS, type FormField, type FormValues, type TextFormField } from './form-values.js';

/** The form's check-in and check-out as days, null where they are missing or not readable. */
function daysOf(values: FormValues, today: Day): { stayStart: Day | null; stayEnd: Day | null } {
  const stayStart = parseDateText(values.stayStart, today);
  return { stayStart, stayEnd: parseStayEnd(values.stayEnd, today, stayStart) };
}

/** The stay of the form, null while it is none. */
export function stayOfForm(values: FormValues, today: Day): Stay | null {
  const { stayStart, stayEnd } = daysOf(values, today);
  const isStay = stayStart !== null && stayEnd !== null && stayStart < stayEnd;
  return isStay ? { start: stayStart, end: stayEnd } : null;
}

/** Returns what the rules of a save look at (spec 5). */
export function saveRequestOf(values: FormValues, today: Day): SaveRequest {
  return {
    ...daysOf(values, today),
    guestName1: values.guestName1,
    reserverName: values.reserverName,
    mensCount: values.mensCount,
    womensCount: values.womensCount,
    roomId: values.roomId,
    checkinTime: roundedTimeText(values.checkinTime),
    totalFee: parseNumberText(values.totalFee),
    usedPoints: parseNumberText(values.usedPoints),
  };
}

/** Parts of the form that are read for a save. */
type Draft = {
  mode: FormMode;
  values: FormValues;
  search: object | null;
  partyOf: { id: number } | null;
  tentative: { id: number } | null;
  waiting: { id: number } | null;
};

/** The payload of a save that keeps all rules (spec 7); the values are tidied. */
function payloadOf(
  values: FormValues,
  request: SaveRequest,
  { mode, partyOf, tentative, waiting }: Draft,
): BookingSave {
  const guests = values.mensCount + values.womensCount;
  const saved = { ...values, ...request, guestName2: guests === MAX_GUESTS ? values.guestName2 : '' };
  return {
    ...Object.fromEntries(Object.entries(FORM_FIELDS).map(([field, name]) => [field, saved[name]])),
    csv_notes: String(request.usedPoints),
    is_day_before_same_flag: values.sameAsDayBefore,
    ...(mode.kind === 'csv' && { csv_reservation_id: mode.record.id }),
    ...(partyOf !== null && { party_of: partyOf.id }),
    ...(mode.kind === 'new' && tentative && { tentative_stay_id: tentative.id }),
    ...(mode.kind === 'new' && waiting && { waiting_entry_id: waiting.id }),
  };
}

/** The save that the form asks for, with the questions before it; or every rule of spec 5 that it breaks. */
export type ParsedDraft =
  | { body: BookingSave; unusual: readonly string[]; errors: readonly [] }
  | { body: null; errors: readonly BrokenRule[] };

/** Reads the form as it would be saved now; `rooms` says whether the rooms that it asks for can be had. */
export function parseDraft(
  draft: Draft,
  rooms: Pick<SaveFacts, 'roomAvailable' | 'occupied'>,
  today: Day,
): ParsedDraft {
  const { mode, values, search } = draft;
  const request = saveRequestOf(values, today);
  const isNew = editedId(mode) === null;
  const facts = { ...rooms, isNew, roomSearched: search !== null, checkedInUntil: checkedInUntil(mode) };
  const errors = brokenSaveRules(request, facts);
  if (errors.length > 0) return { body: null, errors };
  const body = payloadOf(values, request, draft);
  return { body, unusual: isNew ? unusualReasons(request, today) : [], errors: [] };
}

/** Returns where a stay in two rooms goes on, as `11/23(月)に1005号室へ移動`. */
export function changeOfRoomText({ room_number, stay_start }: ProposedRoom): string {
  return `${dayText(stay_start)}に${roomText(room_number)}へ移動`;
}

/** Returns where a stay in two rooms came from, as `11/23(月)に1003号室から移動`. */
function cameFromText({ room_number, stay_end }: ProposedRoom): string {
  return `${dayText(stay_end)}に${roomText(room_number)}から移動`;
}

const withLine = (notes = '', line: string): string => [notes.trim(), line].filter(Boolean).join('\n');

function placed(body: BookingSave, { room_id, stay_start, stay_end }: ProposedRoom): BookingSave {
  return { ...body, room_id, stay_start, stay_end };
}

/**
 * The two bookings of a stay in two rooms: the fee by nights, so that the sum is exact, points and coupon with the
 * first, 翌OUT with the second; the notes of each name the other room.
 */
export function splitPayloads(
  body: BookingSave,
  [first, second]: [ProposedRoom, ProposedRoom],
): [BookingSave, BookingSave] {
  const total = body.total_fee ?? 0;
  const nights = daysBetween(second.stay_start, second.stay_end);
  const allNights = daysBetween(first.stay_start, second.stay_end);
  const laterFee = Math.floor((total * nights) / allNights);
  return [
    {
      ...placed(body, first),
      total_fee: total - laterFee,
      nextday_out_flag: 0,
      notes: withLine(body.notes, changeOfRoomText(second)),
    },
    {
      ...placed(body, second),
      total_fee: laterFee,
      csv_notes: '0',
      coupon: 0,
      is_day_before_same_flag: 0,
      notes: withLine(body.notes, cameFromText(first)),
    },
  ];
}

const trim = (text: string): string => text.trim();
const tidyNumber = (text: string): string => String(parseNumberText(text) ?? text);

/** Writes each field's text out once understood; what is not understood stays as typed. */
const TIDY: { [Field in Exclude<TextFormField, 'stayStart' | 'stayEnd'>]?: (text: string) => string } = {
  checkinTime: (text) => roundedTimeText(text) ?? text,
  reserverName: trim,
  reserverNameKana: toKatakana,
  guestName1: trim,
  guestName1Kana: toKatakana,
  guestName2: trim,
  tel: tidyPhone,
  totalFee: tidyNumber,
  usedPoints: tidyNumber,
  bookingNumber: halfWidth,
};

/** The text of a field as it is written out once the field is left. */
export function tidiedText(field: FormField, text: string): string {
  return TIDY[field as keyof typeof TIDY]?.(text) ?? text;
}

/** The typed fields as every save, search and check takes them: each written out once understood. */
export function tidiedValues(values: FormValues, today: Day): FormValues {
  const { stayStart, stayEnd } = daysOf(values, today);
  const texts = keysOf(TIDY).map((field) => [field, tidiedText(field, values[field])]);
  return {
    ...values,
    ...Object.fromEntries(texts),
    stayStart: stayStart ?? values.stayStart,
    stayEnd: stayEnd ?? values.stayEnd,
  };
}
