import { wordOf } from '../cells/values.js';

/** Ways of paying that a booking site has taken the money for. */
const PREPAID =
  /事前.*(?:決済|払|カード|精算|清算|振込)|事前$|(?:決済|払い?|カード|PAY)\(?事前|(?:オンライン|ネット|WEB|サイト).*(?:決済|払)|(?:決済|支払|入金|精算|清算|カード|振込)い?(?:済|完了)|^前払|^先払|VCC|VIRTUALCARD|バーチャルカード|PRE-?PAID|PAIDONLINE|EXPEDIACOLLECT|決済代行|(?:現地|当日|フロント)(?:での?)?お?(?:支払い?|払い?|精算|清算|決済|会計)は?(?:不要|なし|無し?)|精算不要/i;
/** Words that deny a way of paying, or say that it is not paid yet. */
const DENIED =
  /一部|部分|半額|なし|無し?$|不可|未|不要|できない|ません|予定|待ち?|希望|失敗|エラー|キャンセル|以外|現地/i;
/** Parts of a word that say that nothing is paid at the hotel. */
const NOTHING_HERE =
  /(?:現地|当日|フロント)(?:での?)?お?(?:支払い?|払い?|精算|清算|決済|会計)は?(?:不要|なし|無し?)|精算不要/g;
/** Ways of paying at the hotel. */
const AT_THE_HOTEL =
  /^$|現地|現金|当日|フロント|宿泊時|チェックイン時|後払|請求書|掛|未|なし|無し?$|不可|^0$|HOTELCOLLECT|ホテルコレクト|PAYAT(?:HOTEL|PROPERTY)/;

/** The heading of what a channel's row says of its payment, in notes too. */
const PAYMENT_COLUMN = '支払方法';

/** Returns a way of paying as it is compared: half-width, one kind of hyphen, without spaces, capitals. */
export const paymentWord = wordOf;

/**
 * Reads a channel's 支払方法: 1 for paid in advance, by the words that are known everywhere or by the hotel's own; 0 for
 * all else, `isKnown` where it says so.
 */
export function readPaymentWord(
  cell: string,
  own: ReadonlySet<string>,
): { paymentFlag: 0 | 1; isKnown: boolean } {
  const word = paymentWord(cell);
  if (own.has(word) || (PREPAID.test(word) && !DENIED.test(word.replace(NOTHING_HERE, ''))))
    return { paymentFlag: 1, isKnown: true };
  return { paymentFlag: 0, isKnown: AT_THE_HOTEL.test(word) };
}

/** The 支払方法 that stands in an imported record's notes because nobody knew it; null for none. */
export function unknownPaymentWord({
  warnings,
  notes,
}: {
  warnings: readonly string[];
  notes: string;
}): string | null {
  if (!warnings.includes('支払方法不明')) return null;
  const line = notes.split('\n').findLast((text) => text.startsWith(`${PAYMENT_COLUMN}: `));
  return line?.slice(PAYMENT_COLUMN.length + 2).trim() || null;
}
