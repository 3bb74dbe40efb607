/** Most that a stored field takes: characters, or whole yen (contract 1). */
export const MAX_YEN = 99_999_999;
export const MAX_NAME = 100;
export const MAX_TEL = 30;
export const MAX_BOOKING_NUMBER = 64;
export const MAX_NOTES = 2_000;
export const MAX_REASON = 100;
/** Of an invoice, and of a room's cleaning. */
export const MAX_REMARK = 200;
export const MAX_CLEANING_REMARK = 60;

/** A password that is chosen has so many characters at least. */
export const SHORTEST_PASSWORD = 10;
/** Most imported records that one retry may name. */
export const MAX_RETRIED = 100;
