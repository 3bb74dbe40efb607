import type { CleaningBegin } from '../cleaning/room-cleaning.js';
import type { Recorded } from './masters.js';

/** Details of the hotel for screens, cards, receipts and files. Times are `HH:mm`. */
export type HotelDetails = {
  name: string;
  /** For narrow places; empty for the whole name. */
  shortName: string;
  address: string;
  phone: string;
  email: string;
  /** The number of a registered invoice issuer (登録番号), empty for none. */
  registrationNumber: string;
  /** 但し書き of a receipt unless staff say otherwise. */
  receiptNote: string;
  /** The account that companies pay invoices into (振込先), empty for none. */
  bankAccount: string;
  /** The consumption tax in whole percent that amounts include. */
  taxRate: number;
  checkInTime: string;
  checkOutTime: string;
  /** The IANA zone that the hotel's days are in; empty for that of the setting at the start. */
  timezone: string;
  /** Time at which the day turns for the desk: until then it is still the day before. */
  dayTurnsAt: string;
  /** Since when the hotel manages the cleaning of its rooms (清掃); null for a hotel that does not. */
  cleaningBegin: CleaningBegin | null;
  /** True if guests are asked for their occupation (職業), which the law no longer wants. */
  asksOccupation: boolean;
  /** True if registration cards (宿泊カード) show prices. */
  showsCardPrices: boolean;
};

export type Hotel = Recorded & HotelDetails;

export type HotelEvent = { type: 'HotelDefined'; data: HotelDetails };

/** The name of the sample hotel, by which staff are shown the way to their own. */
export const SAMPLE_HOTEL_NAME = 'サンプルホテル';

/** The key of the hotel's stream: there is one. */
export const HOTEL_KEY = 1;

/** The hotel before it was defined. */
export const UNDEFINED_HOTEL: HotelDetails = {
  name: 'ホテル',
  shortName: '',
  address: '',
  phone: '',
  email: '',
  registrationNumber: '',
  receiptNote: 'ご宿泊代として',
  bankAccount: '',
  taxRate: 10,
  checkInTime: '15:00',
  checkOutTime: '10:00',
  timezone: '',
  dayTurnsAt: '00:00',
  cleaningBegin: null,
  asksOccupation: false,
  showsCardPrices: false,
};

/** The hotel after an event. */
export function evolveHotel(state: Hotel | null, { data }: HotelEvent, id: number): Hotel {
  return { ...data, id, version: (state?.version ?? 0) + 1 };
}

/** Returns whether a text has the form of the number of a registered invoice issuer: T and 13 digits, the first no 0. */
export function isRegistrationNumber(text: string): boolean {
  return /^T[1-9]\d{12}$/.test(text);
}

/**
 * Returns whether a registration number is that of a corporation by its first digit: 9 less the weighted sum of the others
 * modulo 9, weights 1 and 2 in turns from the last. Sole proprietors have numbers that this need not hold for.
 */
export function hasCorporateCheckDigit(registrationNumber: string): boolean {
  const [check = 0, ...digits] = [...registrationNumber.slice(1)].map(Number);
  const sum = digits.reduce((total, digit, index) => total + digit * (index % 2 === 1 ? 1 : 2), 0);
  return check === 9 - (sum % 9);
}
