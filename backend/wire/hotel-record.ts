import { type Day, isTimeZone } from '@domain/dates.js';
import {
  type Hotel,
  type HotelDetails,
  isRegistrationNumber,
  UNDEFINED_HOTEL,
} from '@domain/masters/hotel.js';
import { z } from 'zod';
import { flag, readOnly, requiredText, text, wholeNumber } from './fields.js';

/** The hotel as a terminal sees it when it opens; `today` is in the hotel's zone, `position` where the log ends, `hash` its hash there. */
export type HotelRecord = HotelProfile & {
  today: Day;
  log_id: string;
  position: number;
  hash: string;
  auto_registration_failed: number;
  /** Of these, guests who arrive today and have no room. */
  auto_registration_today: number;
  /** 1 until the hotel is open, and how many rooms it has. */
  is_preparing: 0 | 1;
  rooms: number;
};

/** The morning at the latest: by then the night is over in every hotel. */
const LATEST_TURN = '06:00';

const time = (label: string) =>
  z
    .string({ error: `${label}を入力してください。` })
    .meta({ title: label })
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: `${label}は00:00から23:59までの時刻で入力してください。` });

/** The body of `PUT /api/hotel`: the whole new content. */
export const hotelShape = {
  ...readOnly<Exclude<keyof HotelRecord, keyof HotelProfile> | 'version'>({
    version: true,
    today: true,
    log_id: true,
    position: true,
    hash: true,
    auto_registration_failed: true,
    auto_registration_today: true,
    is_preparing: true,
    rooms: true,
  }),
  name: requiredText('ホテル名', 100),
  short_name: text('略称', 20).default(''),
  address: text('住所', 200).default(''),
  phone: text('電話番号', 30).default(''),
  email: text('メールアドレス', 100)
    .refine((value) => value === '' || /^[^@\s]+@[^@\s]+$/.test(value), {
      error: 'メールアドレスは「front@example.jp」の形で入力してください。',
    })
    .default(''),
  registration_number: text('登録番号', 20)
    .transform((value) => value.normalize('NFKC').toUpperCase().replace(/[\s-]/g, ''))
    .refine((value) => value === '' || isRegistrationNumber(value), {
      error: '登録番号はTと13桁の数字で入力してください。',
    })
    .default(''),
  receipt_note: text('但し書き', 50).default(UNDEFINED_HOTEL.receiptNote),
  bank_account: text('請求書の振込先', 200).default(''),
  tax_rate: wholeNumber('税率', 0, 99).default(UNDEFINED_HOTEL.taxRate),
  check_in_time: time('チェックインの時刻').default(UNDEFINED_HOTEL.checkInTime),
  check_out_time: time('チェックアウトの時刻').default(UNDEFINED_HOTEL.checkOutTime),
  timezone: text('タイムゾーン', 60)
    .refine((zone) => zone === '' || isTimeZone(zone), {
      error: 'タイムゾーンは「Asia/Tokyo」のように指定してください。',
    })
    .default(UNDEFINED_HOTEL.timezone),
  day_turns_at: time('日付が変わる時刻')
    .refine((at) => at <= LATEST_TURN, { error: `日付が変わる時刻は00:00から${LATEST_TURN}までです。` })
    .default(UNDEFINED_HOTEL.dayTurnsAt),
  manages_cleaning: flag('清掃の管理').default(0),
  asks_occupation: flag('職業の記入').default(0),
  shows_card_prices: flag('宿泊カードの料金').default(0),
};

/** Details of the hotel; `version` is 0 until it is defined. */
export type HotelProfile = ReturnType<typeof encodeHotel>;

/** Encodes what the hotel says of itself, null before it is defined. */
export function encodeHotel(hotel: Hotel | null) {
  const details: HotelDetails = hotel ?? UNDEFINED_HOTEL;
  return {
    version: hotel?.version ?? 0,
    name: details.name,
    short_name: details.shortName,
    address: details.address,
    phone: details.phone,
    email: details.email,
    registration_number: details.registrationNumber,
    receipt_note: details.receiptNote,
    bank_account: details.bankAccount,
    tax_rate: details.taxRate,
    check_in_time: details.checkInTime,
    check_out_time: details.checkOutTime,
    timezone: details.timezone,
    day_turns_at: details.dayTurnsAt,
    manages_cleaning: details.cleaningBegin ? (1 as const) : (0 as const),
    asks_occupation: details.asksOccupation ? (1 as const) : (0 as const),
    shows_card_prices: details.showsCardPrices ? (1 as const) : (0 as const),
  };
}

/** The content of a written hotel, and if it is to manage the cleaning of its rooms: since when is decided with it. */
export type WrittenHotel = Omit<HotelDetails, 'cleaningBegin'> & { managesCleaning: boolean };

/** Decodes the fields of a written hotel. */
export function decodeHotel(fields: z.output<z.ZodObject<typeof hotelShape>>): WrittenHotel {
  return {
    name: fields.name,
    shortName: fields.short_name,
    address: fields.address,
    phone: fields.phone,
    email: fields.email,
    registrationNumber: fields.registration_number,
    receiptNote: fields.receipt_note,
    bankAccount: fields.bank_account,
    taxRate: fields.tax_rate,
    checkInTime: fields.check_in_time,
    checkOutTime: fields.check_out_time,
    timezone: fields.timezone,
    dayTurnsAt: fields.day_turns_at,
    managesCleaning: fields.manages_cleaning === 1,
    asksOccupation: fields.asks_occupation === 1,
    showsCardPrices: fields.shows_card_prices === 1,
  };
}
