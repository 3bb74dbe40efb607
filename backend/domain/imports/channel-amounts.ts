import { MAX_YEN } from '../limits.js';
import { plainText } from './channel-text.js';
import type { Warning } from './csv-reservation.js';

const MAX_COUNT = 999;
const NIGHTLY_FEES = /^(?:\s*\[[^[\]]*\]\s*\[[^[\]]*\])+$/;
const NIGHTLY_FEE = /\[[^[\]]*\]\s*\[([^[\]]*)\]/g;

/** The whole number of people or rooms in a cell, `empty` when nothing stands there; null when it cannot be read. */
export function readCount(cell: string, empty = 0): number | null {
  const text = plainText(cell);
  if (text === '') return empty;
  return /^\d+$/.test(text) && Number(text) <= MAX_COUNT ? Number(text) : null;
}

function readYen(cell: string): number | null {
  const text = plainText(cell).replace(/[¥\\,円\s]/g, '');
  return /^-?\d+$/.test(text) ? Number(text) : null;
}

/** The whole yen in a cell, 0 when nothing stands there; null when it cannot be read or stored (contract 1). */
export function readAmount(cell: string): number | null {
  if (plainText(cell) === '') return 0;
  const yen = readYen(cell);
  return yen === null || yen < 0 || yen > MAX_YEN ? null : yen;
}

/** The sum of fees by night such as `[2026-12-15][\11000][2026-12-16][\9000]`; null when it is written otherwise. */
function sumOfNights(cell: string): number | null {
  const text = plainText(cell);
  if (!NIGHTLY_FEES.test(text)) return null;
  const fees = [...text.matchAll(NIGHTLY_FEE)].map(([, fee = '']) => readYen(fee));
  return fees.includes(null) ? null : fees.reduce<number>((sum, fee) => sum + (fee ?? 0), 0);
}

type Amounts = { totalFee: number; usedPoints: number };

/** Whether what the guest is billed, or what the nights cost, adds up to something else than the fee and the points. */
export function amountWarnings({ totalFee, usedPoints }: Amounts, billed: string, nights: string): Warning[] {
  const toPay = readYen(billed) ?? totalFee - usedPoints;
  const forNights = sumOfNights(nights) ?? totalFee;
  return toPay === totalFee - usedPoints && forNights === totalFee ? [] : ['金額不一致'];
}
